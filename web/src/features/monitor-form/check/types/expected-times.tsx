import { Box, Text } from '@chakra-ui/react';
import { nextExpected } from '@farwatch/core/decisions/heartbeats/due-time';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import { optionsOfType } from '@farwatch/core/values/check-options';
import { type HeartbeatSchedule, scheduleOf } from '@farwatch/core/values/check-types/heartbeat';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { useTranslation } from 'react-i18next';
import { exactTime, gmtOffset, weekdayTime } from '../../../../lib/format/dates.ts';
import { useLanguage } from '../../../../lib/i18n/i18n.ts';
import { useNow } from '../../../../lib/time/now.ts';

const SHOWN = 3;

/** When a heartbeat with these options would be expected next, in the viewer's zone. */
export default function ExpectedTimes({ check }: { check: CheckOptions | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(MINUTE_MS);
  const times = expectedTimes(scheduleOf(optionsOfType(check, 'heartbeat')), nowMs);
  return (
    <Box role="status">
      <Text fontWeight="medium">{t('check.expected.title')}</Text>
      <Box textStyle="sm" color="text.muted">
        {times.length === 0 && t('check.expected.never')}
        {times.map((atMs) => (
          <Text key={atMs} title={exactTime(atMs, language)}>
            {weekdayTime(atMs, language)} {gmtOffset(atMs, language)}
          </Text>
        ))}
      </Box>
    </Box>
  );
}

function expectedTimes(schedule: HeartbeatSchedule, nowMs: number): number[] {
  const times: number[] = [];
  try {
    for (let atMs: number | null = nowMs; times.length < SHOWN; ) {
      atMs = nextExpected(schedule, atMs);
      if (atMs === null) break;
      times.push(atMs);
    }
  } catch {
    return [];
  }
  return times;
}
