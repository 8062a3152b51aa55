import { settingsCalls } from '@farwatch/core/contracts/api/settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../lib/session/session.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PageTabs } from '../../ui/navigation/page-tabs.tsx';
import { UnsavedDialog } from '../../ui/overlay/unsaved-dialog.tsx';
import { AccountTab } from './tabs/account-tab.tsx';
import { IntegrationsTab } from './tabs/integrations-tab.tsx';
import { LanguagesTab } from './tabs/languages-tab.tsx';
import { MonitorTab } from './tabs/monitor-tab.tsx';

/** /settings. A tab keeps its unsaved changes while other tabs are shown; a dialog warns before leaving the page. */
export default function SettingsPage() {
  const { t } = useTranslation();
  const [account, setAccount] = useState(false);
  const [monitor, setMonitor] = useState(false);
  const [integrations, setIntegrations] = useState(false);
  const mayCall = useMayCall();
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <PageTabs
        side
        label={t('settings.tabs')}
        tabs={[
          { id: 'account', label: t('settings.account'), content: <AccountTab onDirty={setAccount} /> },
          ...(mayCall(settingsCalls.changeMonitors)
            ? [{ id: 'monitor', label: t('settings.monitor'), content: <MonitorTab onDirty={setMonitor} /> }]
            : []),
          {
            id: 'integrations',
            label: t('settings.integrations'),
            content: <IntegrationsTab onDirty={setIntegrations} />,
          },
          { id: 'languages', label: t('settings.languages'), content: <LanguagesTab /> },
        ]}
      />
      <UnsavedDialog unsaved={account || monitor || integrations} />
    </>
  );
}
