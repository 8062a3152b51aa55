import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react';
import type { AgentStats } from '@farwatch/core/contracts/api/agent-metrics';
import { agentCalls } from '@farwatch/core/contracts/api/agents';
import { healthReasons } from '@farwatch/core/decisions/agents/health';
import type { Agent } from '@farwatch/core/documents/agent';
import type { AgentCondition, Device } from '@farwatch/core/values/device';
import { batteryLevel } from '@farwatch/core/values/levels';
import { LIMITS } from '@farwatch/core/values/limits';
import { isNewerVersion, NEWEST_AGENT } from '@farwatch/core/values/release';
import { HOUR_MS, SECOND_MS } from '@farwatch/core/values/time';
import { Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../../domain/flags/locations.tsx';
import { useReasonText } from '../../domain/status/agent-badge.tsx';
import { LEVEL_LOOKS } from '../../domain/status/looks.ts';
import { StatusLabel } from '../../domain/status/status.tsx';
import { POLL_MS, useApi } from '../../lib/api/use-api.ts';
import { useVisibleFailure } from '../../lib/browser/online.ts';
import { pastDate } from '../../lib/format/dates.ts';
import { formatDuration } from '../../lib/format/durations.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { useNow } from '../../lib/time/now.ts';
import { DetailItem, DetailList, DetailNote } from '../../ui/layout/detail-list.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ExactTime, TimeAgo } from '../../ui/text/time.tsx';
import { CurrentBadge } from './agent-header.tsx';
import { LoadFailure } from './load-failure.tsx';

type Props = {
  agent: WithId<Agent>;
  /** False while another tab is visible; then nothing is requested. */
  shown: boolean;
};

/** The agent's identity, reporting and device, from its live document; the results of its checks from the API. */
export function Overview({ agent, shown }: Props) {
  const input = shown ? { params: { id: agent.id } } : null;
  const { data, error, mutate } = useApi(agentCalls.stats, input, POLL_MS);
  const failure = useVisibleFailure(data, error);
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      {failure !== undefined && <LoadFailure failure={failure} onRetry={() => void mutate()} />}
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap={{ base: '4', md: '6' }}>
        <AgentInformation agent={agent} stats={data} />
        <Flex direction="column" gap={{ base: '4', md: '6' }} minW="0">
          <DeviceInformation device={agent.device} />
          <Reporting agent={agent} />
        </Flex>
      </Grid>
    </Flex>
  );
}

function DeviceInformation({ device }: { device: Device | null }) {
  const { t } = useTranslation();
  return (
    <Section title={t('agent.device.title')}>
      <Box px="4" pb="4">
        {device ? <DeviceRows device={device} /> : <Text color="text.muted">{t('agent.device.none')}</Text>}
      </Box>
    </Section>
  );
}

function DeviceRows({ device }: { device: Device }) {
  const { t } = useTranslation();
  const { deviceName, deviceId, osName, osVersion, appVersion, memoryUsage } = device;
  return (
    <DetailList>
      <DetailItem name={t('agent.device.name')}>{deviceName || t('agents.notReported')}</DetailItem>
      <DetailItem name={t('agent.device.id')}>{deviceId || t('agents.notReported')}</DetailItem>
      <DetailItem name={t('agent.device.os')}>{`${osName} ${osVersion}`.trim() || t('agents.notReported')}</DetailItem>
      <DetailItem name={t('agent.device.app')}>{appVersion || t('agents.notReported')}</DetailItem>
      <DetailItem name={t('agent.device.battery')} short>
        <Battery device={device} />
      </DetailItem>
      <DetailItem name={t('agent.device.memory')} short>
        {memoryUsage === null ? t('agents.notReported') : t('agent.device.percent', { value: Math.round(memoryUsage) })}
      </DetailItem>
    </DetailList>
  );
}

