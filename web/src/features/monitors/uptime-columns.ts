import type { UptimeDays } from '@farwatch/core/contracts/api/history';
import type { TFunction } from 'i18next';
import type { Column } from '../../components/data-table/columns.ts';
import type { UptimeCells } from '../../components/uptime/with-uptime.tsx';
import type { MonitorRow } from './monitor-row.ts';

export type UptimeColumn = `uptime${UptimeDays}`;

/** Columns of the uptime over these ranges; without cells (null), empty ones of the same width. */
export function uptimeColumns(
  t: TFunction,
  days: readonly UptimeDays[],
  cells: UptimeCells | null,
): Column<MonitorRow, UptimeColumn>[] {
  return days.map((each, index) => ({
    id: `uptime${each}` as const,
    header: t('monitors.columns.uptimeDays', { days: each }),
    cell: ({ id }) => cells?.cellOf(id, each) ?? null,
    ...(cells && { sortBy: ({ id }: MonitorRow) => cells.uptimeOf(id, each) }),
    align: 'end' as const,
    width: '112px' as const,
    // After the columns that nobody chose.
    dropOrder: 4 + index,
  }));
}
