import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { BackLink, ButtonLink } from '../../components/navigation/links.tsx';
import { useAgent } from '../../lib/live/agents.ts';
import { isRefused } from '../../lib/live/firestore-listeners.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { AgentView } from './agent-view.tsx';
import { LoadFailure } from './load-failure.tsx';

/** /agents/{id}. Retrying restarts the listener. */
export default function AgentPage() {
  const { id = '' } = useParams();
  const [attempt, setAttempt] = useState(0);
  return <Agent key={`${id} ${attempt}`} id={id} onRetry={() => setAttempt(attempt + 1)} />;
}

function Agent({ id, onRetry }: { id: string; onRetry: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useAgent(id);
  const [name, setName] = useState('');
  if (data && data.name !== name) setName(data.name);
  const isMissing = data === null || isRefused(error);
  useTitle(name || t('agent.title'));
  if (data && !isMissing) {
    return (
      <>
        {error && <Notice kind="info">{t('live.interrupted')}</Notice>}
        <AgentView agent={data} />
      </>
    );
  }
  return (
    <>
      <BackLink to={PATHS.agents} text={t('agent.back')} />
      {isMissing && <Missing name={name} />}
      {!isMissing && error && <LoadFailure failure={error} onRetry={onRetry} />}
      {!isMissing && !error && <Loading />}
    </>
  );
}

/** `name`: the agent's name if it was shown before it was deleted. */
function Missing({ name }: { name: string }) {
  const { t } = useTranslation();
  const hint = name ? t('agent.deletedHint', { name }) : t('agent.missingHint');
  const action = (
    <ButtonLink to={PATHS.agents} variant="outline" borderColor="edge">
      {t('agent.back')}
    </ButtonLink>
  );
  return (
    <Panel>
      <EmptyState isPage title={t('agent.missing')} hint={hint} action={action} />
    </Panel>
  );
}
