import { chakra } from '@chakra-ui/react';
import { notificationCalls, notificationInputSchema } from '@farwatch/core/api/notifications';
import { CHANNEL_NAMES } from '@farwatch/core/channels/channels';
import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { CHANNEL_FORMS } from './channels/table.ts';
import { SaveBar } from './save-bar.tsx';
import { Section } from './section.tsx';
import { SeverityField } from './severity-field.tsx';
import { SilenceField } from './silence-field.tsx';
import { sending } from './stored-form.ts';
import { useSave } from './use-save.ts';
import { useStoredForm } from './use-stored-form.ts';

const ALL = [
  ...CHANNEL_NAMES.flatMap((name) => CHANNEL_FORMS[name].fields),
  'thresholds.severity',
  'thresholds.silence_period',
] as const;

type Props = {
  stored: NotificationSettings;
  onSaved: (settings: NotificationSettings) => Promise<unknown>;
  onDirty: (dirty: boolean) => void;
  /** Stands between the form and its bar. */
  children: ReactNode;
};

/** The channels and the thresholds, saved together; what another page saved meanwhile stays unless it was changed here. */
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
      const settle = sending(form, ALL);
      const saved = await callApi(notificationCalls.save, { body: { ...body, was: stored } });
      settle(saved);
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
        {CHANNEL_NAMES.map((name) => {
          const { Part } = CHANNEL_FORMS[name];
          return (
            <Part
              key={name}
              form={form}
              stored={stored}
              saving={save.busy}
              discards={discards}
              onSaved={onSaved}
              onTesting={setTesting}
              onChosen={save.forget}
            />
          );
        })}
        <Section title={t('notifications.thresholds')} text={t('notifications.thresholdsText')}>
          <Controller
            control={control}
            name="thresholds.severity"
            render={({ field }) => <SeverityField value={field.value} onChange={field.onChange} />}
          />
          <Controller
            control={control}
            name="thresholds.silence_period"
            render={({ field }) => <SilenceField minutes={field.value} onChange={field.onChange} />}
          />
        </Section>
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
