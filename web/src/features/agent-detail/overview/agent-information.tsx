import { Box, chakra } from '@chakra-ui/react';
import type { AgentStats } from '@farwatch/core/contracts/api/agent-metrics';
import { healthReasons } from '@farwatch/core/decisions/agents/health';
import type { Agent } from '@farwatch/core/documents/agent';
import { LIMITS } from '@farwatch/core/values/limits';
import { isNewerVersion, NEWEST_AGENT } from '@farwatch/core/values/release';
import { SECOND_MS } from '@farwatch/core/values/time';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../../../components/flags/locations.tsx';
import { DetailItem, DetailList, DetailNote } from '../../../components/layout/detail-list.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useReasonText } from '../../../components/status/agent-badge.tsx';
import { ExactTime, TimeAgo } from '../../../components/text/time.tsx';
import { useNow } from '../../../lib/time/now.ts';
import { CurrentBadge } from '../agent-header.tsx';

type Props = { agent: Agent; stats: AgentStats | undefined };

/** The agent's identity and state. */
export function AgentInformation({ agent, stats }: Props) {
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
  if (version === undefined) return t('none');
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
