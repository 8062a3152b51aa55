import { Flex } from '@chakra-ui/react';
import type { AgentAvailability } from '@farwatch/core/api/agent-figures';
import { agentCalls } from '@farwatch/core/api/agents';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Panel } from '../../../components/panel.tsx';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { useFailureBeside } from '../../../lib/online.ts';
import { LoadFailure } from '../load-failure.tsx';
import { DailyUptime } from './daily-uptime.tsx';
import { UptimeCards } from './uptime-cards.tsx';
import { UptimeDetails } from './uptime-details.tsx';

type Props = { agentId: string; shown: boolean };

/** How much of the last thirty days of the viewer's zone the agent was present. */
export function Availability({ agentId, shown }: Props) {
  const input = shown ? { params: { id: agentId } } : null;
  const { data, error, mutate } = useApi(agentCalls.availability, input, POLL_MS);
  const failure = useFailureBeside(data, error);
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      {failure !== undefined && <LoadFailure failure={failure} onRetry={() => void mutate()} />}
      {data ? <Figures agentId={agentId} data={data} /> : error === undefined && <Loading />}
    </Flex>
  );
}

function Figures({ agentId, data }: { agentId: string; data: AgentAvailability }) {
  const { t } = useTranslation();
  const days = data.daily_availability;
  if (days.every(({ uptime }) => uptime === null)) {
    return (
      <Panel>
        <EmptyState title={t('agent.uptime.empty')} hint={t('agent.uptime.emptyHint')} />
      </Panel>
    );
  }
  return (
    <>
      <UptimeCards data={data} />
      <DailyUptime days={days} />
      <UptimeDetails agentId={agentId} days={days} />
    </>
  );
}
