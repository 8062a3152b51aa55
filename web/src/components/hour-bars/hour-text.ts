import { type Segment, segmentState } from '@farwatch/core/status/segments';
import { useTranslation } from 'react-i18next';
import { hourRange } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n.ts';
import { useLocationText } from '../flags/use-location-text.ts';

/** The text of one hour. `where` is empty unless something failed. */
export type HourText = { day: string; range: string; status: string; where: string };

/** Describes an hour: date, range with the offset from GMT, status, and the locations where it was down or failing. */
export function useHourText() {
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
      where: locations && t(isPartial ? 'hours.partialAt' : 'hours.downAt', { locations }),
    };
  };
}