function Battery({ device: { batteryPercent, batteryCharging } }: { device: Device }) {
  const { t } = useTranslation();
  if (batteryPercent === null) return t('agents.notReported');
  const look = LEVEL_LOOKS[batteryLevel(batteryPercent)];
  return (
    <Flex as="span" display="inline-flex" align="center" wrap="wrap" columnGap="2">
      <StatusLabel look={look} text={t('agent.device.percent', { value: Math.round(batteryPercent) })} />
      {batteryCharging && (
        <Flex as="span" align="center" gap="1" textStyle="sm" color="text.muted" whiteSpace="nowrap">
          <Zap size={12} aria-hidden="true" />
          {t('agent.device.charging')}
        </Flex>
      )}
    </Flex>
  );
}

type AgentInformationProps = { agent: Agent; stats: AgentStats | undefined };

/** The agent's identity and state. */
function AgentInformation({ agent, stats }: AgentInformationProps) {
  const { t } = useTranslation();
  const { location, description, activatedAt, lastSyncAt, lastReportAt, device } = agent;
  return (
    <Section title={t('agent.info.title')}>
      <Box px="4" pb="4">
        <DetailList>
          <DetailItem name={t('agent.info.status')}>
            <CurrentBadge agent={agent} />
            <AgentReasons agent={agent} />
          </DetailItem>
          <DetailItem name={t('agent.info.location')} short>
            <LocationNames codes={[location]} />
          </DetailItem>
          <DetailItem name={t('agent.info.version')} short>
            <Version version={device?.appVersion} />
          </DetailItem>
          <DetailItem name={t('agent.info.activated')} short>
            <EventTime atMs={activatedAt} missing={t('agent.info.notActivated')} />
          </DetailItem>
          <DetailItem name={t('agent.info.lastSync')} short>
            <EventTime atMs={lastSyncAt} missing={t('agent.info.never')} />
          </DetailItem>
          <DetailItem name={t('agent.info.lastReport')} short>
            <EventTime atMs={lastReportAt} missing={t('agent.info.never')} />
          </DetailItem>
          <DetailItem name={t('agent.info.endpoints')}>
            <Assigned count={agent.endpointCount} stats={stats} />
          </DetailItem>
          <DetailItem name={t('agent.info.description')}>{description || t('agent.info.noDescription')}</DetailItem>
        </DetailList>
      </Box>
    </Section>
  );
}

/** The agent's version, and the newest one if it is outdated. */
function Version({ version }: { version: string | undefined }) {
  const { t } = useTranslation();
  if (version === undefined) return t('agents.notReported');
  const { version: newest } = NEWEST_AGENT;
  return (
    <>
      {version}
      {isNewerVersion(newest, version) && <DetailNote>{t('agent.info.newerVersion', { newest })}</DetailNote>}
    </>
  );
}

/** The number of the agent's endpoints, its capacity, and the results of the last checks. */
function Assigned({ count, stats }: { count: number; stats: AgentStats | undefined }) {
  const { t } = useTranslation();
  const max = LIMITS.endpointsPerAgent.toLocaleString('en');
  const results = stats && {
    success: stats.successCount.toLocaleString('en'),
    failed: stats.failedCount.toLocaleString('en'),
    never: stats.neverCheckedCount.toLocaleString('en'),
  };
  return (
    <>
      {count.toLocaleString('en')}{' '}
      <Box as="span" color="text.muted">
        {t('agent.info.capacity', { max })}
      </Box>
      {results && stats.endpointCount > 0 && <DetailNote>{t('agent.info.results', results)}</DetailNote>}
    </>
  );
}

/** How long ago an event was, with the exact time below; `missing` if it never happened. */
function EventTime({ atMs, missing }: { atMs: number | null; missing: string }) {
  if (atMs === null) return missing;
  return (
    <>
      <TimeAgo atMs={atMs} />
      <DetailNote>
        <ExactTime atMs={atMs} />
      </DetailNote>
    </>
  );
}

