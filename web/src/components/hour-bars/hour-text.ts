import { type Segment, segmentState } from '@farwatch/core/status/segments';
import { useTranslation } from 'react-i18next';
import { hourRange } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n.ts';

/** What is told of one hour (spec 2). `where` is empty unless something was down. */
export type HourText = { day: string; range: string; status: string; where: string };

/** Puts an hour into words: date, hours with the offset from GMT, status, and the locations that were down in it. */
export function useHourText() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (hourAtMs: number, segment: Segment | null, running: boolean): HourText => {
    const { day, range } = hourRange(hourAtMs, language);
    const names = segment?.downLocations.map(({ code }) => t(`locations.${code}`)) ?? [];
    return {
      day,
      range: running ? `${range} (${t('hours.running')})` : range,
      status: t(`status.${segmentState(segment)}`),
      where: names.length > 0 ? t('hours.downAt', { locations: names.join(', ') }) : '',
    };
  };
}
