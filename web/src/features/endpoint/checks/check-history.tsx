import { Box, Button, chakra, Flex, Grid, IconButton, Text } from '@chakra-ui/react';
import { type Checks, endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { type LocationCode, orderedLocations } from '@farwatch/core/values/locations';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { expectedStatusOf } from '@farwatch/core/values/url';
import { addDays, wallClock } from '@farwatch/core/values/zone';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCheckErrorText } from '../../../domain/check/check-error.ts';
import { phaseDetails } from '../../../domain/check/phase-details.ts';
import { PhaseBar, PhaseList } from '../../../domain/check/phases.tsx';
import { LocationNames } from '../../../domain/flags/locations.tsx';
import { StatusLabel } from '../../../domain/status/status.tsx';
import { useApi } from '../../../lib/api/use-api.ts';
import { downloadCsv } from '../../../lib/browser/download.ts';
import { useVisibleFailure } from '../../../lib/browser/online.ts';
import { dayOfWeek, exactTime } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { usePages } from '../../../lib/list/paging.ts';
import { useQuery } from '../../../lib/list/use-query.ts';
import { useAccountZone } from '../../../lib/live/account-zone.ts';
import { currentMs, useByNow } from '../../../lib/time/now.ts';
import { viewerZone } from '../../../lib/time/viewer-zone.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useSorted } from '../../../ui/data-table/use-sorted.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Pager } from '../../../ui/navigation/pager.tsx';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';
import type { EndpointDetails } from '../endpoint-details.ts';
import { rangeIn } from '../range/time/range-address.ts';
import { endOfRange } from '../range/time/range-time.ts';
import type { Day } from '../use-day.ts';
import { type CheckRow, checkColumns } from './check-columns.tsx';
import { checksCsv, csvName } from './check-csv.ts';
import {
  type CheckView,
  checkViewIn,
  DAYS_KEPT,
  filterChecks,
  isTooOld,
  neighbours,
  RESULTS,
  withCheckView,
} from './check-view.ts';

const PAGE_SIZE = 5;
/** The height of a full page with its header, so that the pager does not move on the last page. */
const FULL_PAGE_HEIGHT = `${40 + PAGE_SIZE * 49}px`;

type Props = { endpoint: Pick<EndpointDetails, 'id' | 'name' | 'url' | 'locations'>; last24h: Day['checks'] };

/** All checks of the last 24 hours, or of an earlier day, newest first. */
export default function CheckHistory({ endpoint, last24h }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [query, setQuery] = useQuery();
  const clock = useMemo(() => wallClock(viewerZone()), []);
  const zone = useAccountZone();
  const today = useByNow((nowMs) => clock.at(Math.floor(nowMs / MINUTE_MS) * MINUTE_MS).date);
  const rangeEnd = useByNow((nowMs) => endOfRange(rangeIn(query), nowMs, clock));
  const view = checkViewIn(query, today, rangeEnd);
  const ofDay = useChecksOfDay(endpoint.id, view.date);
  const { data, error, isLoading, mutate } = view.date === null ? last24h : ofDay;
  const failure = useVisibleFailure(data, error);
  const { location, result } = view;
  const checks = useMemo(() => data && filterChecks(data.data, { location, result }), [data, location, result]);
  const locations = orderedLocations([...endpoint.locations, ...(data?.data ?? []).map((check) => check.location)]);
  const table = useCheckTable(checks ?? [], endpoint.url);
  const exportRows = () => {
    const nowMs = currentMs();
    // The listed day is the viewer's, which may be parts of two days of the account's zone.
    const days =
      view.date === null
        ? { fromMs: nowMs, toMs: nowMs + 1 }
        : { fromMs: clock.dayStart(view.date), toMs: clock.dayStart(addDays(view.date, 1)) };
    downloadCsv(csvName(endpoint.name, days, zone), checksCsv(table.rows, t, table.errorText, zone));
  };
  // Other ranges are longer than what is listed, so the heading names it.
  const coversRange = rangeIn(query).name === '24h';
  const listed = view.date === null ? t('endpointRange.checks.last24h') : dayOfWeek(view.date, language);
  return (
    <Section title={coversRange ? t('endpoint.checks.title') : t('endpointRange.checks.titleOf', { listed })}>
      <CheckToolbar
        view={view}
        onView={(next) => setQuery(withCheckView(query, next, today, rangeEnd))}
        today={today}
        locations={locations}
        onExport={table.rows.length > 0 && !isLoading ? exportRows : null}
      />
      {!coversRange && (
        <Text px="4" pb="3" color="text.muted">
          {t(`endpointRange.checks.${isTooOld(rangeEnd, today) ? 'notKept' : 'byDay'}`, { count: DAYS_KEPT })}
        </Text>
      )}
      {failure !== undefined && (
        <Flex px="4" pb="4" direction="column">
          <FailureNotice title={t('endpoint.checks.loadFailed')} failure={failure} onRetry={() => void mutate()} />
        </Flex>
      )}
      {data && checks ? (
        // The day shown before, while another one loads.
        <Box aria-busy={isLoading} opacity={isLoading ? 0.6 : 1} transition="opacity 150ms">
          <CheckTable table={table} view={view} isAll={checks.length === data.data.length} />
        </Box>
      ) : (
        error === undefined && <Loading />
      )}
    </Section>
  );
}

