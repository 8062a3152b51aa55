import { Flex, Grid } from '@chakra-ui/react';
import { agentCalls } from '@farwatch/core/api/agents';
import type { Agent } from '@farwatch/core/documents/agent';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { useVisibleFailure } from '../../../lib/online.ts';
import { LoadFailure } from '../load-failure.tsx';
import { AgentInformation } from './agent-information.tsx';
import { DeviceInformation } from './device-information.tsx';
import { Reporting } from './reporting.tsx';

type Props = {
  agent: WithId<Agent>;
  /** Nothing is requested while another tab is shown. */
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
