import { Box } from '@chakra-ui/react';
import type { AgentStats } from '@farwatch/core/api/agent-figures';
import type { Agent } from '@farwatch/core/documents/agent';
import { LIMITS } from '@farwatch/core/limits';
import { useTranslation } from 'react-i18next';
import { ExactTime } from '../../../components/exact-time.tsx';
import { LocationNames } from '../../../components/flags/location-names.tsx';
import { Fact, Facts } from '../../../components/incidents/facts.tsx';
import { Section } from '../../../components/section.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { AgentReasons } from '../agent-reasons.tsx';
import { CurrentBadge } from '../current-badge.tsx';
import { Note } from './note.tsx';

type Props = { agent: Agent; stats: AgentStats | undefined };

/** The agent's identity and state. */
export function AgentInformation({ agent, stats }: Props) {
  const { t } = useTranslation();
  const { location, description, activatedAt, lastSyncAt, lastReportAt, device } = agent;
  return (
    <Section title={t('agent.info.title')}>
      <Box px="4" pb="4">
        <Facts>
          <Fact name={t('agent.info.status')}>
            <CurrentBadge agent={agent} />
            <AgentReasons agent={agent} />
          </Fact>
          <Fact name={t('agent.info.location')} short>
            <LocationNames codes={[location]} />
          </Fact>
          <Fact name={t('agent.info.version')} short>
            {device?.appVersion ?? t('none')}
          </Fact>
          <Fact name={t('agent.info.activated')} short>
            <Moment atMs={activatedAt} missing={t('agent.info.notActivated')} />
          </Fact>
          <Fact name={t('agent.info.lastSync')} short>
            <Moment atMs={lastSyncAt} missing={t('agent.info.never')} />
          </Fact>
          <Fact name={t('agent.info.lastReport')} short>
            <Moment atMs={lastReportAt} missing={t('agent.info.never')} />
          </Fact>
          <Fact name={t('agent.info.endpoints')}>
            <Assigned count={agent.endpointCount} stats={stats} />
          </Fact>
          <Fact name={t('agent.info.description')}>{description || t('agent.info.noDescription')}</Fact>
        </Facts>
      </Box>
    </Section>
  );
}

/** How many endpoints it holds, of how many it can, and how their last checks went. */
function Assigned({ count, stats }: { count: number; stats: AgentStats | undefined }) {
  const { t } = useTranslation();
  const max = LIMITS.endpointsPerAgent.toLocaleString('en');
  const results = stats && {
    success: stats.success_count.toLocaleString('en'),
    failed: stats.failed_count.toLocaleString('en'),
    never: stats.never_checked_count.toLocaleString('en'),
  };
  return (
    <>
      {count.toLocaleString('en')}{' '}
      <Box as="span" color="text.muted">
        {t('agent.info.capacity', { max })}
      </Box>
      {results && stats.endpoint_count > 0 && <Note>{t('agent.info.results', results)}</Note>}
    </>
  );
}

/** How long ago something was, with the exact time below; `missing` if it never was. */
function Moment({ atMs, missing }: { atMs: number | null; missing: string }) {
  if (atMs === null) return missing;
  return (
    <>
      <TimeAgo atMs={atMs} />
      <Note>
        <ExactTime atMs={atMs} />
      </Note>
    </>
  );
}