/** The checks of a day in the viewer's zone, which do not change any more. No call for null. */
function useChecksOfDay(id: string, date: string | null) {
  const query = date !== null && { day: date, userTimezone: viewerZone() };
  return useApi(endpointCalls.checks, query ? { params: { id }, query } : null);
}

/** The rows in the chosen order, with what the table and the export need. */
function useCheckTable(checks: Checks['data'], url: string) {
  const { t } = useTranslation();
  const errorText = useCheckErrorText();
  const hasStatusCode = expectedStatusOf(url) !== null;
  const columns = useMemo(
    () => checkColumns(t, errorText).filter(({ id }) => id !== 'code' || hasStatusCode),
    [t, errorText, hasStatusCode],
  );
  const sorted = useSorted(checks, columns, { column: 'time', direction: 'desc' }, 'checks');
  return { ...sorted, columns, errorText, hasStatusCode };
}

type TableProps = { table: ReturnType<typeof useCheckTable>; view: CheckView; isAll: boolean };

function CheckTable({ table: { rows, sort, onSort, columns, hasStatusCode }, view, isAll }: TableProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<CheckRow | null>(null);
  const { items, page, pageCount, setPage } = usePages(rows, PAGE_SIZE, 'checks');
  if (rows.length === 0) return <NoChecks view={view} isAll={isAll} />;
  const isWholeDay = view.date === null && isAll;
  return (
    <>
      <Box minH={{ sm: pageCount > 1 ? FULL_PAGE_HEIGHT : '0' }} borderTopWidth="1px">
        <DataTable
          label={t('endpoint.checks.title')}
          columns={columns}
          rows={items}
          total={rows.length}
          keyOf={(row) => `${row.location} ${row.checkTime}`}
          sort={sort}
          onSort={onSort}
          onOpen={setOpened}
        />
        <CheckDialog check={opened} hasStatusCode={hasStatusCode} onClose={() => setOpened(null)} />
      </Box>
      <Flex direction="column" align="center" borderTopWidth="1px">
        {pageCount > 1 && <Pager page={page} pageCount={pageCount} onPage={setPage} />}
        <Text textStyle="sm" color="text.muted" pb="3" pt={pageCount > 1 ? '0' : '3'}>
          {t(isWholeDay ? 'endpoint.checks.count' : 'endpointRange.checks.shown', { count: rows.length })}
        </Text>
      </Flex>
    </>
  );
}

function NoChecks({ view, isAll }: Pick<TableProps, 'view' | 'isAll'>) {
  const { t } = useTranslation();
  if (!isAll) return <EmptyState title={t('endpointRange.checks.noMatch')} />;
  if (view.date === null) return <EmptyState title={t('endpoint.checks.empty')} />;
  return <EmptyState title={t('endpointRange.checks.none')} hint={t('endpointRange.checks.noneHint')} />;
}

type CheckToolbarProps = {
  view: CheckView;
  onView: (view: CheckView) => void;
  today: string;
  /** The locations to filter by. */
  locations: readonly LocationCode[];
  /** Null while there is nothing to export. */
  onExport: (() => void) | null;
};

/** The day, filters, and export of the check history. */
function CheckToolbar({ view, onView, today, locations, onExport }: CheckToolbarProps) {
  const { t } = useTranslation();
  const codes = ['all' as const, ...locations];
  return (
    <Flex
      direction={{ base: 'column', sm: 'row' }}
      wrap={{ sm: 'wrap' }}
      align={{ sm: 'center' }}
      gap="2"
      px="4"
      pb="3"
    >
      <DaySteps view={view} onView={onView} today={today} />
      <Box
        display={{ base: 'grid', sm: 'flex' }}
        gridTemplateColumns="repeat(auto-fit, minmax(120px, 1fr))"
        alignItems="center"
        gap="2"
        ms={{ sm: 'auto' }}
      >
        {locations.length > 1 && (
          <Choice
            label={t('endpointRange.checks.location')}
            value={view.location}
            options={codes.map((value) => ({
              value,
              label: value === 'all' ? t('endpointRange.checks.allLocations') : t(`locations.${value}`),
            }))}
            onChoose={(location) => onView({ ...view, location })}
          />
        )}
        <Choice
          label={t('endpointRange.checks.result')}
          value={view.result}
          options={RESULTS.map((value) => ({
            value,
            label: t(value === 'all' ? 'endpointRange.checks.allResults' : `endpointRange.checks.${value}`),
          }))}
          onChoose={(result) => onView({ ...view, result })}
        />
        <Button
          variant="outline"
          gridColumn={{ base: '1 / -1', sm: 'auto' }}
          disabled={onExport === null}
          onClick={() => onExport?.()}
        >
          <Download aria-hidden="true" />
          {t('endpointRange.checks.export')}
        </Button>
      </Box>
    </Flex>
  );
}

