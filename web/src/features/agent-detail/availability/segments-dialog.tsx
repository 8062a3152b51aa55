import { Flex, Text } from '@chakra-ui/react';
import type { AgentSegments } from '@farwatch/core/contracts/api/agent-metrics';
import { agentCalls } from '@farwatch/core/contracts/api/agents';
import { uptimeOf } from '@farwatch/core/decisions/agents/uptime';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../../components/feedback/loading.tsx';
import { AppDialog } from '../../../components/overlay/app-dialog.tsx';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { dayOfWeek, shortDate } from '../../../lib/format/dates.ts';
import { percentToTenth } from '../../../lib/format/numbers.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { LoadFailure } from '../load-failure.tsx';
import { SegmentHours, SegmentLegend } from './segment-hours.tsx';

type Props = {
  agentId: string;
  /** A UTC day, YYYY-MM-DD; null while the dialog is closed. */
  date: string | null;
  onClose: () => void;
};

/** The 'Segment Details' dialog: the hours of a UTC day, in segments of ten minutes. */
export function SegmentsDialog({ agentId, date, onClose }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(date);
  if (date !== null && date !== shown) setShown(date);
  return (
    <AppDialog open={date !== null} onClose={onClose} title={t('agent.segments.title')} size="lg">
      {shown !== null && <Segments key={shown} agentId={agentId} date={shown} />}
    </AppDialog>
  );
}

function Segments({ agentId, date }: { agentId: string; date: string }) {
  const { data, error, mutate } = useApi(agentCalls.segments, { params: { id: agentId }, query: { date } }, POLL_MS);
  return (
    <Flex direction="column" gap="4">
      <DayHeader date={date} segments={data} />
      {error !== undefined && <LoadFailure failure={error} onRetry={() => void mutate()} />}
      {data ? <SegmentHours segments={data} /> : error === undefined && <Loading />}
    </Flex>
  );
}

/** The day with its total uptime, and a legend. */
function DayHeader({ date, segments }: { date: string; segments: AgentSegments | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const dayMs = Date.parse(date);
  const uptime = segments ? uptimeOf(segments.hours.flatMap((hour) => hour.segments)) : null;
  const percent = uptime === null ? t('none') : t('agent.uptime.percent', { value: percentToTenth(uptime) });
  const hasOtherZone = new Date(dayMs).getTimezoneOffset() !== 0;
  return (
    <Flex direction="column" gap="1">
      <Flex align="baseline" justify="space-between" wrap="wrap" columnGap="4">
        <Text textStyle="lg" fontWeight="medium">
          {dayOfWeek(date, language)}
        </Text>
        {segments && (
          <Text>
            <Text as="span" color="text.muted">
              {t('agent.segments.day')}
            </Text>{' '}
            <Text as="span" fontWeight="medium">
              {percent}
            </Text>
          </Text>
        )}
      </Flex>
      <Text color="text.muted">
        {t('agent.segments.explain')} {hasOtherZone && t('agent.segments.starts', { at: shortDate(dayMs, language) })}
      </Text>
      <SegmentLegend />
    </Flex>
  );
}
