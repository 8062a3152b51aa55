import { Button, Flex } from '@chakra-ui/react';
import type { ChannelAnswer, SavedChannel } from '@farwatch/core/contracts/api/channels';
import { type ChannelTypeName, getChannelType } from '@farwatch/core/values/channels/channel-types';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { AppDialog } from '../../../components/overlay/app-dialog.tsx';
import { AskDialog } from '../../../components/overlay/ask-dialog.tsx';
import { channelName } from '../../../lib/format/channel-name.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import { ChannelFields } from './channel-fields.tsx';
import { draftOf, newDraft } from './draft.ts';
import { NewSecret } from './new-secret.tsx';
import { TypeTiles } from './type-tiles.tsx';
import { CHANNEL_TYPE_FORMS } from './types/table.ts';
import { useChannelForm } from './use-channel-form.ts';

type Props = {
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
export function ChannelDialog({ channel, types, onSaved, onClose }: Props) {
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
