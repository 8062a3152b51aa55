import { Button, chakra, Field, Flex, type SystemStyleObject, Text } from '@chakra-ui/react';
import { type ApiKeyAnswer, keyCalls } from '@farwatch/core/contracts/api/keys';
import { API_KEY_DAYS, API_KEY_SCOPES, API_KEYS_PER_OWNER, type ApiKeyScope } from '@farwatch/core/values/api-key';
import { Plus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { refusedFields } from '../../lib/api/mark-issues.ts';
import { useApi } from '../../lib/api/use-api.ts';
import { unlessDeleted, useSaving } from '../../lib/api/use-saving.ts';
import { currentMs } from '../../lib/time/now.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { CommandBlock } from '../../ui/form/command-block.tsx';
import { CopyField } from '../../ui/form/copy.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { OuterLink, TAPPED } from '../../ui/navigation/links.tsx';
import { AppDialog } from '../../ui/overlay/app-dialog.tsx';
import { AskDialog } from '../../ui/overlay/ask-dialog.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { FullDate, TimeAgo } from '../../ui/text/time.tsx';
import { ClosedCard } from './layout.tsx';

type Open = { what: 'make' } | { what: 'show'; key: string } | { what: 'revoke'; key: ApiKeyAnswer } | null;

/** The API keys of the account, and what makes and revokes them. */
export default function ApiKeysCard() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>(null);
  const { data, error, isValidating, mutate } = useApi(keyCalls.list, {});
  const keys = data?.keys;
  const isFull = keys !== undefined && keys.length >= API_KEYS_PER_OWNER;
  const close = () => setOpen(null);
  const make = (
    <Button
      colorPalette="accent"
      disabled={isFull || !data}
      alignSelf="flex-start"
      onClick={() => setOpen({ what: 'make' })}
    >
      <Plus aria-hidden="true" />
      {t('apiKeys.make')}
    </Button>
  );
  return (
    <ClosedCard id="apiKeys" title={t('apiKeys.title')} summary={t('apiKeys.text')}>
      <Flex direction="column" gap="5">
        <OuterLink {...TAPPED} alignSelf="flex-start" href="/docs/api" hrefLang="en" target="_blank">
          {t('apiKeys.reference')}
        </OuterLink>
        {!data && error && (
          <FailureNotice
            title={t('apiKeys.loadFailed')}
            failure={error}
            isRetrying={isValidating}
            onRetry={() => void mutate()}
          />
        )}
        {!data && !error && <Loading />}
        {keys?.length === 0 && <EmptyState title={t('apiKeys.empty')} hint={t('apiKeys.emptyHint')} action={make} />}
        {keys && keys.length > 0 && (
          <>
            <Flex direction="column" gap="2">
              {make}
              {isFull && <Text color="text.muted">{t('apiKeys.full', { count: API_KEYS_PER_OWNER })}</Text>}
            </Flex>
            <chakra.ul aria-label={t('apiKeys.title')} css={listStyles}>
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoke={() => setOpen({ what: 'revoke', key })} />
              ))}
            </chakra.ul>
          </>
        )}
        {open?.what === 'make' && (
          <MakeDialog
            onMade={async (key) => {
              setOpen({ what: 'show', key });
              await mutate();
            }}
            onClose={close}
          />
        )}
        {open?.what === 'show' && <ShownOnce apiKey={open.key} onClose={close} />}
        {open?.what === 'revoke' && <RevokeDialog apiKey={open.key} onRevoked={() => mutate()} onClose={close} />}
      </Flex>
    </ClosedCard>
  );
}

const listStyles: SystemStyleObject = {
  listStyleType: 'none',
  mx: { base: '-4', sm: '-6' },
  mb: { base: '-4', sm: '-6' },
  '& > li': { px: { base: '4', sm: '6' }, py: '3', borderTopWidth: '1px' },
};

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKeyAnswer; onRevoke: () => void }) {
  const { t } = useTranslation();
  const { name, start, scope, createdAt, expiresAt, lastUsedAt } = apiKey;
  return (
    <chakra.li display="flex" alignItems="center" justifyContent="space-between" gap="4">
      <Flex direction="column" gap="1" minW="0">
        <Flex columnGap="3" wrap="wrap" align="baseline">
          <chakra.bdi fontWeight="medium" overflowWrap="anywhere">
            {name}
          </chakra.bdi>
          <chakra.code fontFamily="mono" textStyle="sm" color="text.muted" translate="no">
            {start}…
          </chakra.code>
          <Text textStyle="sm">{t(`apiKeys.scopes.${scope}.name`)}</Text>
        </Flex>
        <Flex columnGap="3" wrap="wrap" color="text.muted" textStyle="sm">
          <Dated text="apiKeys.made" at={createdAt} />
          {lastUsedAt === null ? (
            <span>{t('apiKeys.unused')}</span>
          ) : (
            <span>
              <TextWithParts
                text={t('apiKeys.used')}
                parts={{ ago: <TimeAgo inText atMs={Date.parse(lastUsedAt)} /> }}
              />
            </span>
          )}
          <Expiry at={expiresAt} />
        </Flex>
      </Flex>
      <Button
        variant="outline"
        size="sm"
        flexShrink="0"
        aria-label={t('apiKeys.revokeNamed', { name })}
        onClick={onRevoke}
      >
        {t('apiKeys.revoke')}
      </Button>
    </chakra.li>
  );
}

