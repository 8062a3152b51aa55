import { Button, Flex } from '@chakra-ui/react';
import type { ChannelAnswer, SavedChannel } from '@farwatch/core/contracts/api/channels';
import { type ChannelTypeName, getChannelType } from '@farwatch/core/values/channels/channel-types';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { AppDialog } from '../../../components/overlay/app-dialog.tsx';
import { AskDialog } from '../../../components/overlay/ask-dialog.tsx';
import { useMonitors } from '../../../lib/live/account.ts';
import { ChannelFields } from './channel-fields.tsx';
import { channelName } from './channel-name.ts';
import { draftOf, newDraft } from './draft.ts';
import { SecretPanel } from './secret-panel.tsx';
import { TypeTiles } from './type-tiles.tsx';
import type { ChannelTypeForm } from './types/channel-type-form.ts';
import { CHANNEL_TYPE_FORMS } from './types/table.ts';
import { useChannelForm } from './use-channel-form.ts';

type AddProps = {
  types: readonly ChannelTypeName[];
  onSaved: (saved: SavedChannel) => Promise<unknown>;
  onClose: () => void;
};

/** Adds a channel: first its type, then its form. */
export function AddChannelDialog({ types, onSaved, onClose }: AddProps) {
  const { t } = useTranslation();
  const [type, setType] = useState<ChannelTypeName | null>(null);
  const form = type && CHANNEL_TYPE_FORMS[type];
  if (type && form) {
    const draft = newDraft(type, form, t(`channels.types.${type}.name`));
    const title = t('channels.form.add', { type: t(`channels.types.${type}.name`) });
    const shared = { form, channel: null, onSaved, onClose };
    return <FormDialog key={type} title={title} draft={draft} onBack={() => setType(null)} {...shared} />;
  }
  return (
    <AppDialog
      open
      onClose={onClose}
      title={t('channels.form.choose')}
      size="lg"
      footer={
        <Button variant="outline" borderColor="edge" onClick={onClose}>
          {t('cancel')}
        </Button>
      }
    >
      <TypeTiles types={types} onChoose={setType} />
    </AppDialog>
  );
}

type EditProps = Omit<AddProps, 'types'> & { channel: ChannelAnswer; form: ChannelTypeForm };

/** Edits a channel. */
export function EditChannelDialog({ channel, form, ...rest }: EditProps) {
  const { t } = useTranslation();
  const { data } = useMonitors();
  const name = channelName(channel, t);
  const [draft] = useState(() => draftOf(channel, name, data?.items.map(({ id }) => id) ?? channel.monitors ?? []));
  const title = t('channels.form.editTitle', { name });
  return <FormDialog title={title} draft={draft} channel={channel} form={form} {...rest} />;
}

type FormDialogProps = Omit<AddProps, 'types'> & {
  title: string;
  draft: ReturnType<typeof newDraft>;
  channel: ChannelAnswer | null;
  form: ChannelTypeForm;
  onBack?: () => void;
};

/** The form with its buttons. It asks before what was entered is lost, and ends with the secret if there is a new one. */
function FormDialog({ title, draft, channel, form, onSaved, onClose, onBack }: FormDialogProps) {
  const { t } = useTranslation();
  const [savedSecret, setSavedSecret] = useState<SavedChannel | null>(null);
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const state = useChannelForm(draft, channel, async (saved) => {
    await onSaved(saved);
    if (saved.secret === null) onClose();
    else setSavedSecret(saved);
  });
  const leave = (how: () => void) => {
    if (state.busy) return;
    if (state.isDirty) setLeaving(() => how);
    else how();
  };
  if (savedSecret) return <SecretPanel saved={savedSecret} onChanged={onSaved} onClose={onClose} />;
  return (
    <>
      <AppDialog
        open
        size="lg"
        title={title}
        onClose={() => leave(onClose)}
        footer={<FormButtons state={state} isNew={channel === null} onLeave={() => leave(onBack ?? onClose)} />}
      >
        <ChannelFields state={state} channel={channel} form={form} />
      </AppDialog>
      <AskDialog
        open={leaving !== null}
        title={t('channels.form.discardTitle')}
        confirm={t('channels.form.discard')}
        onConfirm={() => leaving?.()}
        dismiss={{ text: t('channels.form.keep'), onDismiss: () => setLeaving(null) }}
        danger
      >
        {t('channels.form.discardText')}
      </AskDialog>
    </>
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