/** The shown day between buttons for the days before and after it. */
function DaySteps({ view, onView, today }: Pick<CheckToolbarProps, 'view' | 'onView' | 'today'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { earlier, later } = neighbours(view.date, today);
  return (
    <Flex align="center" justify={{ base: 'space-between', sm: 'flex-start' }} gap="1" ms={{ sm: '-2' }}>
      <IconButton
        variant="ghost"
        aria-label={t('endpointRange.checks.earlier')}
        disabled={earlier === undefined}
        onClick={() => earlier !== undefined && onView({ ...view, date: earlier })}
      >
        <ChevronLeft />
      </IconButton>
      <Text role="status" fontWeight="medium" minW="28" textAlign="center">
        {view.date === null ? t('endpointRange.checks.last24h') : dayOfWeek(view.date, language)}
      </Text>
      <IconButton
        variant="ghost"
        aria-label={t('endpointRange.checks.later')}
        disabled={later === undefined}
        onClick={() => later !== undefined && onView({ ...view, date: later })}
      >
        <ChevronRight />
      </IconButton>
    </Flex>
  );
}

type CheckDialogProps = { check: CheckRow | null; hasStatusCode: boolean; onClose: () => void };

/** The 'Check Details' dialog: a check's result and phases; closed while `check` is null. */
function CheckDialog({ check, hasStatusCode, onClose }: CheckDialogProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(check);
  if (check !== null && check !== shown) setShown(check);
  return (
    <AppDialog open={check !== null} onClose={onClose} title={t('endpoint.check.title')}>
      {shown && (
        <Flex direction="column" gap="5">
          <CheckResult check={shown} hasStatusCode={hasStatusCode} />
          <Phases check={shown} />
        </Flex>
      )}
    </AppDialog>
  );
}

function CheckResult({ check, hasStatusCode }: Omit<CheckDialogProps, 'onClose'> & { check: CheckRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const errorText = useCheckErrorText();
  const { checkTime, success, statusCode, error, location } = check;
  const details: [string, ReactNode][] = [
    [t('endpoint.checks.columns.time'), exactTime(Date.parse(checkTime), language)],
    [t('endpoint.checks.columns.location'), <LocationNames key="location" codes={[location]} />],
  ];
  if (hasStatusCode) details.push([t('endpoint.checks.columns.code'), statusCode ?? t('noValue')]);
  return (
    <Flex direction="column" gap="3">
      <Box>
        <StatusLabel look={success ? 'up' : 'down'} text={t(success ? 'status.up' : 'status.down')} />
        {error !== null && <Text mt="1">{errorText(error, statusCode)}</Text>}
      </Box>
      <Grid as="dl" templateColumns="auto minmax(0, 1fr)" columnGap="4" rowGap="1">
        {details.map(([name, value]) => (
          <Fragment key={name}>
            <chakra.dt color="text.muted">{name}</chakra.dt>
            <chakra.dd textAlign="end">{value}</chakra.dd>
          </Fragment>
        ))}
      </Grid>
    </Flex>
  );
}

function Phases({ check }: { check: CheckRow }) {
  const { t } = useTranslation();
  const phases = phaseDetails(check);
  const total = t('endpoint.ms', { value: check.responseTime.toLocaleString('en') });
  return (
    <Flex as="section" direction="column" gap="3" borderTopWidth="1px" pt="4">
      <Flex justify="space-between" gap="4" fontWeight="medium">
        <chakra.h3>{t('endpoint.checks.columns.ms')}</chakra.h3>
        <span>{total}</span>
      </Flex>
      {phases && phases.length > 0 ? (
        <>
          <PhaseBar phases={phases} height="12px" />
          <PhaseList phases={phases} />
          <Text textStyle="sm" color="text.muted">
            {t('endpoint.check.hint')}
          </Text>
        </>
      ) : (
        <Text color="text.muted">{t(phases ? 'endpoint.check.noPhases' : 'endpoint.check.unknownPhases')}</Text>
      )}
    </Flex>
  );
}
