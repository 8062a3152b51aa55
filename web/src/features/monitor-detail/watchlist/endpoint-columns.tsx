import { chakra } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import { PausedUntil } from '../../../domain/pause/paused-until.tsx';
import { FlappingMark } from '../../../domain/status/flapping.tsx';
import { ENDPOINT_LOOKS } from '../../../domain/status/looks.ts';
import { StatusLabel } from '../../../domain/status/status.tsx';
import { percent } from '../../../lib/format/numbers.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { TimeAgo } from '../../../ui/text/time.tsx';
import { UrlAndName } from '../../../ui/text/url-text.tsx';
import type { EndpointRow } from './endpoint-row.ts';

type EndpointColumn = 'url' | 'lastCheck' | 'availability' | 'runtime' | 'status';

export function endpointColumns(t: TFunction): Column<EndpointRow, EndpointColumn>[] {
  const header = (id: EndpointColumn) => ({ id, header: t(`monitor.columns.${id}`) });
  return [
    {
      ...header('url'),
      cell: (row) => (
        <>
          <UrlAndName url={row.url} name={row.name} />
          {row.resumesAtMs !== null && (
            <chakra.span display="block">
              <PausedUntil untilMs={row.resumesAtMs} nowMs={row.atMs} />
            </chakra.span>
          )}
        </>
      ),
      sortBy: (row) => row.url,
      minWidth: '200px',
      card: 'title',
    },
    {
      ...header('lastCheck'),
      cell: (row) => <TimeAgo inTable atMs={row.lastCheckMs} />,
      sortBy: (row) => row.lastCheckMs,
      width: '132px',
      dropOrder: 2,
    },
    {
      ...header('availability'),
      cell: (row) =>
        row.availabilityPercent === null
          ? t('noValue')
          : t('monitor.percent', { value: percent(row.availabilityPercent) }),
      sortBy: (row) => row.availabilityPercent,
      align: 'end',
      width: '116px',
    },
    {
      ...header('runtime'),
      cell: (row) => (row.runtimeMs === null ? t('none') : t('monitor.ms', { value: Math.round(row.runtimeMs) })),
      sortBy: (row) => row.runtimeMs,
      align: 'end',
      width: '124px',
      dropOrder: 1,
    },
    {
      ...header('status'),
      cell: (row) => (
        <>
          <StatusLabel look={ENDPOINT_LOOKS[row.status]} text={t(`status.${row.status}`)} />
          {row.isFlapping && <FlappingMark />}
        </>
      ),
      sortBy: (row) => row.status,
      width: '124px',
      card: 'status',
    },
  ];
}
