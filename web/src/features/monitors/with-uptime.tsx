import { historyCalls, type UptimeDays, type Uptimes } from '@farwatch/core/contracts/api/history';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table/columns.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { UptimeText } from '../../components/uptime/uptime-text.tsx';
import { useApiOnce } from '../../lib/api/use-api.ts';
import type { MonitorRow } from './monitor-row.ts';
import { type UptimeColumn, uptimeColumns } from './uptime-columns.ts';

const NAMES = { 7: 'days7', 30: 'days30', 90: 'days90' } as const satisfies Record<UptimeDays, string>;

type Props = {
  days: readonly UptimeDays[];
  children: (columns: readonly Column<MonitorRow, UptimeColumn>[]) => ReactNode;
};

/** Loads the uptime of all monitors, once and not again until the page is refreshed, and gives its columns. */
export default function WithUptime({ days, children }: Props) {
  const { t } = useTranslation();
  const { data, error, mutate, isValidating } = useApiOnce(historyCalls.all, {});
  const columns = useMemo(() => uptimeColumns(t, days, data && cellsOf(data)), [t, days, data]);
  return (
    <>
      {error !== undefined && (
        <FailureNotice
          title={t('uptime.loadFailed')}
          failure={error}
          onRetry={() => void mutate()}
          isRetrying={isValidating}
        />
      )}
      {children(columns)}
    </>
  );
}

function cellsOf({ monitors }: Uptimes) {
  const find = (monitorId: string, days: UptimeDays) => monitors[monitorId]?.[NAMES[days]] ?? null;
  return {
    cellOf: (monitorId: string, days: UptimeDays) => <UptimeText cell={find(monitorId, days)} />,
    uptimeOf: (monitorId: string, days: UptimeDays) => find(monitorId, days)?.uptime ?? null,
  };
}
