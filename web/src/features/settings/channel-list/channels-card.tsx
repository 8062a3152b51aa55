import { Box, Button, chakra, Flex, SimpleGrid, type SystemStyleObject, Text } from '@chakra-ui/react';
import { type ChannelAnswer, channelCalls, type SavedChannel } from '@farwatch/core/contracts/api/channels';
import { type ChannelTypeName, getChannelType } from '@farwatch/core/values/channels/channel-types';
import { LIMITS } from '@farwatch/core/values/limits';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { channelName } from '../../../lib/format/channel-name.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { CopyField } from '../../../ui/form/copy.tsx';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';
import { AskDialog } from '../../../ui/overlay/ask-dialog.tsx';
import { SettingsCard } from '../layout.tsx';
import { OutcomeNotice, useSave } from '../saving.tsx';
import { ChannelFields, OutcomePart } from './channel-fields.tsx';
import { ChannelRow } from './channel-row.tsx';
import { draftOf, newDraft } from './draft.ts';
import { CHANNEL_TYPE_FORMS } from './type-table.ts';
import { type ChannelTypeForm, GROUPS } from './types/channel-type-form.ts';
import { TEST_TIMEOUT_MS, useChannelForm } from './use-channel-form.ts';

type Open = { what: 'add' } | { what: 'edit' | 'remove'; channel: ChannelAnswer } | null;

/** All channels with their states, and what adds, edits and deletes them. */
export function ChannelsCard() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>(null);
  const [saved, setSaved] = useState<SavedChannel | null>(null);
  const { data, error, isValidating, mutate } = useApi(channelCalls.list, {}, POLL_MS);
  const channels = data?.channels;
  const isFull = channels !== undefined && channels.length >= LIMITS.channelsPerOwner;

  async function onSaved(channel: SavedChannel) {
    setSaved(channel);
    await mutate();
  }
  function show(next: Open) {
    setSaved(null);
    setOpen(next);
  }

  const add = (
    <Button
      colorPalette="accent"
      disabled={isFull || !data}
      alignSelf="flex-start"
      onClick={() => show({ what: 'add' })}
    >
      <Plus aria-hidden="true" />
      {t('channels.add')}
    </Button>
  );
  return (
    <SettingsCard title={t('channels.title')} text={t('channels.text')}>
      {!data && error && (
        <FailureNotice
          title={t('channels.loadFailed')}
          failure={error}
          isRetrying={isValidating}
          onRetry={() => void mutate()}
        />
      )}
      {!data && !error && <Loading />}
      {saved && <SavedNotice saved={saved} />}
      {channels?.length === 0 && <EmptyState title={t('channels.empty')} hint={t('channels.emptyHint')} action={add} />}
      {channels && channels.length > 0 && (
        <>
          <Flex direction="column" gap="2">
            {add}
            {isFull && <Text color="text.muted">{t('channels.full', { count: LIMITS.channelsPerOwner })}</Text>}
          </Flex>
          <chakra.ul aria-label={t('channels.title')} css={listStyles}>
            {channels.map((channel) => (
              <ChannelRow
                key={channel.id}
                channel={channel}
                onChanged={() => mutate()}
                onEdit={() => show({ what: 'edit', channel })}
                onRemove={() => show({ what: 'remove', channel })}
              />
            ))}
          </chakra.ul>
        </>
      )}
      <Dialogs
        open={open}
        types={data?.types ?? []}
        onSaved={onSaved}
        onRemoved={() => mutate()}
        onClose={() => setOpen(null)}
      />
    </SettingsCard>
  );
}

const listStyles: SystemStyleObject = {
  listStyleType: 'none',
  mx: { base: '-4', sm: '-6' },
  mb: { base: '-4', sm: '-6' },
  '& > li': { px: { base: '4', sm: '6' }, py: '3', borderTopWidth: '1px' },
};

function SavedNotice({ saved }: { saved: SavedChannel }) {
  const { t } = useTranslation();
  const isUnconfirmed = saved.verifiedAt === null && getChannelType(saved.type).verifiedBy === 'link';
  const address = saved.settings.address ?? '';
  return (
    <Notice kind={isUnconfirmed && !saved.confirmationSent ? 'warning' : 'success'}>
      {t('channels.form.saved', { name: channelName(saved, t) })}{' '}
      {isUnconfirmed && t(`channels.form.${saved.confirmationSent ? 'linkSent' : 'linkNotSent'}`, { address })}
    </Notice>
  );
}

type DialogsProps = {
  open: Open;
  types: readonly ChannelTypeName[];
  onSaved: (saved: SavedChannel) => Promise<unknown>;
  onRemoved: () => Promise<unknown>;
  onClose: () => void;
};

