import { Text } from '@chakra-ui/react';
import { firstSteps } from '@farwatch/core/decisions/monitors/first-steps';
import { SECOND_MS } from '@farwatch/core/values/time';
import { Plus, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { LiveNotices } from '../../components/feedback/page-notices.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { ButtonLink } from '../../components/navigation/links.tsx';
import { UNKNOWN_LIMITS, useLimits, useRefresh, useSummary } from '../../lib/api/queries.ts';
import { useVisibleFailure } from '../../lib/browser/online.ts';
import { useMonitors, useProfile } from '../../lib/live/account.ts';
import { checkRate } from '../../lib/live/check-rate.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { useNow } from '../../lib/time/now.ts';
import { useOnChange } from '../../lib/use-on-change.ts';
import { FailingChannels } from './failing-channels.tsx';
import { FirstSteps } from './first-steps.tsx';
import { monitorRow, totalsOf } from './monitor-row.ts';
import { MonitorsList } from './monitors-list.tsx';
import { SummaryCards } from './summary-cards.tsx';

/** /monitors, the dashboard: the list is live, the summary comes from the API. */
export default function MonitorsPage() {
  const { t } = useTranslation();
  useTitle(t('monitors.title'));
  const live = useMonitors();
  const profile = useProfile();
  const summary = useSummary();
  const limits = useLimits().data?.limits ?? UNKNOWN_LIMITS;
  const nowMs = useNow(5 * SECOND_MS);
  const { refresh, refreshing } = useRefresh();
  const statuses = live.data?.items
    .flatMap(({ endpoints }) => Object.values(endpoints).map(({ status }) => status))
    .join();
  useOnChange(statuses, (before) => before !== undefined && void summary.mutate());
  const failure = useVisibleFailure(live.data, live.data ? summary.error : live.error);
  // Waits for the profile too: it decides whether the first steps are shown, which would push everything else down.
  const isLoaded = live.data !== undefined && (profile.data !== undefined || profile.error !== undefined);
  // Without a profile alerts were never set up; if it cannot be read, that is unknown.
  const alertsOn = profile.data === undefined ? null : profile.data === null ? false : profile.data.alertsOn;
  const rows = live.data?.items.map((monitor) => monitorRow(monitor, nowMs)) ?? [];

  return (
    <>
      <PageHeader
        title={t('monitors.title')}
        actions={
          <>
            <BusyButton variant="outline" borderColor="edge" onClick={refresh} loading={refreshing}>
              <RefreshCw aria-hidden="true" />
              {t('monitors.refresh')}
            </BusyButton>
            <CreateButton />
          </>
        }
      />
      {failure !== undefined && <FailureNotice failure={failure} fallback="monitors.loadFailed" onRetry={refresh} />}
      <LiveNotices live={live} />
      {isLoaded && (
        <>
          <FailingChannels channels={profile.data?.failingChannels ?? {}} />
          <FirstSteps {...firstSteps(live.data?.items ?? [], alertsOn)} monitorId={rows[0]?.id} />
          <SummaryCards
            totals={totalsOf(rows)}
            maxEndpoints={limits.max}
            checkRate={checkRate(summary.data, profile.data, live.data?.items ?? [], nowMs)}
            isLoading={summary.data === undefined && summary.error === undefined}
          />
          {rows.length > 0 && <MonitorsList rows={rows} />}
        </>
      )}
      {!isLoaded && !live.error && <Loading />}
    </>
  );
}

function CreateButton() {
  const { t } = useTranslation();
  return (
    <ButtonLink
      to={PATHS.newMonitor}
      colorPalette="accent"
      px={{ base: '3', sm: '4' }}
      aria-label={t('monitors.create')}
    >
      <Plus aria-hidden="true" />
      <Text as="span" hideBelow="sm">
        {t('monitors.create')}
      </Text>
    </ButtonLink>
  );
}
