import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.tsx';
import {
  browserAlertsState,
  showNotification,
  switchBrowserAlertsOff,
  switchBrowserAlertsOn,
  useBrowserAlertsState,
} from '../../lib/browser-alerts/permission.ts';
import { Section } from './section.tsx';
import { SwitchField } from './switch-field.tsx';

/** Notifications by this browser: switched only here, at once; says if the browser has none. */
export function BrowserAlertsSection({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const state = useBrowserAlertsState(uid);
  // The switch moves when pressed, and back if the browser refuses.
  const [asking, setAsking] = useState(false);
  const forbidden = state === 'blocked' || state === 'unsupported';

  async function change(wanted: boolean) {
    if (!wanted) return switchBrowserAlertsOff(uid);
    setAsking(true);
    await switchBrowserAlertsOn(uid).finally(() => setAsking(false));
    // At once it is seen whether the device lets them through.
    if (browserAlertsState(uid) === 'on') showNotification(t('browserAlerts.first'), { tag: 'first' });
  }

  return (
    <Section title={t('browserAlerts.title')} text={t('browserAlerts.text')}>
      <SwitchField
        label={t('browserAlerts.switch')}
        checked={asking || state === 'on'}
        disabled={forbidden}
        onChange={(wanted) => void change(wanted)}
      />
      {forbidden && <Notice kind="warning">{t(`browserAlerts.${state}`)}</Notice>}
    </Section>
  );
}