function Dialogs({ open, types, onSaved, onRemoved, onClose }: DialogsProps) {
  if (open === null) return null;
  if (open.what === 'remove') return <RemoveDialog channel={open.channel} onRemoved={onRemoved} onClose={onClose} />;
  const channel = open.what === 'edit' ? open.channel : null;
  return <ChannelDialog channel={channel} types={types} onSaved={onSaved} onClose={onClose} />;
}

type RemoveDialogProps = { channel: ChannelAnswer; onRemoved: () => Promise<unknown>; onClose: () => void };

/** Asks before a channel is deleted, and deletes it. */
function RemoveDialog({ channel: { id, name }, onRemoved, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const remove = useSave('channels.remove.failed');
  const run = () =>
    remove.run(async () => {
      await callApi(channelCalls.remove, { params: { id } });
      await onRemoved();
      onClose();
      return null;
    });
  return (
    <AskDialog
      open
      danger
      title={t('channels.remove.title')}
      confirm={t('channels.remove.confirm')}
      onConfirm={() => void run()}
      busy={remove.busy}
      dismiss={{ text: t('cancel'), onDismiss: onClose }}
    >
      <Flex direction="column" gap="3">
        {t('channels.remove.text', { name })}
        {remove.outcome && <OutcomeNotice outcome={remove.outcome} />}
      </Flex>
    </AskDialog>
  );
}

type ChannelDialogProps = {
  /** Null to add one. */
  channel: ChannelAnswer | null;
  types: readonly ChannelTypeName[];
  onSaved: (saved: SavedChannel) => Promise<unknown>;
  onClose: () => void;
};

/**
 * Adds or edits a channel: its type, its form, and the secret if the server has made one. One dialog shows all steps,
 * and asks before what was entered is lost.
 */
function ChannelDialog({ channel, types, onSaved, onClose }: ChannelDialogProps) {
  const { t } = useTranslation();
  const { data } = useMonitors();
  const [type, setType] = useState(channel?.type ?? null);
  const [secret, setSecret] = useState<SavedChannel | null>(null);
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const name = channel ? channelName(channel, t) : '';
  const [initial] = useState(() => {
    const existing = data?.items.map(({ id }) => id) ?? channel?.monitors ?? [];
    return channel && draftOf(channel, name, existing);
  });
  const state = useChannelForm(initial ?? newDraft('webhook', [], ''), channel, async (saved) => {
    await onSaved(saved);
    if (saved.secret === null) onClose();
    else setSecret(saved);
  });
  const form = type && CHANNEL_TYPE_FORMS[type];
  const step = secret ? 'secret' : form ? 'form' : 'type';

  function choose(chosen: ChannelTypeName) {
    const fields = CHANNEL_TYPE_FORMS[chosen]?.fields ?? [];
    state.start(newDraft(chosen, fields, t(`channels.types.${chosen}.name`)));
    setType(chosen);
  }
  function leave(how: () => void) {
    if (state.busy) return;
    if (step === 'form' && state.isDirty) setLeaving(() => how);
    else how();
  }
  const goBack = channel ? onClose : () => setType(null);
  const titles = {
    type: t('channels.add'),
    form: channel
      ? t('channels.form.editTitle', { name })
      : type && t('channels.form.add', { type: t(`channels.types.${type}.name`) }),
    secret: t('channels.secret.title'),
  };
  const footers = {
    type: <CloseButton text={t('cancel')} onClose={onClose} />,
    form: <FormButtons state={state} isNew={channel === null} onLeave={() => leave(goBack)} />,
    secret: <CloseButton text={t('channels.secret.done')} onClose={onClose} isMain />,
  };
  return (
    <>
      <AppDialog
        open
        size="lg"
        step={step}
        alert={step === 'secret'}
        title={titles[step] ?? ''}
        onClose={() => leave(onClose)}
        footer={footers[step]}
      >
        {step === 'type' && <TypeTiles types={types} onChoose={choose} />}
        {step === 'form' && form && <ChannelFields state={state} channel={channel} form={form} />}
        {secret && <NewSecret saved={secret} onChanged={onSaved} />}
      </AppDialog>
      <AskDialog
        open={leaving !== null}
        title={t('channels.form.discardTitle')}
        confirm={t('channels.form.discard')}
        onConfirm={() => {
          setLeaving(null);
          leaving?.();
        }}
        dismiss={{ text: t('channels.form.keep'), onDismiss: () => setLeaving(null) }}
        danger
      >
        {t('channels.form.discardText')}
      </AskDialog>
    </>
  );
}

function CloseButton({ text, onClose, isMain = false }: { text: string; onClose: () => void; isMain?: boolean }) {
  return (
    <Button {...(isMain ? { colorPalette: 'accent' } : { variant: 'outline', borderColor: 'edge' })} onClick={onClose}>
      {text}
    </Button>
  );
}

type FormButtonsProps = { state: ReturnType<typeof useChannelForm>; isNew: boolean; onLeave: () => void };

/** Cancel or back, and save: with a test first if the target is not verified. */
function FormButtons({ state: { draft, busy, isUntested, hasFailedTest, save }, isNew, onLeave }: FormButtonsProps) {
  const { t } = useTranslation();
  const { generated } = getChannelType(draft.type);
  const label = isNew && generated !== undefined ? 'create' : isUntested ? 'testAndSave' : 'save';
  return (
    <Flex gap="2" wrap="wrap" justify="flex-end" w="full">
      <Button variant="outline" borderColor="edge" disabled={busy !== null} onClick={onLeave} me="auto">
        {isNew ? t('channels.form.back') : t('cancel')}
      </Button>
      {hasFailedTest && (
        <Button variant="outline" borderColor="edge" disabled={busy !== null} onClick={() => void save(false)}>
          {t('channels.form.saveUntested')}
        </Button>
      )}
      <BusyButton
        colorPalette="accent"
        disabled={busy === 'test'}
        loading={busy === 'save'}
        onClick={() => void save(true)}
      >
        {t(`channels.form.${label}`)}
      </BusyButton>
    </Flex>
  );
}

const Tile = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    p: '3',
    minH: '11',
    textAlign: 'start',
    borderWidth: '1px',
    borderRadius: 'l2',
    bg: 'surface.raised',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    _hover: { borderColor: 'accent', bg: 'accent.subtle' },
  },
});

