import { Box, Button, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { displayedUptime, type MonitorMetrics, monitorMetrics } from '@farwatch/core/decisions/status/availability';
import { monitorDisplayStatus } from '@farwatch/core/decisions/status/display-status';
import { hourlySegments, type SegmentState, segmentState } from '@farwatch/core/decisions/status/segments';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { DAY_MS, HOUR_MS, hourStart, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { deciderOf } from '@farwatch/core/values/url';
import type { TFunction } from 'i18next';
import { Pencil } from 'lucide-react';
import { type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LastCheck } from '../../domain/check/last-check.tsx';
import { CheckButton } from '../../domain/check-now/check-panel.tsx';
import { MonitorCheckPanel, useMonitorCheck } from '../../domain/check-now/monitor-check.tsx';
import { checkedFrom, LocationNames } from '../../domain/flags/locations.tsx';
import { HourBars } from '../../domain/hour-bars/hour-bars.tsx';
import { IncidentDialog } from '../../domain/incidents/incident-dialog.tsx';
import { IncidentList } from '../../domain/incidents/incident-list.tsx';
import { useMonitorIncidentView, useRange } from '../../domain/incidents/incident-view.ts';
import { RunningMaintenance, StartMaintenance } from '../../domain/maintenance/monitor-maintenance.tsx';
import { ManagedNotice } from '../../domain/managed/managed-notice.tsx';
import { PauseButton } from '../../domain/pause/pause-button.tsx';
import { PausedBanner } from '../../domain/pause/paused-banner.tsx';
import { MONITOR_LOOKS } from '../../domain/status/looks.ts';
import { StatusLabel, StatusTitle } from '../../domain/status/status.tsx';
import { metricsInput } from '../../lib/api/queries.ts';
import { REPORTED_MS, useApi } from '../../lib/api/use-api.ts';
import { useVisibleFailure } from '../../lib/browser/online.ts';
import { timeOfDay } from '../../lib/format/dates.ts';
import { formatDuration } from '../../lib/format/durations.ts';
import { percent } from '../../lib/format/numbers.ts';
import { afterName } from '../../lib/format/text.ts';
import { useLanguage, withTexts } from '../../lib/i18n/i18n.ts';
import { useProfile } from '../../lib/live/account.ts';
import { useIncidents } from '../../lib/live/incidents.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { editMonitorPath } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { useNow } from '../../lib/time/now.ts';
import { useOnChange } from '../../lib/use-on-change.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { LiveNotices } from '../../ui/feedback/page-notices.tsx';
import { useDisclosure } from '../../ui/layout/disclosure.ts';
import { ForEditors } from '../../ui/layout/for-editors.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { StatCard } from '../../ui/layout/stat-card.tsx';
import { BackToMonitors, ButtonLink } from '../../ui/navigation/links.tsx';
import { Tags } from '../../ui/text/tag.tsx';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { UptimeSection } from './uptime-section.tsx';
import { type EndpointRow, endpointRows, lastCheckOf } from './watchlist/endpoint-row.ts';
import { Watchlist } from './watchlist/watchlist.tsx';

const DependsOn = lazyPart(
  withTexts('dependencies', async () => ({
    default: (await import('../../domain/dependencies/depends-on.tsx')).DependsOn,
  })),
);

/** Shows one monitor: its status, its last 24 hours, incidents and endpoints. */
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
  const isPinged = rows.length > 0 && rows.every(({ url }) => deciderOf(url) === 'pings');
  return (
    <>
      <BackToMonitors />
      <PageHeader
        title={<StatusTitle name={monitor.name} look={MONITOR_LOOKS[status]} text={t(`status.${status}`)} />}
        subtitle={<Subtitle monitor={monitor} />}
        actions={
          <ForEditors>
            {!isPinged && <CheckButton check={check.check} />}
            <StartMaintenance monitor={monitor} />
            {!monitor.paused && <PauseButton targets={{ kind: 'monitors', ids: [monitor.id] }} />}
            <ButtonLink
              to={editMonitorPath(monitor.id)}
              variant="outline"
              px={{ base: '3', sm: '4' }}
              aria-label={t('monitor.edit')}
            >
              <Pencil aria-hidden="true" />
              <Text as="span" hideBelow="sm">
                {t('monitor.edit')}
              </Text>
            </ButtonLink>
          </ForEditors>
        }
      />
      {monitor.dependsOn.length > 0 && (
        <Suspense fallback={null}>
          <DependsOn monitor={monitor} />
        </Suspense>
      )}
      <ManagedNotice monitorId={monitor.id} managed={monitor.managed} />
      <PausedBanner monitor={monitor} nowMs={atMs} />
      <RunningMaintenance maintenance={monitor.maintenance} nowMs={atMs} />
      <MonitorCheckPanel check={check} />
      {failure !== undefined && <FailureNotice title={t('monitor.loadFailed')} failure={failure} onRetry={retry} />}
      <MonitorCards
        metrics={metrics}
        endpointCount={rows.length}
        slow={rows.filter((row) => row.status === 'slow').length}
        intervalSec={monitor.intervalSec ?? accountSec}
        lastCheckMs={lastCheckOf(rows)}
        isPinged={isPinged}
        isLoading={isLoading}
      />
      <LastHours monitor={monitor} atMs={atMs} />
      <UptimeSection monitor={monitor} nowMs={atMs} />
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

type EndpointRows = {
  rows: EndpointRow[];
  isLoading: boolean;
  /** Why the metrics are missing or outdated; undefined if they are not. */
  failure: unknown;
  retry: () => void;
};

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

type MonitorCardsProps = {
  metrics: MonitorMetrics;
  endpointCount: number;
  /** How many endpoints are up, but slow. */
  slow: number;
  /** The interval between two checks of an endpoint; null while unknown. */
  intervalSec: number | null;
  lastCheckMs: number | null;
  /** Whether all endpoints are heartbeats, which have schedules of their own. */
  isPinged: boolean;
  /** Whether the time of the last check may still come. */
  isLoading: boolean;
};

function MonitorCards(props: MonitorCardsProps) {
  const { metrics, endpointCount, slow, intervalSec, lastCheckMs, isPinged, isLoading } = props;
  const { t } = useTranslation();
  const uptime = displayedUptime(metrics);
  const withoutStatus = metrics.endpointsPending + metrics.endpointsUnknown;
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', sm: '3fr 2fr 2fr', lg: 'repeat(3, minmax(0, 1fr))' }}
      gap={{ base: '3', md: '4' }}
    >
      <StatCard
        title={t('monitor.cards.status')}
        value={
          <Flex wrap="wrap" columnGap="5">
            <Count value={metrics.endpointsUp} look="up" text={t('monitor.cards.up')} />
            <Count value={metrics.endpointsDown} look="down" text={t('monitor.cards.down')} />
          </Flex>
        }
        text={[
          metrics.endpointsPartial > 0 && t('monitor.cards.partial', { count: metrics.endpointsPartial }),
          slow > 0 && t('monitor.cards.slow', { count: slow }),
          withoutStatus > 0 && t('monitor.cards.pending', { count: withoutStatus }),
          metrics.endpointsPaused > 0 && t('monitor.cards.paused', { count: metrics.endpointsPaused }),
          withoutStatus === 0 && uptime !== null && t('monitor.cards.uptime', { value: percent(uptime) }),
          withoutStatus === 0 && uptime === null && t('monitor.cards.tooNew'),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      <StatCard title={t('monitor.cards.endpoints')} value={endpointCount} text={t('monitor.cards.onWatchlist')} />
      <StatCard
        title={t('monitor.cards.interval')}
        {...intervalValue(isPinged ? null : intervalSec, t)}
        text={
          isPinged ? (
            t('monitor.cards.byJobs')
          ) : (
            <TextWithParts
              text={t('monitor.cards.lastCheck')}
              parts={{ ago: <LastCheck atMs={lastCheckMs} isLoading={isLoading} /> }}
            />
          )
        }
      />
    </Grid>
  );
}

function Count({ value, look, text }: { value: number; look: 'up' | 'down'; text: string }) {
  return (
    <Flex align="baseline" gap="2">
      {value}
      <Flex as="span" textStyle="md" fontWeight="normal" color={value > 0 ? 'text' : 'text.muted'}>
        {value > 0 ? <StatusLabel look={look} text={text} /> : text}
      </Flex>
    </Flex>
  );
}

/** Formats in minutes, as everywhere in the app, and in seconds below one minute. */
function intervalValue(intervalSec: number | null, t: TFunction): { value: ReactNode; unit?: string } {
  if (intervalSec === null) return { value: t('noValue') };
  const mins = (intervalSec * SECOND_MS) / MINUTE_MS;
  return mins < 1
    ? { value: formatDuration(intervalSec * SECOND_MS, t) }
    : { value: mins, unit: t('monitor.cards.mins') };
}

/** The monitor's last 24 hours as bars above a time axis, with their totals. */
function LastHours({ monitor, atMs }: { monitor: Monitor; atMs: number }) {
  const { t } = useTranslation();
  const titleId = useId();
  const segments = hourlySegments(monitor, atMs);
  const hoursOf = (state: SegmentState) => segments.filter((segment) => segmentState(segment) === state).length;
  const down = hoursOf('DOWN');
  const isNew = atMs - monitor.createdAt < DAY_MS;
  const locations = checkedFrom(monitor);

  function text(): string {
    if (down > 0) return t('monitor.hours.down', { count: down });
    if (hoursOf('UP') === 0) return t('status.N/A');
    return t(isNew ? 'monitor.hours.noDowntimeYet' : 'monitor.hours.noDowntime');
  }

  return (
    <Panel as="section" aria-labelledby={titleId} p="4">
      <Flex
        direction={{ base: 'column', lg: 'row' }}
        align={{ lg: 'center' }}
        justify="space-between"
        columnGap="8"
        rowGap="4"
      >
        <Flex direction="column" gap="1" minW="0">
          <Heading as="h2" id={titleId} textStyle="lg" fontWeight="semibold">
            {t('monitor.cards.hours')}
          </Heading>
          <Text>{text()}</Text>
          {locations.length > 0 && (
            <Text as="div" color="text.muted" textStyle="sm">
              <LocationNames codes={locations} />
            </Text>
          )}
        </Flex>
        <Box w="full" maxW="432px">
          <HourBars segments={segments} nowMs={atMs} standalone />
          <TimeAxis atMs={atMs} count={segments.length} />
        </Box>
      </Flex>
    </Panel>
  );
}

const EVERY_H = 6;
/** On the narrowest phones the last label would touch 'Now'. */
const NARROW = { '@media (max-width: 339.98px)': { '& > :nth-last-child(2)': { display: 'none' } } } as const;

/** The time axis of the bars: every sixth hour, and 'Now' at the end. The bars' tooltips show each hour. */
function TimeAxis({ atMs, count }: { atMs: number; count: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const firstMs = hourStart(atMs) - (count - 1) * HOUR_MS;
  const marks = Array.from({ length: count / EVERY_H }, (_, index) => firstMs + index * EVERY_H * HOUR_MS);
  return (
    <Grid
      templateColumns={`repeat(${marks.length}, 1fr)`}
      mt="2"
      textStyle="xs"
      color="text.muted"
      aria-hidden="true"
      data-times=""
      position="relative"
      css={NARROW}
    >
      {marks.map((mark) => (
        <span key={mark}>{timeOfDay(mark, language)}</span>
      ))}
      <chakra.span position="absolute" insetEnd="0">
        {t('monitor.hours.now')}
      </chakra.span>
    </Grid>
  );
}

/** The monitor's incidents, live, from the listeners that all incident lists share. */
function RecentIncidents({ monitorId }: { monitorId: string }) {
  const { t } = useTranslation();
  const [view, setView] = useMonitorIncidentView();
  const [opened, setOpened] = useState<string | null>(null);
  const { data, error } = useIncidents(useRange(view), useNow(MINUTE_MS));
  const own = useMemo(
    () => data && { ...data, items: data.items.filter((incident) => incident.monitorId === monitorId) },
    [data, monitorId],
  );
  if (error && !own) {
    return (
      <Flex px="4" pb="4" direction="column">
        <FailureNotice title={t('incidents.couldNotLoad')} failure={error} />
      </Flex>
    );
  }
  return (
    <>
      <LiveNotices live={{ data, error }} />
      {/* Aligns with the watchlist's toolbar below its heading. */}
      <Box mt="-3">
        <IncidentList
          incidents={own}
          view={view}
          onView={setView}
          onOpen={(incident) => setOpened(incident.id)}
          label={t('monitor.incidents')}
        />
      </Box>
      <IncidentDialog id={opened} known={own?.items ?? []} onClose={() => setOpened(null)} />
    </>
  );
}

const CertificateList = lazyPart(withTexts('evidence', () => import('./certificate-list.tsx')));

/** The certificates of a monitor's endpoints, read once they are opened. */
function Certificates({ monitorId }: { monitorId: string }) {
  const { t } = useTranslation();
  const { isOpen, button, panel } = useDisclosure();
  return (
    <Section
      title={t('monitor.certificates')}
      aside={
        <Button size="sm" variant="outline" {...button}>
          {t(isOpen ? 'monitor.hideCertificates' : 'monitor.showCertificates')}
        </Button>
      }
    >
      <Box borderTopWidth="1px" {...panel}>
        {isOpen && (
          <Suspense fallback={<Loading />}>
            <CertificateList monitorId={monitorId} />
          </Suspense>
        )}
      </Box>
    </Section>
  );
}
