import { type Segment, segmentState } from '@farwatch/core/decisions/status/segments';
import { HOUR_MS, hourStart } from '@farwatch/core/values/time';
import { useTranslation } from 'react-i18next';
import { hourRange } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useLocationText } from '../flags/locations.tsx';
import { SEGMENT_LOOKS } from '../status/looks.ts';
import { barStyles, standaloneBarStyles } from './bar-styles.ts';
import { HourSlider, type HourText } from './hour-slider.tsx';

type Props = { segments: readonly (Segment | null)[]; nowMs: number; height?: string; standalone?: boolean };

/**
 * Shows hours as bars, oldest first, the current one last and outlined. Outside of a table, `standalone` bars are
 * larger.
 */
export function HourBars({ segments, nowMs, standalone = false, height = standalone ? '40px' : '28px' }: Props) {
  const { t } = useTranslation();
  const last = segments.length - 1;
  const hourAt = (index: number) => hourStart(nowMs) - (last - index) * HOUR_MS;
  const hourText = useHourText();
  const hours = segments.map((segment, index) => {
    const state = segmentState(segment);
    return { key: hourAt(index), state, look: SEGMENT_LOOKS[state] };
  });
  return (
    <HourSlider
      label={t('hours.label')}
      hours={hours}
      running={last}
      describe={(index) => hourText(hourAt(index), segments[index] ?? null, index === last)}
      styles={standalone ? standaloneBarStyles : barStyles}
      height={height}
    />
  );
}

/** Describes an hour: date, range with the offset from GMT, status, and the locations where it was down or failing. */
function useHourText() {
  const { t } = useTranslation();
  const language = useLanguage();
  const locationText = useLocationText();
  return (hourAtMs: number, segment: Segment | null, running: boolean): HourText => {
    const { day, range } = hourRange(hourAtMs, language);
    const state = segmentState(segment);
    const isPartial = state === 'PARTIAL';
    const places = (isPartial ? segment?.partialLocations : segment?.downLocations) ?? [];
    const locations = locationText(places.map(({ code }) => code));
    return {
      day,
      range: running ? `${range} (${t('hours.running')})` : range,
      status: t(`status.${state}`),
      slow: segment?.isSlow ? t('hours.slow') : '',
      where: locations && t(isPartial ? 'hours.partialAt' : 'hours.downAt', { locations }),
    };
  };
}