/** The types to choose from for a new channel, by groups. */
function TypeTiles({
  types,
  onChoose,
}: {
  types: readonly ChannelTypeName[];
  onChoose: (type: ChannelTypeName) => void;
}) {
  const { t } = useTranslation();
  const offered = types.flatMap((type) => {
    const form: ChannelTypeForm | undefined = CHANNEL_TYPE_FORMS[type];
    return form ? [{ type, form }] : [];
  });
  return (
    <Flex direction="column" gap="5">
      {GROUPS.map((group) => {
        const ofGroup = offered.filter(({ form }) => form.group === group);
        if (ofGroup.length === 0) return null;
        return (
          <Box as="section" key={group} aria-label={t(`channels.groups.${group}`)}>
            <chakra.h3 color="text.muted" textStyle="sm" fontWeight="medium" mb="2">
              {t(`channels.groups.${group}`)}
            </chakra.h3>
            <SimpleGrid columns={{ base: 1, sm: 2 }} gap="2">
              {ofGroup.map(({ type, form: { icon: Icon } }) => (
                <Tile key={type} type="button" onClick={() => onChoose(type)}>
                  <Flex color="accent" h="5" align="center" flexShrink="0" aria-hidden="true">
                    <Icon size={18} />
                  </Flex>
                  <Box minW="0">
                    <Text fontWeight="medium">{t(`channels.types.${type}.name`)}</Text>
                    <Text color="text.muted" textStyle="sm">
                      {t(`channels.types.${type}.text`)}
                    </Text>
                  </Box>
                </Tile>
              ))}
            </SimpleGrid>
          </Box>
        );
      })}
    </Flex>
  );
}

type NewSecretProps = { saved: SavedChannel; onChanged: (channel: SavedChannel) => Promise<unknown> };

/** The secret that the server has just made, and a test with it. */
function NewSecret({ saved, onChanged }: NewSecretProps) {
  const { t } = useTranslation();
  const test = useSave('channels.form.testFailed');
  const runTest = () =>
    test.run(async () => {
      const tested = await callApi(channelCalls.testStored, { params: { id: saved.id } }, TEST_TIMEOUT_MS);
      await onChanged({ ...tested, secret: null });
      return { done: 'channels.form.tested' };
    });
  return (
    <Flex direction="column" gap="4">
      <Text>{t('channels.secret.text')}</Text>
      <CopyField
        label={t('channels.secret.label')}
        text={saved.secret}
        placeholder=""
        copyLabel={t('channels.secret.copy')}
      />
      {saved.verifiedAt === null && <Text color="text.muted">{t('channels.secret.next')}</Text>}
      <BusyButton
        variant="outline"
        borderColor="edge"
        alignSelf="flex-start"
        loading={test.busy}
        loadingText={t('channels.form.test')}
        onClick={() => void runTest()}
      >
        {t('channels.form.test')}
      </BusyButton>
      {test.outcome && <OutcomePart outcome={test.outcome} />}
    </Flex>
  );
}
