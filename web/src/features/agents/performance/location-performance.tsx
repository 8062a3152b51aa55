import { Box } from '@chakra-ui/react';
import type { LocationPerformance as Performances } from '@farwatch/core/contracts/api/agent-metrics';
import { agentCalls } from '@farwatch/core/contracts/api/agents';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { wallClock } from '@farwatch/core/values/zone';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { useSorted } from '../../../components/data-table/use-sorted.ts';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { useNow } from '../../../lib/time/now.ts';
import { DateChoice } from './date-choice.tsx';
import { performanceColumns } from './performance-columns.tsx';
import { shownHours } from './performance-hours.ts';

/** The availability of each location's agents by hour, on a day or in the latest 24 hours. */
export function LocationPerformance() {
  const { t } = useTranslation();
  const [date, setDate] = useState<string | null>(null);
  const { shown, error, isStale, retry } = usePerformance(date);
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = useMemo(() => wallClock(timeZone), [timeZone]);
  const nowMs = useNow(MINUTE_MS);
  return (
    <Section
      title={t('agents.performance.title')}
      aside={<DateChoice date={date} today={clock.at(nowMs).date} timeZone={timeZone} onDate={setDate} />}
    >
      <Box borderTopWidth="1px">
        {error !== undefined && (
          <Box p="4">
            <FailureNotice title={t('agents.loadFailed')} failure={error} onRetry={retry} />
          </Box>
        )}
        {shown && (
          <Box aria-busy={isStale} opacity={isStale ? 0.5 : 1}>
            {shown.items.length > 0 ? (
              <PerformanceTable {...shown} clock={clock} nowMs={nowMs} />
            ) : (
              <EmptyState title={t('agents.performance.empty')} hint={t('agents.performance.emptyHint')} />
            )}
          </Box>
        )}
        {!shown && error === undefined && <Loading />}
      </Box>
    </Section>
  );
}

type Shown = NonNullable<ReturnType<typeof usePerformance>['shown']>;

function PerformanceTable({
  items,
  date,
  clock,
  nowMs,
}: Shown & { clock: ReturnType<typeof wallClock>; nowMs: number }) {
  const { t } = useTranslation();
  const hours = useMemo(() => shownHours(items, date, clock, nowMs), [items, date, clock, nowMs]);
  const columns = useMemo(() => performanceColumns(t, hours), [t, hours]);
  const { rows, sort, onSort } = useSorted(items, columns, { column: 'location', direction: 'asc' }, 'locations');
  return (
    <DataTable
      label={t('agents.performance.title')}
      columns={columns}
      rows={rows}
      keyOf={(row) => row.countryCode}
      sort={sort}
      onSort={onSort}
    />
  );
}

/** The locations' performance on a date; null for the latest 24 hours. */
function usePerformance(date: string | null) {
  const query = date === null ? {} : { date };
  const { data, error, isLoading, mutate } = useApi(agentCalls.performance, { query }, POLL_MS);
  // The previous date's data stays until the response arrives, and is removed if the request fails.
  const [loaded, setLoaded] = useState<{ date: string | null; items: Performances } | null>(null);
  if (data && !isLoading && !error && (loaded?.items !== data || loaded.date !== date))
    setLoaded({ date, items: data });
  const isCurrent = loaded?.date === date;
  return {
    shown: loaded && (isCurrent || !error) ? loaded : null,
    error: error as unknown,
    /** Whether the data shown belongs to another date. */
    isStale: loaded !== null && !isCurrent,
    retry: () => void mutate(),
  };
}
