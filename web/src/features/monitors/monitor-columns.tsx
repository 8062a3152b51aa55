import { chakra } from '@chakra-ui/react';
import { displayedUptime } from '@farwatch/core/decisions/status/availability';
import type { TFunction } from 'i18next';
import type { Column } from '../../components/data-table/columns.ts';
import { LocationNames } from '../../components/flags/locations.tsx';
import { HourBars } from '../../components/hour-bars/hour-bars.tsx';
import { MaintenanceUntil } from '../../components/maintenance/maintenance-until.tsx';
import { PausedUntil } from '../../components/pause/paused-until.tsx';
import { MONITOR_LOOKS } from '../../components/status/looks.ts';
import { StatusLabel } from '../../components/status/status.tsx';
import { Tags } from '../../components/text/tag.tsx';
import { percent } from '../../lib/format/numbers.ts';
import type { MonitorRow } from './monitor-row.ts';

export type MonitorColumn = 'name' | 'hours' | 'uptime' | 'down' | 'incidents' | 'status' | 'locations';

export function monitorColumns(t: TFunction): Column<MonitorRow, MonitorColumn>[] {
  const header = (id: MonitorColumn) => ({ id, header: t(`monitors.columns.${id}`) });
  return [
    {
      ...header('name'),
      cell: (row) => (
        <>
          <span title={row.name}>{row.name}</span>
          {row.maintenance && (
            <chakra.span display="block">
              <MaintenanceUntil endsAt={row.maintenance.endsAt} nowMs={row.atMs} />
            </chakra.span>
          )}
          {row.pausedUntilMs !== null && (
            <chakra.span display="block">
              <PausedUntil untilMs={row.pausedUntilMs} nowMs={row.atMs} />
            </chakra.span>
          )}
          <Tags names={row.tags} />
        </>
      ),
      sortBy: (row) => row.name,
      minWidth: '160px',
      card: 'title',
    },
    {
      ...header('hours'),
      cell: (row) => <HourBars segments={row.segments} nowMs={row.atMs} />,
      width: '236px',
      card: 'wide',
    },
    {
      ...header('uptime'),
      cell: (row) => {
        const uptime = displayedUptime(row.metrics);
        return uptime === null ? t('noValue') : t('monitors.percent', { value: percent(uptime) });
      },
      sortBy: (row) => displayedUptime(row.metrics),
      align: 'end',
      width: '106px',
    },
    {
      ...header('down'),
      cell: (row) => row.metrics.downCount,
      sortBy: (row) => row.metrics.downCount,
      align: 'end',
      width: '106px',
      dropOrder: 3,
    },
    {
      ...header('incidents'),
      cell: (row) => row.metrics.incidentCount,
      align: 'end',
      width: '96px',
      dropOrder: 2,
    },
    {
      ...header('status'),
      cell: (row) => <StatusLabel look={MONITOR_LOOKS[row.status]} text={t(`status.${row.status}`)} />,
      width: '116px',
      card: 'status',
    },
    {
      ...header('locations'),
      cell: (row) => <LocationNames codes={row.locations} short />,
      width: '98px',
      dropOrder: 1,
    },
  ];
}
