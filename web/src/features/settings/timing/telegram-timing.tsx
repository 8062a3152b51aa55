import { Box, Button, Text } from '@chakra-ui/react';
import { type ChannelAnswer, channelCalls } from '@farwatch/core/contracts/api/channels';
import { TELEGRAM_CHANNEL_ID } from '@farwatch/core/documents/channels-of';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useReportSaving } from '../../../lib/navigation/unsaved.ts';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';
import { AskDialog } from '../../../ui/overlay/ask-dialog.tsx';
import { SettingsCard } from '../layout.tsx';
import { OutcomeNotice, useSave } from '../saving.tsx';
import { parseTiming, type TimingErrors, timingDraftOf, timingErrorsOf } from './timing-draft.ts';
import { TimingFields } from './timing-fields.tsx';
import { timingParts } from './timing-parts.ts';

/** When the specified Telegram integration is notified; nothing until it has a bot and a chat. */
export function TelegramTiming() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { data, mutate } = useApi(channelCalls.list, {}, POLL_MS);
  const channel = data?.channels.find(({ id }) => id === TELEGRAM_CHANNEL_ID);
  if (!channel) return null;
  return (
    <SettingsCard title={t('timing.telegram')} text={t('timing.telegramText')}>
      <Box display="flex" flexWrap="wrap" gap="4" alignItems="center" justifyContent="space-between">
        <Text>{timingParts(channel.timing, t, language).join(' · ') || t('timing.default')}</Text>
        <Button variant="outline" borderColor="edge" onClick={() => setOpen(true)}>
          {t('timing.change')}
        </Button>
      </Box>
      {isOpen && <TimingDialog channel={channel} onSaved={() => mutate()} onClose={() => setOpen(false)} />}
    </SettingsCard>
  );
}

type Props = { channel: ChannelAnswer; onSaved: () => Promise<unknown>; onClose: () => void };

/** Edits when a channel is notified; asks before what was entered is lost. */
function TimingDialog({ channel, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const [initial] = useState(() => timingDraftOf(channel.timing));
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<TimingErrors | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const save = useSave('timing.saveFailed');
  useReportSaving(save.busy);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial);

  function change(changed: typeof draft) {
    setDraft(changed);
    save.forget();
    if (errors) setErrors(timingErrorsOf(changed));
  }
  function submit() {
    const parsed = parseTiming(draft);
    setErrors('errors' in parsed ? parsed.errors : null);
    if ('errors' in parsed) return;
    void save.run(async () => {
      await callApi(channelCalls.setTiming, { params: { id: channel.id }, body: { timing: parsed.timing } });
      await onSaved();
      onClose();
      return null;
    });
  }
  function leave() {
    if (save.busy) return;
    if (isDirty) setLeaving(true);
    else onClose();
  }

  return (
    <>
      <AppDialog
        open
        size="lg"
        title={t('timing.telegram')}
        onClose={leave}
        footer={
          <>
            <Button variant="outline" borderColor="edge" disabled={save.busy} onClick={leave}>
              {t('cancel')}
            </Button>
            <BusyButton colorPalette="accent" loading={save.busy} onClick={submit}>
              {t('channels.form.save')}
            </BusyButton>
          </>
        }
      >
        <TimingFields draft={draft} errors={errors} onChange={change} />
        {save.outcome && (
          <Box mt="4">
            <OutcomeNotice outcome={save.outcome} />
          </Box>
        )}
      </AppDialog>
      <AskDialog
        open={isLeaving}
        title={t('channels.form.discardTitle')}
        confirm={t('channels.form.discard')}
        onConfirm={onClose}
        dismiss={{ text: t('channels.form.keep'), onDismiss: () => setLeaving(false) }}
        danger
      >
        {t('channels.form.discardText')}
      </AskDialog>
    </>
  );
}
