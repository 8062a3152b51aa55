import type { Agent } from '@farwatch/core/documents/agent';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { BackLink } from '../../components/navigation/links.tsx';
import { PageTabs } from '../../components/navigation/page-tabs.tsx';
import type { WithId } from '../../lib/live/read-document.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { AgentPlace, AgentTitle } from './agent-header.tsx';
import { Availability } from './availability/availability.tsx';
import { MonitoredEndpoints } from './monitored-endpoints.tsx';
import { Overview } from './overview/overview.tsx';
import { SyncButton, SyncNotice, useSync } from './sync.tsx';

/** One agent: its details, availability and endpoints. Only the tab that is shown calls the API. */
export function AgentView({ agent }: { agent: WithId<Agent> }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const sync = useSync(agent);
  const shown = query.get('tab');
  return (
    <>
      <BackLink to={PATHS.agents} text={t('agent.back')} />
      <PageHeader title={<AgentTitle agent={agent} />} actions={<SyncButton sync={sync} />} />
      <AgentPlace agent={agent} />
      <SyncNotice sync={sync} />
      <PageTabs
        label={t('agent.tabs')}
        tabs={[
          {
            id: 'overview',
            label: t('agent.overview'),
            content: <Overview agent={agent} shown={shown !== 'availability' && shown !== 'endpoints'} />,
          },
          {
            id: 'availability',
            label: t('agent.availability'),
            content: <Availability agentId={agent.id} shown={shown === 'availability'} />,
          },
          {
            id: 'endpoints',
            label: t('agent.endpoints'),
            content: <MonitoredEndpoints agent={agent} shown={shown === 'endpoints'} />,
          },
        ]}
      />
    </>
  );
}
