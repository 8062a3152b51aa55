import { Flex } from '@chakra-ui/react';
import { notificationAnswerSchema } from '@farwatch/core/api/notifications';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { useApi } from '../../lib/api/use-api.ts';
import { useSession } from '../../lib/session.ts';
import { HelpGuide } from './help-guide.tsx';
import { LastAlerts } from './last-alerts.tsx';
import { LoadFailure } from './load-failure.tsx';
import { NotificationForm } from './notification-form.tsx';

/** Telegram: its settings, how to set it up, and what became of the last alerts (spec 2). */
export function IntegrationsTab({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const { data, error, isValidating, mutate } = useApi('/v1/notifications/settings', notificationAnswerSchema);
  if (!data && !error) return <Loading />;
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      {data ? (
        <NotificationForm
          stored={data}
          onSaved={(settings) => mutate(settings, { revalidate: false })}
          onDirty={onDirty}
        />
      ) : (
        <LoadFailure
          failed="notifications.loadFailed"
          why={error}
          trying={isValidating}
          onRetry={() => void mutate()}
        />
      )}
      <AgentAlerts />
      <HelpGuide />
      <LastAlerts />
    </Flex>
  );
}

/** How an admin hears of lost agents. */
function AgentAlerts() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.state !== 'verified' || !session.isAdmin) return null;
  return <Notice kind="info">{t('agents.alerts')}</Notice>;
}
