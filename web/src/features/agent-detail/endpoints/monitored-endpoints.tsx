import { Flex } from '@chakra-ui/react';
import { agentCalls } from '@farwatch/core/api/agents';
import type { Agent } from '@farwatch/core/documents/agent';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Panel } from '../../../components/panel.tsx';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { useFailureBeside } from '../../../lib/online.ts';
import { LoadFailure } from '../load-failure.tsx';
import { EndpointTable } from './endpoint-table.tsx';

type Props = { agent: WithId<Agent>; shown: boolean };

/** The agent's endpoints, requested again at once when their number changes. */
export function MonitoredEndpoints({ agent: { id, endpointCount }, shown }: Props) {
  const { t } = useTranslation();
  const { data, error, mutate } = useApi(agentCalls.endpoints, shown ? { params: { id } } : null, POLL_MS);
  const failure = useFailureBeside(data, error);
  const asked = useRef(endpointCount);
  useEffect(() => {
    if (asked.current === endpointCount) return;
    asked.current = endpointCount;
    void mutate();
  }, [endpointCount, mutate]);
  return (
    <Flex direction="column" gap="4">
      {failure !== undefined && <LoadFailure failure={failure} onRetry={() => void mutate()} />}
      {data === undefined && error === undefined && <Loading />}
      {data && (
        <Panel overflow="clip">
          {data.length > 0 ? (
            <EndpointTable endpoints={data} />
          ) : (
            <EmptyState title={t('agent.list.empty')} hint={t('agent.list.emptyHint')} />
          )}
        </Panel>
      )}
    </Flex>
  );
}
