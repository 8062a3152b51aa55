import { Box, chakra, Text } from '@chakra-ui/react';
import { monitorSettingsSchema, type Settings } from '@farwatch/core/api/settings';
import { type FormEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../components/loading.tsx';
import { callApi } from '../../lib/api/client.ts';
import { useIntervalKnown } from '../../lib/summary.ts';
import { checksADay } from './interval.ts';
import { IntervalSlider } from './interval-slider.tsx';
import { LoadFailure } from './load-failure.tsx';
import { SaveBar } from './save-bar.tsx';
import { Section } from './section.tsx';
import { useDraft } from './use-draft.ts';
import { useSave } from './use-save.ts';
import { useSettings } from './use-settings.ts';

type Dirty = { onDirty: (dirty: boolean) => void };

/** How often everything is checked (spec 2). */
export function MonitorTab({ onDirty }: Dirty) {
  const settings = useSettings();
  if (settings.data) return <MonitorForm stored={settings.data} onSaved={settings.change} onDirty={onDirty} />;
  if (!settings.error) return <Loading />;
  const { error, trying, retry } = settings;
  return <LoadFailure failed="settings.loadFailed" why={error} trying={trying} onRetry={retry} />;
}

type Props = Dirty & { stored: Settings; onSaved: (saved: Partial<Settings>) => Promise<unknown> };

/** Saved by its button, not by letting go: keys pass by intervals that are not meant. A failed save shows what is in force. */
function MonitorForm({ stored, onSaved, onDirty }: Props) {
  const { t } = useTranslation();
  const { values, dirty, edit, settle, discard } = useDraft({ monitorInterval: stored.monitorInterval });
  const save = useSave('settings.monitorFailed');
  const tellSummary = useIntervalKnown();
  const { monitorInterval } = values;

  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  function submit(event: FormEvent) {
    event.preventDefault();
    void save.run(async () => {
      try {
        const saved = await callApi('/settings/monitors', monitorSettingsSchema, { method: 'PUT', body: values });
        await onSaved(saved);
        tellSummary(saved.monitorInterval);
        return { done: 'settings.monitorSaved' };
      } finally {
        settle(values);
      }
    });
  }

  function undo() {
    discard();
    save.forget();
  }

  return (
    <chakra.form onSubmit={submit}>
      <Section title={t('settings.interval')} text={t('settings.intervalText')}>
        <Box>
          <Text textStyle="xl" fontWeight="semibold">
            {t('settings.every', { count: monitorInterval })}
          </Text>
          <Text color="text.muted">{t('settings.checksADay', { count: checksADay(monitorInterval) })}</Text>
        </Box>
        <IntervalSlider
          value={monitorInterval}
          onChange={(next) => {
            edit({ monitorInterval: next });
            save.forget();
          }}
        />
        <SaveBar dirty={dirty} saving={save.busy} outcome={save.outcome} onDiscard={undo} />
      </Section>
    </chakra.form>
  );
}
