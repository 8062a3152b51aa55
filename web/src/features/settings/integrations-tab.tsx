import { notificationCalls } from '@farwatch/core/api/notifications';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { useApi } from '../../lib/api/use-api.ts';
import { useSession, useUid } from '../../lib/session.ts';
import { BrowserAlertsSection } from './browser-alerts-section.tsx';
import { LastAlerts } from './last-alerts.tsx';
import { LoadFailure } from './load-failure.tsx';
import { NotificationForm } from './notification-form.tsx';
import { TabParts } from './tab-parts.tsx';

/** Telegram: its settings, how to set it up, and what became of the last alerts. */
export function IntegrationsTab({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const uid = useUid();
  const { data, error, isValidating, mutate } = useApi(notificationCalls.read, {});
  if (!data && !error) return <Loading />;
  const rest = (
    <>
      <AgentAlerts />
      {uid !== null && <BrowserAlertsSection uid={uid} />}
      <LastAlerts />
    </>
  );
  return (
    <TabParts>
      {data ? (
        <NotificationForm
          stored={data}
          onSaved={(settings) => mutate(settings, { revalidate: false })}
          onDirty={onDirty}
        >
          {rest}
        </NotificationForm>
      ) : (
        <>
          <LoadFailure
            failed="notifications.loadFailed"
            why={error}
            trying={isValidating}
            onRetry={() => void mutate()}
          />
          {rest}
        </>
      )}
    </TabParts>
  );
}

/** How an admin learns of lost agents. */
function AgentAlerts() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.state !== 'verified' || !session.isAdmin) return null;
  return <Notice kind="info">{t('agents.alerts')}</Notice>;
}
