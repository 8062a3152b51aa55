import { Box, Flex, Text } from '@chakra-ui/react';
import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { type Heartbeat, heartbeatSchema } from '@farwatch/core/documents/heartbeat';
import { type HeartbeatSchedule, scheduleOf } from '@farwatch/core/values/check-types/heartbeat';
import { HEARTBEAT } from '@farwatch/core/values/limits';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useApi } from '../../../lib/api/use-api.ts';
import { loggedTime, shortDate } from '../../../lib/format/dates.ts';
import { formatDuration } from '../../../lib/format/durations.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useDocument } from '../../../lib/live/firestore-listeners.ts';
import { useNow } from '../../../lib/time/now.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { PingGuide } from './ping-guide.tsx';
import { PingList } from './ping-list.tsx';
import { RunChart } from './run-chart.tsx';
import { runsOf } from './runs.ts';

/** A heartbeat's ping URLs and its last pings, live. */
export default function HeartbeatPanel({ endpointId }: { endpointId: string }) {
  const { t } = useTranslation();
  const { data, error, mutate } = useApi(endpointCalls.read, { params: { id: endpointId } });
  const pingUrl = data?.pingUrl ?? null;
  if (!data && error !== undefined)
    return <FailureNotice title={t('heartbeat.loadFailed')} failure={error} onRetry={() => void mutate()} />;
  return (
    <>
      {pingUrl === null ? <Loading /> : <Pings key={pingUrl} pingUrl={pingUrl} onMissing={() => void mutate()} />}
      <PingGuide endpoint={data} onReplaced={(after) => void mutate(after, { revalidate: false })} />
    </>
  );
}

/** `onMissing`: the URL was replaced elsewhere. */
function Pings({ pingUrl, onMissing }: { pingUrl: string; onMissing: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useDocument('heartbeats', pingUrl.split('/').at(-1) ?? '', heartbeatSchema);
  useOnChange(data === null, onMissing);
  if (data === undefined && error) return <FailureNotice title={t('heartbeat.loadFailed')} failure={error} />;
  if (!data) return <Loading />;
  return (
    <>
      {data.pingCount > 0 && <RunChart runs={runsOf(data.pings)} />}
      {/* Before the first ping, how to send it comes first. */}
      <Box order={data.pingCount === 0 ? 1 : 0}>
        <Section title={t('heartbeat.pings')} aside={<Use heartbeat={data} />}>
          <StateText heartbeat={data} />
          <PingList heartbeat={data} />
        </Section>
      </Box>
    </>
  );
}

/** When it is expected: 'Every 30 m, with 10 m of grace.' */
function scheduleText(schedule: HeartbeatSchedule, t: TFunction): string {
  const grace = formatDuration(schedule.graceSec * SECOND_MS, t);
  if (schedule.cron !== null) return t('heartbeat.byCron', { ...schedule, grace });
  return t('heartbeat.byPeriod', { period: formatDuration(schedule.periodSec * SECOND_MS, t), grace });
}

/** What is expected next. */
function StateText({ heartbeat: { check, lastStartAt, dueAt } }: { heartbeat: Heartbeat }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Flex direction="column" px="4" pb="3" color="text.muted" role="status">
      <Text>{scheduleText(scheduleOf(check), t)}</Text>
      {lastStartAt !== null && <Text>{t('heartbeat.running', { time: loggedTime(lastStartAt, language) })}</Text>}
      {dueAt !== null && <Text>{t('heartbeat.due', { time: shortDate(dueAt, language) })}</Text>}
    </Flex>
  );
}

/** How many pings it has sent on this UTC day, and how many it may send. */
function Use({ heartbeat: { today } }: { heartbeat: Heartbeat }) {
  const { t } = useTranslation();
  const now = useNow(MINUTE_MS);
  const count = today.date === new Date(now).toISOString().slice(0, 10) ? today.count : 0;
  return (
    <Text textStyle="sm" color="text.muted">
      {t('heartbeat.today', { count, max: HEARTBEAT.perDay.toLocaleString('en') })}
    </Text>
  );
}
