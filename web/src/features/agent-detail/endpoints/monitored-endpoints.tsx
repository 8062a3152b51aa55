import { Flex } from '@chakra-ui/react';
import { monitoredEndpointSchema } from '@farwatch/core/api/agent-figures';
import type { Agent } from '@farwatch/core/documents/agent';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Panel } from '../../../components/panel.tsx';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { useFailureBeside } from '../../../lib/online.ts';
import { LoadFailure } from '../load-failure.tsx';
import { EndpointTable } from './endpoint-table.tsx';

const listSchema = z.array(monitoredEndpointSchema);

type Props = { agent: WithId<Agent>; shown: boolean };

/** The agent's endpoints, requested again at once when their number changes. */
export function MonitoredEndpoints({ agent: { id, endpointCount }, shown }: Props) {
  const { t } = useTranslation();
  const path = `/agents/${encodeURIComponent(id)}/endpoints`;
  const { data, error, mutate } = useApi(shown ? path : null, listSchema, POLL_MS);
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
