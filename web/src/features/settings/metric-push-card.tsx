import { Button, Field, Flex, IconButton, Text } from '@chakra-ui/react';
import { type MetricPushAnswer, metricsCalls } from '@farwatch/core/contracts/api/metrics';
import type { PushTarget } from '@farwatch/core/documents/metric-push';
import { METRIC_PUSH } from '@farwatch/core/values/limits';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { refusedFields } from '../../lib/api/mark-issues.ts';
import { useApi } from '../../lib/api/use-api.ts';
import { useSaving } from '../../lib/api/use-saving.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { AskDialog } from '../../ui/overlay/ask-dialog.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { ExactTime, TimeAgo } from '../../ui/text/time.tsx';
import { TEST_TIMEOUT_MS } from './channel-list/use-channel-form.ts';
import { ClosedCard } from './layout.tsx';
import { type DoneTexts, OutcomeNotice, TryButton } from './saving.tsx';
import { SecretField } from './secret-field.tsx';

/** The collector that gets the account's checks, and how that goes. */
export default function MetricPushCard() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'edit' | 'stop' | null>(null);
  const { data, error, isValidating, mutate } = useApi(metricsCalls.push, {});
  const close = () => setOpen(null);
  const keep = (saved: MetricPushAnswer) => mutate(saved, { revalidate: false });
  return (
    <ClosedCard id="metricPush" title={t('metricPush.title')} summary={t('metricPush.text')}>
      <Flex direction="column" gap="5">
        {!data && error && (
          <FailureNotice
            title={t('metricPush.loadFailed')}
            failure={error}
            isRetrying={isValidating}
            onRetry={() => void mutate()}
          />
        )}
        {!data && !error && <Loading />}
        {data && data.target === null && (
          <EmptyState
            title={t('metricPush.empty')}
            hint={t('metricPush.emptyHint')}
            action={
              <Button colorPalette="accent" onClick={() => setOpen('edit')}>
                {t('metricPush.start')}
              </Button>
            }
          />
        )}
        {data?.target && (
          <>
            <PushState url={data.target.url} push={data} />
            <Flex gap="2" wrap="wrap">
              <Button variant="outline" onClick={() => setOpen('edit')}>
                {t('metricPush.change')}
              </Button>
              <Button variant="outline" onClick={() => setOpen('stop')}>
                {t('metricPush.stop')}
              </Button>
            </Flex>
          </>
        )}
        {open === 'edit' && data && <TargetDialog stored={data.target} onSaved={keep} onClose={close} />}
        {open === 'stop' && <StopDialog onStopped={keep} onClose={close} />}
      </Flex>
    </ClosedCard>
  );
}

/** Where the checks go, when they were last accepted, and why they are not. */
function PushState({ url, push: { lastSentAt, failure, rejected } }: { url: string; push: MetricPushAnswer }) {
  const { t } = useTranslation();
  const ago = (at: string) => ({ ago: <TimeAgo inText atMs={Date.parse(at)} /> });
  return (
    <Flex direction="column" gap="3">
      <Flex direction="column" gap="1">
        <Text fontWeight="medium" overflowWrap="anywhere" translate="no">
          {url}
        </Text>
        <Text color="text.muted" textStyle="sm">
          {lastSentAt === null ? (
            t('metricPush.unsent')
          ) : (
            <TextWithParts text={t('metricPush.sent')} parts={ago(lastSentAt)} />
          )}
        </Text>
      </Flex>
      {failure && (
        <Notice kind="warning">
          <Text>
            <TextWithParts text={t('metricPush.failing', { reason: failure.reason })} parts={ago(failure.since)} />
          </Text>
          <Text>
            <TextWithParts
              text={t('metricPush.retry')}
              parts={{ at: <ExactTime atMs={Date.parse(failure.retryAt)} /> }}
            />
          </Text>
        </Notice>
      )}
      {rejected && (
        <Notice kind="warning">
          <TextWithParts text={t('metricPush.rejected', { reason: rejected.reason })} parts={ago(rejected.at)} />
        </Notice>
      )}
    </Flex>
  );
}

/** A header that is being edited; the key stays while others are removed. */
type HeaderDraft = PushTarget['headers'][number] & { key: number };

type TargetProps = {
  stored: PushTarget | null;
  onSaved: (saved: MetricPushAnswer) => Promise<unknown>;
  onClose: () => void;
};

