import { chakra, Flex } from '@chakra-ui/react';
import { endpointCalls, type statusHistorySchema } from '@farwatch/core/contracts/api/endpoints';
import { type DisplayStatus, endpointDisplayStatus } from '@farwatch/core/decisions/status/display-status';
import { endpointSchema } from '@farwatch/core/documents/endpoint';
import { flappingOf, type Monitor } from '@farwatch/core/documents/monitor';
import type { Pause } from '@farwatch/core/values/pause';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { isRunByServer } from '@farwatch/core/values/url';
import type { TFunction } from 'i18next';
import { ExternalLink, Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { z } from 'zod';
import { CheckButton } from '../../domain/check-now/check-panel.tsx';
import { EndpointCheckPanel, useEndpointCheck } from '../../domain/check-now/endpoint-check.tsx';
import { LocationNames } from '../../domain/flags/locations.tsx';
import { PauseButton } from '../../domain/pause/pause-button.tsx';
import { PausedBanner } from '../../domain/pause/paused-banner.tsx';
import { FlappingNotice } from '../../domain/status/flapping.tsx';
import { ENDPOINT_LOOKS } from '../../domain/status/looks.ts';
import { StatusLabel, StatusTitle } from '../../domain/status/status.tsx';
import { useApi } from '../../lib/api/use-api.ts';
import { useVisibleFailure } from '../../lib/browser/online.ts';
import { afterName } from '../../lib/format/text.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { isRefused, useDocument } from '../../lib/live/firestore-listeners.ts';
import { editMonitorPath, monitorPath } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { useNow } from '../../lib/time/now.ts';
import { useOnChange } from '../../lib/use-on-change.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useSorted } from '../../ui/data-table/use-sorted.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ForEditors } from '../../ui/layout/for-editors.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { BackLink, BackToMonitors, ButtonLink, TAPPED, TextLink } from '../../ui/navigation/links.tsx';
import { PageTabs } from '../../ui/navigation/page-tabs.tsx';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { ClockTime, LengthOfTime } from '../../ui/text/time.tsx';
import { WholeUrl } from '../../ui/text/url-text.tsx';
import { type EndpointDetails, endpointFromMonitors } from './endpoint-details.ts';
import { Overview } from './overview.tsx';
import { useDay } from './use-day.ts';

export default function EndpointPage() {
  const { id = '' } = useParams();
  return <EndpointOf key={id} id={id} />;
}

/** Shows the endpoint's data from the shell's monitors until its own document has loaded. */
function EndpointOf({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error } = useDocument('endpoints', id, endpointSchema);
  const monitors = useMonitors().data?.items ?? [];
  const endpoint = data === undefined ? endpointFromMonitors(monitors, id) : data;
  useTitle(endpoint?.name ?? '');
  if (endpoint) {
    return (
      <>
        {error && <Notice kind="info">{t('live.interrupted')}</Notice>}
        <EndpointView endpoint={endpoint} monitor={monitors.find((each) => each.id === endpoint.monitorId)} />
      </>
    );
  }
  const isMissing = data === null || isRefused(error);
  return (
    <>
      <BackToMonitors />
      {isMissing && (
        <Panel>
          <EmptyState isPage title={t('endpoint.gone')} />
        </Panel>
      )}
      {!isMissing && error && <FailureNotice title={t('endpoint.loadFailed')} failure={error} />}
      {!isMissing && !error && <Loading />}
    </>
  );
}

const TICK_MS = 5 * SECOND_MS;
/** URLs of other check types are shown as text. */
const OPENS_IN_BROWSER = /^https?:/;

type EndpointViewProps = {
  endpoint: EndpointDetails;
  /** Undefined until it has loaded. */
  monitor: Pick<Monitor, 'name' | 'maintenance' | 'incidents' | keyof Pause> | undefined;
};

