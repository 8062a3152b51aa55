import { Box, chakra, Slider, Text } from '@chakra-ui/react';
import { type MonitorSettings, type Settings, settingsCalls } from '@farwatch/core/contracts/api/settings';
import { INTERVALS_MIN } from '@farwatch/core/values/limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { useCacheInterval } from '../../../lib/api/queries.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { SettingsCard, TabParts } from '../layout.tsx';
import { type DoneTexts, SaveBar } from '../saving.tsx';
import { captureSent, useStoredForm } from '../stored-form.ts';
import { useSettings } from '../use-settings.ts';
import { checksPerDay, type Interval, intervalByKey, LONGEST, nearestInterval, SHORTEST } from './interval.ts';

type Dirty = { onDirty: (dirty: boolean) => void };

/** Sets the check interval of all monitors. */
export function MonitorTab({ onDirty }: Dirty) {
  const { t } = useTranslation();
  const { data, error, isRetrying, retry, change } = useSettings();
  if (data) return <IntervalForm stored={data} onSaved={change} onFailed={retry} onDirty={onDirty} />;
  if (!error) return <Loading />;
  return <FailureNotice title={t('settings.loadFailed')} failure={error} isRetrying={isRetrying} onRetry={retry} />;
}

type Props = Dirty & {
  stored: Settings;
  onSaved: (saved: Partial<Settings>) => Promise<unknown>;
  onFailed: () => void;
};

/**
 * Saved with a button, not on release, because keys step through the intervals in between. After a failed save the
 * stored interval is loaded again, since the save may have succeeded and only its response been lost.
 */
function IntervalForm({ stored, onSaved, onFailed, onDirty }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const saving = useSaving<DoneTexts>();
  const updateSummary = useCacheInterval();
  const { form, isDirty, discard } = useStoredForm(stored, zodResolver(settingsCalls.changeMonitors.body), onDirty);
  const { field } = useController({ control: form.control, name: 'monitorInterval' });

  const submit = form.handleSubmit((body) =>
    saving.save(async () => {
      const applyStored = captureSent(form, ['monitorInterval']);
      let saved: MonitorSettings | undefined;
      try {
        saved = await callApi(settingsCalls.changeMonitors, { body });
      } catch (why) {
        onFailed();
        throw why;
      } finally {
        applyStored(saved);
      }
      await onSaved(saved);
      updateSummary(saved.monitorInterval);
      return ['settings.monitorSaved'];
    }),
  );

  return (
    <TabParts>
      <chakra.form id={id} onSubmit={(event) => void submit(event)}>
        <SettingsCard id="interval" title={t('settings.interval')} text={t('settings.intervalText')}>
          <Box>
            <Text textStyle="xl" fontWeight="semibold">
              {t('settings.every', { count: field.value })}
            </Text>
            <Text color="text.muted">{t('settings.checksADay', { count: checksPerDay(field.value) })}</Text>
          </Box>
          <IntervalSlider
            value={field.value}
            onChange={(next) => {
              field.onChange(next);
              saving.forget();
            }}
          />
        </SettingsCard>
      </chakra.form>
      <SaveBar form={id} dirty={isDirty} saving={saving} failed="settings.monitorFailed" onDiscard={discard} />
    </TabParts>
  );
}

type SliderProps = { value: Interval; onChange: (value: Interval) => void };

/** A slider in steps of 1 minute that snaps to the nearest of five intervals. Keys step between these. */
function IntervalSlider({ value, onChange }: SliderProps) {
  const { t } = useTranslation();
  return (
    <Slider.Root
      colorPalette="accent"
      min={SHORTEST}
      max={LONGEST}
      step={1}
      value={[value]}
      getAriaValueText={(details) => t('settings.every', { count: details.value })}
      onValueChange={(details) => onChange(nearestInterval(details.value[0] ?? value))}
      onKeyDownCapture={(event) => {
        const next = intervalByKey(value, event.key);
        if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onChange(next);
      }}
    >
      <Slider.Label srOnly>{t('settings.interval')}</Slider.Label>
      <Slider.Control h="11" cursor="pointer">
        <Slider.Track bg="edge" borderRadius="full" boxShadow="none">
          <Slider.Range />
        </Slider.Track>
        <Slider.Thumb
          index={0}
          bg="surface.raised"
          _focusVisible={{ outlineWidth: '2px', outlineStyle: 'solid', outlineColor: 'accent', outlineOffset: '2px' }}
        />
        <Slider.Marks
          top="20px"
          insetInline="0"
          marks={INTERVALS_MIN.map((each) => ({ value: each, label: each }))}
          css={{ '& .chakra-slider__markerIndicator': { bg: 'surface.raised' } }}
        />
      </Slider.Control>
    </Slider.Root>
  );
}
