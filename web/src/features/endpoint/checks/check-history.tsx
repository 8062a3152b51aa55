import { Box, Flex, Text } from '@chakra-ui/react';
import { type Checks, endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { orderedLocations } from '@farwatch/core/values/locations';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { expectedStatusOf } from '@farwatch/core/values/url';
import { wallClock } from '@farwatch/core/values/zone';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { useSorted } from '../../../components/data-table/use-sorted.ts';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Pager } from '../../../components/navigation/pager.tsx';
import { useCheckErrorText } from '../../../components/text/check-error.ts';
import { useApi } from '../../../lib/api/use-api.ts';
import { downloadCsv } from '../../../lib/browser/download.ts';
import { useVisibleFailure } from '../../../lib/browser/online.ts';
import { usePages } from '../../../lib/list/paging.ts';
import { useQuery } from '../../../lib/list/use-query.ts';
import { currentMs, useByNow } from '../../../lib/time/now.ts';
import { viewerZone } from '../../../lib/time/viewer-zone.ts';
import type { EndpointDetails } from '../endpoint-details.ts';
import type { Day } from '../use-day.ts';
import { type CheckRow, checkColumns } from './check-columns.tsx';
import { checksCsv, csvName } from './check-csv.ts';
import { CheckDialog } from './check-dialog.tsx';
import { CheckToolbar } from './check-toolbar.tsx';
import { type CheckView, checkViewIn, filterChecks, withCheckView } from './check-view.ts';

const PAGE_SIZE = 5;
/** The height of a full page with its header, so that the pager does not move on the last page. */
const FULL_PAGE_HEIGHT = `${40 + PAGE_SIZE * 49}px`;

type Props = { endpoint: Pick<EndpointDetails, 'id' | 'name' | 'url' | 'locations'>; last24h: Day['checks'] };

/** All checks of the last 24 hours, or of an earlier day, newest first. */
export default function CheckHistory({ endpoint, last24h }: Props) {
  const { t } = useTranslation();
  const [query, setQuery] = useQuery();
  const clock = useMemo(() => wallClock(viewerZone()), []);
  const today = useByNow((nowMs) => clock.at(Math.floor(nowMs / MINUTE_MS) * MINUTE_MS).date);
  const view = checkViewIn(query, today);
  const ofDay = useChecksOfDay(endpoint.id, view.date);
  const { data, error, isLoading, mutate } = view.date === null ? last24h : ofDay;
  const failure = useVisibleFailure(data, error);
  const { location, result } = view;
  const checks = useMemo(() => data && filterChecks(data.data, { location, result }), [data, location, result]);
  const locations = orderedLocations([...endpoint.locations, ...(data?.data ?? []).map((check) => check.location)]);
  const table = useCheckTable(checks ?? [], endpoint.url);
  const exportRows = () => {
    const date = view.date ?? new Date(currentMs()).toISOString().slice(0, 10);
    downloadCsv(csvName(endpoint.name, date), checksCsv(table.rows, t, table.errorText));
  };
  return (
    <>
      <CheckToolbar
        view={view}
        onView={(next) => setQuery(withCheckView(query, next))}
        today={today}
        locations={locations}
        onExport={table.rows.length > 0 && !isLoading ? exportRows : null}
      />
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
    </>
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
