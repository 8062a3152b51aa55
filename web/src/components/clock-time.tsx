import { chakra } from '@chakra-ui/react';
import { SECOND_MS } from '@farwatch/core/time';
import { useTranslation } from 'react-i18next';
import { exactTime, pastDate } from '../lib/format/dates.ts';
import { daysAgo, relativeTime } from '../lib/format/relative-time.ts';
import { useLanguage } from '../lib/i18n.ts';
import { useNow } from '../lib/now.ts';

const EVERY_MS = 5 * SECOND_MS;

/** The time of a log entry, with how long ago below it; to the second on hover. */
export function ClockTime({ atMs }: { atMs: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(EVERY_MS);
  const ago = relativeTime(atMs, nowMs);
  const words = {
    none: () => '',
    now: () => t('time.now'),
    minutes: (count: number) => t('time.minutes', { count }),
    hours: (count: number) => t('time.hours', { count }),
    date: () => t('time.days', { count: daysAgo(atMs, nowMs) }),
  };
  return (
    <chakra.time
      dateTime={new Date(atMs).toISOString()}
      title={exactTime(atMs, language)}
      display="block"
      whiteSpace="nowrap"
    >
      {pastDate(atMs, nowMs, language)}
      <chakra.span display="block" textStyle="xs" fontWeight="normal" color="text.muted">
        {words[ago.kind]('count' in ago ? ago.count : 0)}
      </chakra.span>
    </chakra.time>
  );
}
