import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { hourRange } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useSorted } from '../../../ui/data-table/use-sorted.ts';
import type { ChartHour } from './chart-hours.ts';

type HourColumn = 'hour' | 'count' | 'failures' | 'median' | 'success' | 'failure';

/** The chart's values as a table, the newest hour first. */
export function HourTable({ hours }: { hours: readonly ChartHour[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const runningMs = hours.at(-1)?.atMs;
  const columns = useMemo(() => {
    const nameOf = ({ atMs }: ChartHour) => {
      const { day, range } = hourRange(atMs, language);
      const name = `${day}, ${range}`;
      return atMs === runningMs ? t('endpoint.chart.running', { range: name }) : name;
    };
    return hourColumns(t, nameOf);
  }, [t, language, runningMs]);
  const { rows, sort, onSort } = useSorted(hours, columns, { column: 'hour', direction: 'desc' });
  return (
    <DataTable
      label={t('endpoint.chart.table')}
      columns={columns}
      rows={rows}
      keyOf={(row) => String(row.atMs)}
      sort={sort}
      onSort={onSort}
    />
  );
}

function hourColumns(t: TFunction, nameOf: (hour: ChartHour) => string): Column<ChartHour, HourColumn>[] {
  const header = (id: HourColumn) => ({ id, header: t(`endpoint.chart.columns.${id}`) });
  const number = (id: HourColumn, pick: (hour: ChartHour) => number) => {
    return { ...header(id), cell: pick, sortBy: pick, align: 'end', width: '92px' } as const;
  };
  const time = (id: HourColumn, pick: (hour: ChartHour) => number | null) => {
    const cell = (hour: ChartHour) => {
      const value = pick(hour);
      return value === null ? t('noValue') : t('endpoint.ms', { value: value.toLocaleString('en') });
    };
    return { ...header(id), cell, sortBy: pick, align: 'end', width: '112px' } as const;
  };
  return [
    {
      ...header('hour'),
      cell: nameOf,
      sortBy: (hour) => hour.atMs,
      minWidth: '200px',
      card: 'title',
    },
    number('count', (hour) => hour.count),
    number('failures', (hour) => hour.failures),
    time('median', (hour) => hour.medianMs),
    time('success', (hour) => hour.successMs),
    time('failure', (hour) => hour.failureMs),
  ];
}
