import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { notificationCalls, notificationInputSchema } from '@farwatch/core/contracts/api/notifications';
import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import { type SeverityFilter, severityFilterSchema } from '@farwatch/core/values/severity-filter';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/form/choice.tsx';
import { callApi } from '../../lib/api/client.ts';
import { SettingsCard, SettingsRow } from './layout.tsx';
import { SaveBar, useSave } from './saving.tsx';
import { captureSent, useStoredForm } from './stored-form.ts';
import { TELEGRAM_FIELDS, TelegramPart } from './telegram/telegram-part.tsx';

const FIELDS = [...TELEGRAM_FIELDS, 'thresholds.severity', 'thresholds.silencePeriod'] as const;

type Props = {
  stored: NotificationSettings;
  onSaved: (settings: NotificationSettings) => Promise<unknown>;
  onDirty: (dirty: boolean) => void;
  /** Shown between the form and its save bar. */
  children: ReactNode;
};

/** The specified Telegram integration and the thresholds, saved together. Fields that were not edited here keep what another page saved. */
export function NotificationForm({ stored, onSaved, onDirty, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const save = useSave('notifications.saveFailed');
  const [isTesting, setTesting] = useState(false);
  const [discards, setDiscards] = useState(0);
  const { form, isDirty, discard } = useStoredForm(stored, zodResolver(notificationInputSchema), onDirty);
  const { control } = form;

  const submit = form.handleSubmit((body) =>
    save.run(async () => {
      const applyStored = captureSent(form, FIELDS);
      const saved = await callApi(notificationCalls.save, { body: { ...body, was: stored } });
      applyStored(saved);
      await onSaved(saved);
      return { done: 'notifications.saved' };
    }),
  );

  function undo() {
    discard();
    save.forget();
    setDiscards((before) => before + 1);
  }

  return (
    <>
      <chakra.form
        id={id}
        noValidate
        display="flex"
        flexDirection="column"
        gap={{ base: '4', md: '6' }}
        onSubmit={(event) => void submit(event)}
        onChange={save.forget}
      >
        <TelegramPart
          form={form}
          stored={stored}
          saving={save.busy}
          discards={discards}
          onSaved={onSaved}
          onTesting={setTesting}
          onChosen={save.forget}
        />
        <SettingsCard title={t('notifications.thresholds')} text={t('notifications.thresholdsText')}>
          <Controller
            control={control}
            name="thresholds.severity"
            render={({ field }) => <SeverityField value={field.value} onChange={field.onChange} />}
          />
          <Controller
            control={control}
            name="thresholds.silencePeriod"
            render={({ field }) => <SilenceField minutes={field.value} onChange={field.onChange} />}
          />
        </SettingsCard>
      </chakra.form>
      {children}
      <SaveBar
        form={id}
        dirty={isDirty}
        saving={save.busy}
        disabled={isTesting}
        outcome={save.outcome}
        onDiscard={undo}
      />
    </>
  );
}

type SeverityFieldProps = { value: SeverityFilter; onChange: (value: SeverityFilter) => void };

/** Which incidents send alerts: five filters, each with an explanation. */
function SeverityField({ value, onChange }: SeverityFieldProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <chakra.fieldset minW="0">
      <chakra.legend fontWeight="medium" mb="1">
        {t('notifications.severity')}
      </chakra.legend>
      {severityFilterSchema.options.map((each) => (
        <chakra.label key={each} display="flex" gap="3" py="1.5" minH="11" cursor="pointer">
          <chakra.input
            type="radio"
            name={name}
            boxSize="4"
            mt="0.5"
            flexShrink="0"
            accentColor="accent.solid"
            aria-describedby={`${name}${each}`}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          <Flex direction={{ base: 'column', md: 'row' }} columnGap="3" minW="0">
            <Box w={{ md: '160px' }} flexShrink="0">
              {t(`notifications.severities.${each}`)}
            </Box>
            <Text id={`${name}${each}`} color="text.muted">
              {t(`notifications.severityHints.${each}`)}
            </Text>
          </Flex>
        </chakra.label>
      ))}
    </chakra.fieldset>
  );
}

const PERIODS_MIN = Array.from({ length: 25 }, (_, index) => index * 5);

type SilenceFieldProps = { minutes: number; onChange: (minutes: number) => void };

/** How long further alerts about an endpoint are silenced: 0 to 120 minutes in steps of 5. */
function SilenceField({ minutes, onChange }: SilenceFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const labelOf = (count: number) =>
    count === 0 ? t('notifications.noSilence') : t('notifications.silenceMinutes', { count });
  return (
    <Box>
      <SettingsRow label={t('notifications.silence')} htmlFor={id}>
        <Choice
          id={id}
          value={String(minutes)}
          options={PERIODS_MIN.map((each) => ({ value: String(each), label: labelOf(each) }))}
          onChoose={(value) => onChange(Number(value))}
        />
      </SettingsRow>
      <Text color="text.muted">{t('notifications.silenceHint')}</Text>
    </Box>
  );
}
