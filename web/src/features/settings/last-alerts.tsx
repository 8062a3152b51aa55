import { chakra } from '@chakra-ui/react';
import { alertSchema } from '@farwatch/core/documents/alert';
import { limit, orderBy } from 'firebase/firestore';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { LiveNotices } from '../../components/feedback/page-notices.tsx';
import { ButtonLink } from '../../components/navigation/links.tsx';
import { useOwnDocuments } from '../../lib/live/firestore-listeners.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { AlertRow } from './alert-row.tsx';
import { SettingsCard } from './layout.tsx';

const LIMIT = 20;

/** The last alerts and their delivery, live. */
export function LastAlerts() {
  const { t } = useTranslation();
  const live = useOwnDocuments('alerts', alertSchema, [orderBy('createdAt', 'desc'), limit(LIMIT)]);
  const alerts = live.data?.items;
  return (
    <SettingsCard title={t('notifications.alerts.title')} text={t('notifications.alerts.text')}>
      {live.error && !alerts && <FailureNotice title={t('notifications.alerts.loadFailed')} failure={live.error} />}
      <LiveNotices live={live} />
      {!alerts && !live.error && <Loading />}
      {alerts?.length === 0 && (
        <EmptyState
          title={t('notifications.alerts.empty')}
          hint={t('notifications.alerts.emptyHint')}
          action={
            <ButtonLink to={PATHS.incidents} variant="outline" borderColor="edge">
              {t('notifications.alerts.emptyAction')}
            </ButtonLink>
          }
        />
      )}
      {alerts && alerts.length > 0 && (
        <chakra.ul
          listStyleType="none"
          aria-label={t('notifications.alerts.title')}
          mx={{ base: '-4', sm: '-6' }}
          mb={{ base: '-4', sm: '-6' }}
        >
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} />
          ))}
        </chakra.ul>
      )}
    </SettingsCard>
  );
}
