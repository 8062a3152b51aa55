import { Box, Button, Text } from '@chakra-ui/react';
import { type ChannelAnswer, channelCalls } from '@farwatch/core/contracts/api/channels';
import { TELEGRAM_CHANNEL_ID } from '@farwatch/core/documents/channels-of';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { callApi } from '../../../lib/api/client.ts';
import { useMarkedIssues } from '../../../lib/api/mark-issues.ts';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { SettingsCard } from '../layout.tsx';
import { type DoneTexts, OutcomeNotice } from '../saving.tsx';
import { timingDraftOf, timingDraftSchema } from './timing-draft.ts';
import { TimingFields } from './timing-fields.tsx';
import { timingParts } from './timing-parts.ts';

/** When the specified Telegram integration is notified, and whether of slow endpoints; nothing until it has a bot and a chat. */
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
        <Text>
          {[timingParts(channel.timing, t, language).join(' · ') || t('timing.default')]
            .concat(channel.alsoSlow ? t('channels.alsoSlow') : [])
            .join(' · ')}
        </Text>
        <Button variant="outline" onClick={() => setOpen(true)}>
          {t('timing.change')}
        </Button>
      </Box>
      {isOpen && <TimingDialog channel={channel} onSaved={() => mutate()} onClose={() => setOpen(false)} />}
    </SettingsCard>
  );
}

type Props = { channel: ChannelAnswer; onSaved: () => Promise<unknown>; onClose: () => void };

/** Edits when a channel is notified, and whether of slow endpoints. Confirms before input is lost. */
function TimingDialog({ channel, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    defaultValues: { timing: timingDraftOf(channel.timing), alsoSlow: channel.alsoSlow },
    resolver: zodResolver(z.object({ timing: timingDraftSchema, alsoSlow: z.boolean() })),
  });
  const { isDirty, errors } = form.formState;
  const saving = useSaving<DoneTexts>();
  useMarkedIssues(form, saving.failure);
  const submit = form.handleSubmit((body) =>
    saving.save(async () => {
      await callApi(channelCalls.setTiming, { params: { id: channel.id }, body });
      await onSaved();
      onClose();
    }),
  );

  return (
    <FormDialog
      title={t('timing.telegram')}
      confirm={t('channels.form.save')}
      saving={saving}
      isDirty={isDirty}
      discard={{
        title: t('channels.form.discardTitle'),
        text: t('channels.form.discardText'),
        confirm: t('channels.form.discard'),
        dismiss: t('channels.form.keep'),
      }}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="timing"
        render={({ field }) => (
          <TimingFields
            draft={field.value}
            errors={errors.timing}
            onChange={(timing) => {
              field.onChange(timing);
              saving.forget();
            }}
          />
        )}
      />
      <Controller
        control={form.control}
        name="alsoSlow"
        render={({ field }) => (
          <SwitchField
            label={t('channels.form.alsoSlow')}
            hint={t('channels.form.alsoSlowHint')}
            checked={field.value}
            onChange={(alsoSlow) => {
              field.onChange(alsoSlow);
              saving.forget();
            }}
          />
        )}
      />
      <OutcomeNotice saving={saving} failed="timing.saveFailed" />
    </FormDialog>
  );
}
