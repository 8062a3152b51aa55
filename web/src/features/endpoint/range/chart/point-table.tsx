import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../../ui/data-table/columns.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { useSorted } from '../../../../ui/data-table/use-sorted.ts';
import { type PeriodText, usePeriodText } from '../time/period-text.ts';
import type { PointUnit, Shown } from './chart-panel.tsx';

type Row = { index: number; fromMs: number; toMs: number };

/** The chart's values as a table, the newest first. */
export function PointTable({ points, lines, checks, unit }: Shown & { unit: PointUnit }) {
  const { t } = useTranslation();
  const { point: periodText } = usePeriodText();
  const all = useMemo(
    () => points.map(({ from, to }, index) => ({ index, fromMs: Date.parse(from), toMs: Date.parse(to) })),
    [points],
  );
  const columns = useMemo(
    () => pointColumns({ lines, ...(checks && { checks }) }, unit, t, periodText),
    [lines, checks, unit, t, periodText],
  );
  const { rows, sort, onSort } = useSorted(all, columns, { column: 'time', direction: 'desc' });
  return (
    <DataTable
      label={t('endpointRange.chart.table')}
      columns={columns}
      rows={rows}
      keyOf={({ fromMs }) => String(fromMs)}
      sort={sort}
      onSort={onSort}
    />
  );
}

function pointColumns(
  { lines, checks }: Pick<Shown, 'lines' | 'checks'>,
  unit: PointUnit,
  t: TFunction,
  periodText: PeriodText['point'],
): Column<Row>[] {
  const count = (id: 'checks' | 'failures', header: string): Column<Row> => {
    const pick = ({ index }: Row) => checks?.[index]?.[id] ?? 0;
    return { id, header, cell: (row) => pick(row).toLocaleString('en'), sortBy: pick, align: 'end', width: '92px' };
  };
  return [
    {
      id: 'time',
      header: t('endpointRange.chart.time'),
      cell: ({ fromMs, toMs }) => periodText(fromMs, toMs, unit),
      sortBy: ({ fromMs }) => fromMs,
      minWidth: unit === 'hour' ? '220px' : '120px',
      card: 'title',
    },
    ...lines.map(({ id, name, values }): Column<Row> => {
      const pick = ({ index }: Row) => values[index] ?? null;
      const cell = (row: Row) => {
        const value = pick(row);
        return value === null ? t('noValue') : t('endpoint.ms', { value: Math.round(value).toLocaleString('en') });
      };
      return { id, header: name, cell, sortBy: pick, align: 'end', width: '132px' };
    }),
    ...(checks
      ? [count('checks', t('endpoint.chart.columns.count')), count('failures', t('endpoint.chart.columns.failures'))]
      : []),
  ];
}
