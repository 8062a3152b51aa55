import type { TFunction } from 'i18next';
import type { Column } from '../../components/data-table/columns.ts';
import { ENDPOINT_LOOKS } from '../../components/status/looks.ts';
import { StatusLabel } from '../../components/status/status-label.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { percent } from '../../lib/format/numbers.ts';
import type { EndpointRow } from './endpoint-row.ts';
import { EndpointTitle } from './endpoint-title.tsx';

export type EndpointColumn = 'url' | 'lastCheck' | 'availability' | 'runtime' | 'status';

/** The columns of the watchlist (spec 2), all sortable. */
export function endpointColumns(t: TFunction): Column<EndpointRow, EndpointColumn>[] {
  return [
    {
      id: 'url',
      header: t('monitor.columns.url'),
      cell: (row) => <EndpointTitle endpoint={row} />,
      sortBy: (row) => row.url,
      card: 'title',
    },
    {
      id: 'lastCheck',
      header: t('monitor.columns.lastCheck'),
      cell: (row) => <TimeAgo atMs={row.lastCheckMs} />,
      sortBy: (row) => row.lastCheckMs,
      width: '160px',
    },
    {
      id: 'availability',
      header: t('monitor.columns.availability'),
      cell: (row) => t('monitor.percent', { value: percent(row.availabilityPercent) }),
      sortBy: (row) => row.availabilityPercent,
      align: 'end',
      width: '128px',
    },
    {
      id: 'runtime',
      header: t('monitor.columns.runtime'),
      cell: (row) => (row.runtimeMs === null ? t('none') : t('monitor.ms', { value: Math.round(row.runtimeMs) })),
      sortBy: (row) => row.runtimeMs,
      align: 'end',
      width: '160px',
    },
    {
      id: 'status',
      header: t('monitor.columns.status'),
      cell: (row) => <StatusLabel look={ENDPOINT_LOOKS[row.status]} text={t(`status.${row.status}`)} />,
      sortBy: (row) => row.status,
      width: '132px',
      card: 'status',
    },
  ];
}