function Expiry({ at }: { at: string | null }): ReactNode {
  const { t } = useTranslation();
  if (at === null) return <span>{t('apiKeys.endless')}</span>;
  if (Date.parse(at) > currentMs()) return <Dated text="apiKeys.expires" at={at} />;
  return (
    <chakra.span color="danger">
      <Dated text="apiKeys.expired" at={at} />
    </chakra.span>
  );
}

function Dated({ text, at }: { text: 'apiKeys.made' | 'apiKeys.expires' | 'apiKeys.expired'; at: string }) {
  const { t } = useTranslation();
  return (
    <span>
      <TextWithParts text={t(text)} parts={{ date: <FullDate atMs={Date.parse(at)} /> }} />
    </span>
  );
}

type MakeProps = { onMade: (key: string) => Promise<unknown>; onClose: () => void };

/** Takes a name, a scope and an expiry, and makes a key. */
function MakeDialog({ onMade, onClose }: MakeProps) {
  const { t } = useTranslation();
  const id = useId();
  const making = useSaving();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ApiKeyScope>('read');
  const [days, setDays] = useState<(typeof API_KEY_DAYS)[number]>(90);
  const [attempts, setAttempts] = useState(0);
  const refused = refusedFields(making.failure, { name, scope, expiresInDays: days });

  function make() {
    setAttempts(attempts + 1);
    if (name.trim() === '') return;
    void making.save(async () => {
      const { key } = await callApi(keyCalls.create, { body: { name, scope, expiresInDays: days } });
      await onMade(key);
    });
  }

  return (
    <FormDialog
      title={t('apiKeys.make')}
      confirm={t('apiKeys.confirm')}
      saving={making}
      failed={t('apiKeys.makeFailed')}
      isDirty={name !== ''}
      attempts={attempts}
      onConfirm={make}
      onClose={onClose}
    >
      <TextField
        label={t('apiKeys.name')}
        hint={t('apiKeys.nameHint')}
        value={name}
        maxLength={200}
        autoComplete="off"
        isInvalid={refused.has('name')}
        error={attempts > 0 && name.trim() === '' ? t('apiKeys.nameMissing') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <chakra.fieldset minW="0">
        <chakra.legend fontWeight="medium" mb="1">
          {t('apiKeys.scope')}
        </chakra.legend>
        {API_KEY_SCOPES.map((each) => (
          <RadioField key={each} name={id} checked={each === scope} onChoose={() => setScope(each)}>
            <chakra.span py="1">
              {t(`apiKeys.scopes.${each}.name`)}
              <chakra.span display="block" color="text.muted" textStyle="sm">
                {t(`apiKeys.scopes.${each}.hint`)}
              </chakra.span>
            </chakra.span>
          </RadioField>
        ))}
      </chakra.fieldset>
      <Field.Root>
        <Field.Label htmlFor={`${id}days`}>{t('apiKeys.validFor')}</Field.Label>
        <Choice
          id={`${id}days`}
          aria-invalid={refused.has('expiresInDays')}
          value={String(days)}
          options={API_KEY_DAYS.map((each) => ({
            value: String(each),
            label: each === null ? t('apiKeys.noEnd') : t('apiKeys.days', { count: each }),
          }))}
          onChoose={(value) => setDays(API_KEY_DAYS.find((each) => String(each) === value) ?? null)}
        />
      </Field.Root>
    </FormDialog>
  );
}

/** Shows a new key, which is not stored, with a command that uses it. */
function ShownOnce({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const { t } = useTranslation();
  const curl = `curl -H 'Authorization: Bearer ${apiKey}' ${window.location.origin}/api/monitors`;
  return (
    <AppDialog
      open
      alert
      title={t('apiKeys.madeTitle')}
      onClose={onClose}
      footer={
        <Button colorPalette="accent" onClick={onClose}>
          {t('apiKeys.stored')}
        </Button>
      }
    >
      <Flex direction="column" gap="5">
        <Notice kind="warning">{t('apiKeys.once')}</Notice>
        <CopyField label={t('apiKeys.key')} text={apiKey} placeholder="" copyLabel={t('apiKeys.copy')} />
        <Flex direction="column" gap="1.5">
          <Text fontWeight="medium">{t('apiKeys.try')}</Text>
          <CommandBlock command={curl} />
        </Flex>
      </Flex>
    </AppDialog>
  );
}

type RevokeProps = { apiKey: ApiKeyAnswer; onRevoked: () => Promise<unknown>; onClose: () => void };

function RevokeDialog({ apiKey: { id, name }, onRevoked, onClose }: RevokeProps) {
  const { t } = useTranslation();
  const revoking = useSaving();
  const revoke = () =>
    revoking.save(async () => {
      await unlessDeleted(callApi(keyCalls.remove, { params: { id } }));
      await onRevoked();
      onClose();
    });
  return (
    <AskDialog
      open
      danger
      title={t('apiKeys.revokeTitle')}
      confirm={t('apiKeys.revoke')}
      onConfirm={() => void revoke()}
      busy={revoking.isBusy}
      dismiss={{ text: t('cancel'), onDismiss: onClose }}
    >
      <Flex direction="column" gap="3">
        {t('apiKeys.revokeText', { name })}
        {revoking.failure !== null && <FailureNotice title={t('apiKeys.revokeFailed')} failure={revoking.failure} />}
      </Flex>
    </AskDialog>
  );
}
