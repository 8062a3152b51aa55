import { Text } from '@chakra-ui/react';
import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { monitorMetrics } from '@farwatch/core/decisions/status/availability';
import { monitorDisplayStatus } from '@farwatch/core/decisions/status/display-status';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { isHeartbeat } from '@farwatch/core/values/check-types/heartbeat';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CheckButton } from '../../components/check-now/check-panel.tsx';
import { MonitorCheckPanel, useMonitorCheck } from '../../components/check-now/monitor-check.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Section } from '../../components/layout/section.tsx';
import { RunningMaintenance, StartMaintenance } from '../../components/maintenance/monitor-maintenance.tsx';
import { BackToMonitors, ButtonLink } from '../../components/navigation/links.tsx';
import { PauseButton } from '../../components/pause/pause-button.tsx';
import { PausedBanner } from '../../components/pause/paused-banner.tsx';
import { MONITOR_LOOKS } from '../../components/status/looks.ts';
import { StatusTitle } from '../../components/status/status.tsx';
import { Tags } from '../../components/text/tag.tsx';
import { metricsInput } from '../../lib/api/queries.ts';
import { REPORTED_MS, useApi } from '../../lib/api/use-api.ts';
import { useVisibleFailure } from '../../lib/browser/online.ts';
import { afterName } from '../../lib/format/text.ts';
import { useProfile } from '../../lib/live/account.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { editMonitorPath } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { useOnChange } from '../../lib/use-on-change.ts';
import { Certificates } from './certificates.tsx';
import { type EndpointRow, endpointRows, lastCheckOf } from './endpoint-row.ts';
import { LastHours } from './last-hours.tsx';
import { MonitorCards } from './monitor-cards.tsx';
import { RecentIncidents } from './recent-incidents.tsx';
import { UptimeSection } from './uptime-section.tsx';
import { Watchlist } from './watchlist.tsx';

/** One monitor: its status, its last 24 hours, incidents and endpoints. */
export function MonitorView({ monitor, nowMs }: { monitor: WithId<Monitor>; nowMs: number }) {
  const { t } = useTranslation();
  useTitle(monitor.name);
  const status = monitorDisplayStatus(Object.values(monitor.endpoints));
  const check = useMonitorCheck(monitor);
  const accountMin = useProfile().data?.monitorInterval;
  const accountSec = accountMin === undefined ? null : (accountMin * MINUTE_MS) / SECOND_MS;
  // Never before the last change, which would otherwise show only at the next tick.
  const atMs = Math.max(nowMs, (monitor.transitions.at(-1)?.at ?? 0) + 1);
  const { rows, isLoading, failure, retry } = useEndpointRows(monitor, atMs);
  const metrics = monitorMetrics(monitor, atMs);
  // Nothing checks heartbeats: their jobs ping.
  const isPinged = rows.length > 0 && rows.every(({ url }) => isHeartbeat(url));
  return (
    <>
      <BackToMonitors />
      <PageHeader
        title={<StatusTitle name={monitor.name} look={MONITOR_LOOKS[status]} text={t(`status.${status}`)} />}
        subtitle={<Subtitle monitor={monitor} />}
        actions={
          <>
            {!isPinged && <CheckButton check={check.check} />}
            <StartMaintenance monitor={monitor} />
            {!monitor.paused && <PauseButton targets={{ kind: 'monitors', ids: [monitor.id] }} />}
            <ButtonLink
              to={editMonitorPath(monitor.id)}
              variant="outline"
              borderColor="edge"
              px={{ base: '3', sm: '4' }}
              aria-label={t('monitor.edit')}
            >
              <Pencil aria-hidden="true" />
              <Text as="span" hideBelow="sm">
                {t('monitor.edit')}
              </Text>
            </ButtonLink>
          </>
        }
      />
      <PausedBanner monitor={monitor} nowMs={atMs} />
      <RunningMaintenance maintenance={monitor.maintenance} nowMs={atMs} />
      <MonitorCheckPanel check={check} />
      {failure !== undefined && <FailureNotice title={t('monitor.loadFailed')} failure={failure} onRetry={retry} />}
      <MonitorCards
        metrics={metrics}
        endpointCount={rows.length}
        intervalSec={monitor.intervalSec ?? accountSec}
        lastCheckMs={lastCheckOf(rows)}
        isPinged={isPinged}
        isLoading={isLoading}
      />
      <LastHours monitor={monitor} atMs={atMs} />
      <UptimeSection monitorId={monitor.id} />
      <Section title={t('monitor.incidents')}>
        <RecentIncidents monitorId={monitor.id} />
      </Section>
      <Watchlist monitorId={monitor.id} endpoints={rows} />
      {rows.some(({ url }) => url.startsWith('https:')) && <Certificates monitorId={monitor.id} />}
    </>
  );
}

function Subtitle({ monitor: { name, description, tags } }: { monitor: Monitor }) {
  const text = afterName(name, description);
  if (!text && tags.length === 0) return null;
  return (
    <>
      {text}
      <Tags names={tags} />
    </>
  );
}

/** `failure`: why the metrics are missing or outdated; undefined if they are not. */
type EndpointRows = { rows: EndpointRow[]; isLoading: boolean; failure: unknown; retry: () => void };

/** The watchlist's rows. Metrics are loaded as often as agents report, and whenever a status changes. */
function useEndpointRows(monitor: Monitor, nowMs: number): EndpointRows {
  const input = metricsInput(Object.keys(monitor.endpoints));
  const { data, error, mutate } = useApi(endpointCalls.metrics, input, REPORTED_MS);
  const failure = useVisibleFailure(monitor, error);
  const statuses = Object.values(monitor.endpoints)
    .map((endpoint) => endpoint.status)
    .join();
  useOnChange(statuses, () => void mutate());
  const isLoading = input !== null && data === undefined && error === undefined;
  return { rows: endpointRows(monitor, data, nowMs), isLoading, failure, retry: () => void mutate() };
}
