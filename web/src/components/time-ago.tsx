import { chakra } from '@chakra-ui/react';
import { SECOND_MS } from '@farwatch/core/time';
import { useTranslation } from 'react-i18next';
import { exactTime, pastDate } from '../lib/format/dates.ts';
import { relativeTime } from '../lib/format/relative-time.ts';
import { useLanguage } from '../lib/i18n.ts';
import { useNow } from '../lib/now.ts';

const EVERY_MS = 5 * SECOND_MS;

/**
 * How long ago something was, kept current, with the exact time on hover. `missing` is shown for null, by default
 * 'N/A'.
 */
export function TimeAgo({ atMs, missing }: { atMs: number | null; missing?: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(EVERY_MS);
  if (atMs === null) return <>{missing ?? t('none')}</>;
  const ago = relativeTime(atMs, nowMs);
  const words = {
    none: () => t('none'),
    now: () => t('time.now'),
    minutes: (count: number) => t('time.minutes', { count }),
    hours: (count: number) => t('time.hours', { count }),
    date: () => pastDate(atMs, nowMs, language),
  };
  return (
    <chakra.time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs, language)} whiteSpace="nowrap">
      {words[ago.kind]('count' in ago ? ago.count : 0)}
    </chakra.time>
  );
}