/** A form for the collector's URL and headers, which tests and saves them. */
function TargetDialog({ stored, onSaved, onClose }: TargetProps) {
  const { t } = useTranslation();
  const saving = useSaving();
  const testing = useSaving<DoneTexts>({ isChange: false });
  const [url, setUrl] = useState(stored?.url ?? '');
  const [headers, setHeaders] = useState<HeaderDraft[]>(() =>
    (stored?.headers ?? []).map((each, key) => ({ ...each, key })),
  );
  const [attempts, setAttempts] = useState(0);
  const target = {
    url: url.trim(),
    headers: headers
      .filter(({ name, value }) => name !== '' || value !== '')
      .map(({ name, value }) => ({ name, value })),
  };
  const isDirty = JSON.stringify(target) !== JSON.stringify(stored ?? { url: '', headers: [] });
  const refused = new Set([
    ...refusedFields(saving.failure, { target }),
    ...[...refusedFields(testing.failure, target)].map((field) => `target.${field}`),
  ]);
  const isMissing = attempts > 0 && target.url === '';

  function edit(change: () => void) {
    change();
    saving.forget();
    testing.forget();
  }
  const changeHeader = (key: number, change: Partial<HeaderDraft>) =>
    edit(() => setHeaders(headers.map((each) => (each.key === key ? { ...each, ...change } : each))));

  function attempt(work: () => Promise<unknown>) {
    setAttempts(attempts + 1);
    if (target.url !== '') void work();
  }
  const test = () =>
    testing.save(async () => {
      await callApi(metricsCalls.testPush, { body: target }, TEST_TIMEOUT_MS);
      return ['metricPush.tested'];
    });
  const save = () =>
    saving.save(async () => {
      await onSaved(await callApi(metricsCalls.savePush, { body: { target } }));
      onClose();
    });

  return (
    <FormDialog
      title={t('metricPush.title')}
      confirm={stored ? t('metricPush.save') : t('metricPush.start')}
      saving={saving}
      failed={t('metricPush.saveFailed')}
      isDirty={isDirty}
      attempts={attempts}
      onConfirm={() => attempt(save)}
      onClose={onClose}
    >
      <TextField
        label={t('metricPush.url')}
        hint={t('metricPush.urlHint')}
        type="url"
        inputMode="url"
        value={url}
        maxLength={METRIC_PUSH.urlLength}
        autoComplete="off"
        placeholder="https://collector.example.com/v1/metrics"
        isInvalid={refused.has('target.url')}
        error={isMissing ? t('metricPush.urlMissing') : undefined}
        onChange={({ currentTarget: { value } }) => edit(() => setUrl(value))}
      />
      <Field.Root as="fieldset">
        <Field.Label as="legend">{t('metricPush.headers')}</Field.Label>
        <Field.HelperText mb="2">{t('metricPush.headersHint')}</Field.HelperText>
        <Flex direction="column" gap="4" width="full">
          {headers.map(({ key, name, value }, index) => (
            <Flex key={key} gap="2" align="flex-end" wrap={{ base: 'wrap', sm: 'nowrap' }}>
              <TextField
                label={t('metricPush.header')}
                value={name}
                maxLength={METRIC_PUSH.headerNameLength}
                autoComplete="off"
                spellCheck={false}
                isInvalid={refused.has(`target.headers.${index}.name`)}
                onChange={(event) => changeHeader(key, { name: event.currentTarget.value })}
              />
              <SecretField
                label={t('metricPush.value')}
                toggle={{ show: t('metricPush.showValue'), hide: t('metricPush.hideValue') }}
                value={value}
                maxLength={METRIC_PUSH.headerValueLength}
                isInvalid={refused.has(`target.headers.${index}.value`)}
                onChange={(next) => changeHeader(key, { value: next })}
              />
              <IconButton
                variant="outline"
                aria-label={t('metricPush.removeHeader', { name })}
                onClick={() => edit(() => setHeaders(headers.filter((each) => each.key !== key)))}
              >
                <Trash2 />
              </IconButton>
            </Flex>
          ))}
          <Button
            variant="outline"
            alignSelf="flex-start"
            disabled={headers.length >= METRIC_PUSH.headers}
            onClick={() =>
              setHeaders([
                ...headers,
                { name: '', value: '', key: Math.max(0, ...headers.map((each) => each.key)) + 1 },
              ])
            }
          >
            <Plus aria-hidden="true" />
            {t('metricPush.addHeader')}
          </Button>
        </Flex>
      </Field.Root>
      <Flex direction="column" gap="3" align="flex-start">
        <TryButton
          text={t('metricPush.test')}
          isBusy={testing.isBusy}
          disabled={saving.isBusy}
          onClick={() => attempt(test)}
        />
        <OutcomeNotice saving={testing} failed="metricPush.testFailed" />
      </Flex>
    </FormDialog>
  );
}

type StopProps = { onStopped: (saved: MetricPushAnswer) => Promise<unknown>; onClose: () => void };

function StopDialog({ onStopped, onClose }: StopProps) {
  const { t } = useTranslation();
  const stopping = useSaving();
  const stop = () =>
    stopping.save(async () => {
      await onStopped(await callApi(metricsCalls.savePush, { body: { target: null } }));
      onClose();
    });
  return (
    <AskDialog
      open
      danger
      title={t('metricPush.stopTitle')}
      confirm={t('metricPush.stop')}
      onConfirm={() => void stop()}
      busy={stopping.isBusy}
      dismiss={{ text: t('cancel'), onDismiss: onClose }}
    >
      <Flex direction="column" gap="3">
        {t('metricPush.stopText')}
        {stopping.failure !== null && <FailureNotice title={t('metricPush.saveFailed')} failure={stopping.failure} />}
      </Flex>
    </AskDialog>
  );
}
