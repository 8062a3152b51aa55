import { Button, Text } from '@chakra-ui/react';
import { SECOND_MS } from '@farwatch/core/time';
import { Plus, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { LiveNotices } from '../../components/live-notices.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { UNKNOWN_LIMITS, useLimits } from '../../lib/limits.ts';
import { useMonitors } from '../../lib/live/monitors.ts';
import { useNow } from '../../lib/now.ts';
import { useFailureBeside } from '../../lib/online.ts';
import { PATHS } from '../../lib/paths.ts';
import { useRefresh } from '../../lib/refresh.ts';
import { checkPace, useSummary } from '../../lib/summary.ts';
import { useTitle } from '../../lib/use-title.ts';
import { monitorRow, totalsOf } from './monitor-row.ts';
import { MonitorsList } from './monitors-list.tsx';
import { SummaryCards } from './summary-cards.tsx';

const EVERY_MS = 5 * SECOND_MS;

/** /monitors, the dashboard (spec 2): the list is live, the summary is the API's. */
export default function MonitorsPage() {
  const { t } = useTranslation();
  useTitle(t('monitors.title'));
  const live = useMonitors();
  const summary = useSummary();
  const limits = useLimits().data?.limits ?? UNKNOWN_LIMITS;
  const nowMs = useNow(EVERY_MS);
  const { refresh, refreshing } = useRefresh();
  const failure = useFailureBeside(live.data, live.data ? summary.error : live.error);
  const rows = live.data?.items.map((monitor) => monitorRow(monitor, nowMs)) ?? [];

  return (
    <>
      <PageHeader
        title={t('monitors.title')}
        actions={
          <>
            <Button variant="outline" borderColor="edge" onClick={refresh} loading={refreshing}>
              <RefreshCw aria-hidden="true" />
              {t('monitors.refresh')}
            </Button>
            <CreateButton />
          </>
        }
      />
      {failure !== undefined && <FailureNotice failure={failure} fallback="monitors.loadFailed" onRetry={refresh} />}
      <LiveNotices live={live} />
      {live.data && (
        <>
          <SummaryCards totals={totalsOf(rows)} maxEndpoints={limits.max} pace={checkPace(summary.data)} />
          {rows.length > 0 ? <MonitorsList rows={rows} /> : <NoMonitors />}
        </>
      )}
      {!live.data && !live.error && <Loading />}
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

function NoMonitors() {
  const { t } = useTranslation();
  const action = (
    <ButtonLink to={PATHS.newMonitor} colorPalette="accent">
      <Plus aria-hidden="true" />
      {t('monitors.create')}
    </ButtonLink>
  );
  return (
    <Panel>
      <EmptyState title={t('monitors.empty')} hint={t('monitors.emptyHint')} action={action} />
    </Panel>
  );
}
