import type { statusHistorySchema } from '@farwatch/core/api/endpoints';
import type { EndpointStatus } from '@farwatch/core/status/status';
import { SECOND_MS } from '@farwatch/core/time';
import type { TFunction } from 'i18next';
import { Trans } from 'react-i18next';
import type { z } from 'zod';
import type { Column } from '../../components/data-table/columns.ts';
import { ENDPOINT_LOOKS } from '../../components/status/looks.ts';
import { StatusLabel } from '../../components/status/status.tsx';
import { ClockTime, LengthOfTime } from '../../components/text/time.tsx';

export type StatusChange = z.infer<typeof statusHistorySchema>['data'][number];
type ChangeColumn = 'at' | 'previous' | 'next' | 'duration';

/** How long the previous status lasted, labelled as such: beside the new status it would be taken for that one's. */
function Was({ change: { previous_status, duration_seconds } }: { change: StatusChange }) {
  return (
    <Trans
      i18nKey={`endpoint.statusChanges.was.${previous_status}`}
      components={{ time: <LengthOfTime fromMs={0} toMs={duration_seconds * SECOND_MS} /> }}
    />
  );
}

/** The columns of the status changes; the duration is that of the previous status. */
export function changeColumns(t: TFunction): Column<StatusChange, ChangeColumn>[] {
  const label = (status: EndpointStatus) => <StatusLabel look={ENDPOINT_LOOKS[status]} text={t(`status.${status}`)} />;
  return [
    {
      id: 'at',
      header: t('endpoint.statusChanges.columns.at'),
      cell: (row) => <ClockTime atMs={Date.parse(row.changed_at)} />,
      sortBy: (row) => Date.parse(row.changed_at),
      minWidth: '136px',
      card: 'title',
    },
    {
      id: 'previous',
      header: t('endpoint.statusChanges.columns.previous'),
      cell: (row) => label(row.previous_status),
      sortBy: (row) => row.previous_status,
      minWidth: '132px',
    },
    {
      id: 'next',
      header: t('endpoint.statusChanges.columns.next'),
      cell: (row) => label(row.new_status),
      sortBy: (row) => row.new_status,
      minWidth: '132px',
      card: 'status',
    },
    {
      id: 'duration',
      header: t('endpoint.statusChanges.columns.duration'),
      cell: (row) => <Was change={row} />,
      sortBy: (row) => row.duration_seconds,
      align: 'end',
      width: '196px',
    },
  ];
}