/** Why the agent is not healthy; nothing if it is. */
function AgentReasons({ agent }: { agent: Agent }) {
  const reasonText = useReasonText();
  const reasons = healthReasons(agent, useNow(5 * SECOND_MS));
  if (reasons.length === 0) return null;
  return (
    <chakra.ul listStyleType="none" mt="1" textStyle="sm" color="text.muted">
      {reasons.map((reason) => (
        <li key={'problem' in reason ? reason.problem : reason.kind}>{reasonText(reason)}</li>
      ))}
    </chakra.ul>
  );
}

type ReportingProps = Pick<Agent, 'condition' | 'abstainingSince'>;

/** Whether the agent's votes count and all of its checks arrive, from its last report. */
function Reporting({ agent: { condition, abstainingSince } }: { agent: ReportingProps }) {
  const { t } = useTranslation();
  return (
    <Section title={t('agent.reporting.title')}>
      <Box px="4" pb="4">
        {condition ? (
          <Condition condition={condition} abstainingSince={abstainingSince} />
        ) : (
          <Text color="text.muted">{t('agent.reporting.none')}</Text>
        )}
      </Box>
    </Section>
  );
}

function Condition({ condition, abstainingSince }: { condition: AgentCondition; abstainingSince: number | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(HOUR_MS);
  const { spoolOldestAt, clockOffsetMs, inMemory = false } = condition;
  return (
    <DetailList>
      <DetailItem name={t('agent.reporting.abstaining')}>
        <Votes abstaining={condition.abstaining} sinceMs={abstainingSince} />
      </DetailItem>
      <DetailItem name={t('agent.reporting.lost')}>
        <Lost condition={condition} />
      </DetailItem>
      <DetailItem name={t('agent.reporting.unsent')} short>
        {spoolOldestAt === null
          ? t('agent.reporting.unsentNone')
          : t('agent.reporting.unsentSince', { at: pastDate(spoolOldestAt, nowMs, language) })}
      </DetailItem>
      <DetailItem name={t('agent.reporting.clock')} short>
        <Clock offsetMs={clockOffsetMs} />
      </DetailItem>
      <DetailItem name={t('agent.reporting.storage')}>
        {t(inMemory ? 'agent.reporting.inMemory' : 'agent.reporting.onDisk')}
        {inMemory && <DetailNote>{t('agent.reporting.inMemoryHint')}</DetailNote>}
      </DetailItem>
    </DetailList>
  );
}

function Clock({ offsetMs }: { offsetMs: number }) {
  const { t } = useTranslation();
  const roundedMs = Math.round(Math.abs(offsetMs) / SECOND_MS) * SECOND_MS;
  if (roundedMs === 0) return t('agent.reporting.clockRight');
  const by = formatDuration(roundedMs, t);
  return t(offsetMs > 0 ? 'agent.reporting.clockAhead' : 'agent.reporting.clockBehind', { by });
}

function Votes({ abstaining, sinceMs }: { abstaining: boolean; sinceMs: number | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(HOUR_MS);
  if (!abstaining) return t('agent.reporting.counted');
  const since = sinceMs !== null && t('agent.reporting.abstainsSince', { at: pastDate(sinceMs, nowMs, language) });
  return (
    <>
      <StatusLabel look="down" text={since || t('agent.reporting.abstains')} />
      <DetailNote>{t('agent.reporting.abstainsHint')}</DetailNote>
    </>
  );
}

function Lost({ condition: { droppedChecks, refusedReports = 0 } }: { condition: AgentCondition }) {
  const { t } = useTranslation();
  const lost = [
    droppedChecks > 0 && t('agent.reporting.dropped', { count: droppedChecks }),
    refusedReports > 0 && t('agent.reporting.refused', { count: refusedReports }),
  ].filter((text) => text !== false);
  if (lost.length === 0) return t('agent.reporting.lostNone');
  return (
    <>
      {lost.map((text) => (
        <Box key={text}>
          <StatusLabel look="down" text={text} />
        </Box>
      ))}
      <DetailNote>{t('agent.reporting.lostHint')}</DetailNote>
    </>
  );
}