/** Shows one endpoint: its status, its last 24 hours and its status changes. */
function EndpointView({ endpoint, monitor }: EndpointViewProps) {
  const { t } = useTranslation();
  const monitorName = monitor?.name;
  const displayStatus = endpointDisplayStatus(endpoint);
  const flapping = monitor ? flappingOf(monitor, endpoint.id) : null;
  const day = useDay(endpoint);
  const check = useEndpointCheck(endpoint.id, endpoint.votes, day.refreshWith);
  // A running outage is shown to the second, also by the incident lists.
  const now = useNow(endpoint.status === 'down' ? SECOND_MS : TICK_MS);
  // Never before the last change, which would otherwise show only at the next tick.
  const atMs = Math.max(now, (endpoint.transitions.at(-1)?.at ?? 0) + 1);
  return (
    <>
      {monitorName === undefined ? (
        <BackToMonitors />
      ) : (
        <BackLink to={monitorPath(endpoint.monitorId)} text={t('endpoint.back', { monitor: monitorName })} />
      )}
      <PageHeader
        title={
          <StatusTitle name={endpoint.name} look={ENDPOINT_LOOKS[displayStatus]} text={t(`status.${displayStatus}`)} />
        }
        subtitle={afterName(endpoint.name, endpoint.description)}
        actions={
          <ForEditors>
            {!isRunByServer(endpoint.url) && (
              <CheckButton check={{ ...check.check, isDisabled: endpoint.status === 'paused' }} />
            )}
            {!endpoint.paused && (
              <PauseButton targets={{ kind: 'endpoints', monitorId: endpoint.monitorId, ids: [endpoint.id] }} />
            )}
            <ButtonLink to={editMonitorPath(endpoint.monitorId)} variant="outline">
              <Pencil aria-hidden="true" />
              {t('endpoint.edit')}
            </ButtonLink>
          </ForEditors>
        }
      />
      <PausedBanner
        monitor={monitor ? { ...monitor, id: endpoint.monitorId } : null}
        endpoint={endpoint}
        nowMs={atMs}
      />
      {flapping && <FlappingNotice flapping={flapping} />}
      <EndpointPlace endpoint={endpoint} monitorName={monitorName} />
      <EndpointCheckPanel check={check} votes={endpoint.votes} />
      <PageTabs
        label={t('endpoint.tabs')}
        tabs={[
          {
            id: 'overview',
            label: t('endpoint.overview'),
            content: <Overview endpoint={endpoint} maintenance={monitor?.maintenance ?? []} day={day} atMs={atMs} />,
          },
          { id: 'changes', label: t('endpoint.changes'), content: <StatusChanges endpoint={endpoint} /> },
        ]}
      />
    </>
  );
}

/** The endpoint's URL, its monitor, and the locations it is checked from. */
function EndpointPlace({ endpoint, monitorName }: { endpoint: EndpointDetails; monitorName: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Flex wrap="wrap" align="center" columnGap="5" rowGap="2" color="text.muted" mt={{ base: '-1', md: '-4' }}>
      {OPENS_IN_BROWSER.test(endpoint.url) ? <UrlLink url={endpoint.url} /> : <WholeUrl url={endpoint.url} />}
      {monitorName !== undefined && (
        <span>
          {t('endpoint.monitor')} <TextLink to={monitorPath(endpoint.monitorId)}>{monitorName}</TextLink>
        </span>
      )}
      {!isRunByServer(endpoint.url) && <LocationNames codes={endpoint.locations} />}
    </Flex>
  );
}

function UrlLink({ url }: { url: string }) {
  const { t } = useTranslation();
  return (
    <chakra.a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      color="accent"
      borderRadius="l1"
      minW="0"
      overflowWrap="anywhere"
      focusVisibleRing="outside"
      {...TAPPED}
      _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
    >
      <WholeUrl url={url} />
      <chakra.span srOnly> ({t('endpoint.opensInTab')})</chakra.span>
      <chakra.span display="inline-block" verticalAlign="-2px" ms="1.5" aria-hidden="true">
        <ExternalLink size={14} />
      </chakra.span>
    </chakra.a>
  );
}

