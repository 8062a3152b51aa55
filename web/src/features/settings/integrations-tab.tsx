import { notificationCalls } from '@farwatch/core/contracts/api/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { useApi } from '../../lib/api/use-api.ts';
import {
  browserAlertsState,
  showNotification,
  switchBrowserAlertsOff,
  switchBrowserAlertsOn,
  useBrowserAlertsState,
} from '../../lib/browser/browser-alerts.ts';
import { useSession, useUid } from '../../lib/session/session.ts';
import { ChannelsCard } from './channel-list/channels-card.tsx';
import { EscalationCard } from './escalation/escalation-card.tsx';
import { LastAlerts } from './last-alerts.tsx';
import { SettingsCard, TabParts } from './layout.tsx';
import { NotificationForm } from './notification-form.tsx';
import { SummaryCard } from './summaries/summary-card.tsx';
import { TelegramTiming } from './timing/telegram-timing.tsx';

/** Telegram's settings, all other channels, and the last alerts. */
export function IntegrationsTab({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const { t } = useTranslation();
  const uid = useUid();
  const { data, error, isValidating, mutate } = useApi(notificationCalls.read, {});
  if (!data && !error) return <Loading />;
  const rest = (
    <>
      <TelegramTiming />
      <ChannelsCard />
      <EscalationCard />
      <SummaryCard />
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
          <FailureNotice
            title={t('notifications.loadFailed')}
            failure={error}
            isRetrying={isValidating}
            onRetry={() => void mutate()}
          />
          {rest}
        </>
      )}
    </TabParts>
  );
}

/** How admins are alerted about lost agents. */
function AgentAlerts() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.state !== 'verified' || !session.isAdmin) return null;
  return <Notice kind="info">{t('channels.agentAlerts')}</Notice>;
}

/** The switch for this browser's notifications, saved immediately; explains why if the browser does not allow them. */
function BrowserAlertsSection({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const state = useBrowserAlertsState(uid);
  // The switch moves immediately, and back if the browser refuses.
  const [isRequesting, setRequesting] = useState(false);
  const forbidden = state === 'blocked' || state === 'unsupported';

  async function change(isOn: boolean) {
    if (!isOn) return switchBrowserAlertsOff(uid);
    setRequesting(true);
    await switchBrowserAlertsOn(uid).finally(() => setRequesting(false));
    // Shows the user whether the device displays notifications.
    if (browserAlertsState(uid) === 'on') showNotification(t('browserAlerts.example'), { tag: 'first' });
  }

  return (
    <SettingsCard title={t('browserAlerts.title')} text={t('browserAlerts.text')}>
      <SwitchField
        label={t('browserAlerts.switch')}
        checked={isRequesting || state === 'on'}
        disabled={forbidden}
        onChange={(isOn) => void change(isOn)}
      />
      {forbidden && <Notice kind="warning">{t(`browserAlerts.${state}`)}</Notice>}
    </SettingsCard>
  );
}