const LIMIT = 20;

/** The endpoint's last status changes, reloaded after each new one. */
function StatusChanges({ endpoint: { id, status, since } }: { endpoint: EndpointDetails }) {
  const { t } = useTranslation();
  const input = { params: { id }, query: { limit: LIMIT } };
  const { data, error, mutate } = useApi(endpointCalls.statusHistory, input, MINUTE_MS);
  const failure = useVisibleFailure(data, error);
  useOnChange(`${status} ${since}`, () => void mutate());
  return (
    <Flex direction="column" gap="4">
      {failure !== undefined && (
        <FailureNotice title={t('endpoint.statusChanges.loadFailed')} failure={failure} onRetry={() => void mutate()} />
      )}
      {data ? <ChangeTable changes={data.data} /> : error === undefined && <Loading />}
    </Flex>
  );
}

function ChangeTable({ changes }: { changes: readonly StatusChange[] }) {
  const { t } = useTranslation();
  const columns = useMemo(() => changeColumns(t), [t]);
  const { rows, sort, onSort } = useSorted(changes, columns, { column: 'at', direction: 'desc' }, 'changes');
  return (
    <Panel overflow="clip">
      {changes.length === 0 ? (
        <EmptyState title={t('endpoint.statusChanges.empty')} hint={t('endpoint.statusChanges.emptyHint')} />
      ) : (
        <DataTable
          label={t('endpoint.changes')}
          columns={columns}
          rows={rows}
          keyOf={(row) => `${row.changedAt} ${row.newStatus}`}
          sort={sort}
          onSort={onSort}
        />
      )}
    </Panel>
  );
}

type StatusChange = z.infer<typeof statusHistorySchema>['data'][number];
type ChangeStatus = Exclude<DisplayStatus, 'partial'>;

const newStatusOf = ({ newStatus, slow }: StatusChange): ChangeStatus => (slow ? 'slow' : newStatus);

/** From up to up only slowness has changed. */
function previousStatusOf({ previousStatus, newStatus, slow }: StatusChange): ChangeStatus {
  return previousStatus === 'up' && newStatus === 'up' && !slow ? 'slow' : previousStatus;
}

type ChangeColumn = 'at' | 'previous' | 'next' | 'duration';

/**
 * Shows the duration of the previous status, and names that status, so that it is not taken for the new one's duration.
 */
function PreviousDuration({ change }: { change: StatusChange }) {
  const { t } = useTranslation();
  const { durationSeconds } = change;
  return (
    <TextWithParts
      text={t(`endpoint.statusChanges.was.${previousStatusOf(change)}`)}
      parts={{ time: <LengthOfTime inText fromMs={0} toMs={durationSeconds * SECOND_MS} /> }}
    />
  );
}

function changeColumns(t: TFunction): Column<StatusChange, ChangeColumn>[] {
  const header = (id: ChangeColumn) => ({ id, header: t(`endpoint.statusChanges.columns.${id}`) });
  const label = (status: ChangeStatus) => <StatusLabel look={ENDPOINT_LOOKS[status]} text={t(`status.${status}`)} />;
  return [
    {
      ...header('at'),
      cell: (row) => <ClockTime atMs={Date.parse(row.changedAt)} />,
      sortBy: (row) => Date.parse(row.changedAt),
      minWidth: '136px',
      card: 'title',
    },
    {
      ...header('previous'),
      cell: (row) => label(previousStatusOf(row)),
      sortBy: previousStatusOf,
      minWidth: '132px',
    },
    {
      ...header('next'),
      cell: (row) => label(newStatusOf(row)),
      sortBy: newStatusOf,
      minWidth: '132px',
      card: 'status',
    },
    {
      ...header('duration'),
      cell: (row) => <PreviousDuration change={row} />,
      sortBy: (row) => row.durationSeconds,
      align: 'end',
      width: '196px',
    },
  ];
}
