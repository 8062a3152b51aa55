import { Flex } from '@chakra-ui/react';
import { endpointCalls, type statusHistorySchema } from '@farwatch/core/contracts/api/endpoints';
import type { EndpointStatus } from '@farwatch/core/values/status';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Column } from '../../components/data-table/columns.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { useSorted } from '../../components/data-table/use-sorted.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { ENDPOINT_LOOKS } from '../../components/status/looks.ts';
import { StatusLabel } from '../../components/status/status.tsx';
import { TextWithParts } from '../../components/text/text-with-parts.tsx';
import { ClockTime, LengthOfTime } from '../../components/text/time.tsx';
import { useApi } from '../../lib/api/use-api.ts';
import { useVisibleFailure } from '../../lib/browser/online.ts';
import { useOnChange } from '../../lib/use-on-change.ts';
import type { EndpointDetails } from './endpoint-details.ts';

const LIMIT = 20;

/** The endpoint's last status changes, reloaded after each new one. */
export function StatusChanges({ endpoint: { id, status, since } }: { endpoint: EndpointDetails }) {
  const { t } = useTranslation();
  const input = { params: { id }, query: { limit: LIMIT } };
  const { data, error, mutate } = useApi(endpointCalls.statusHistory, input, MINUTE_MS);
  const failure = useVisibleFailure(data, error);
  useOnChange(`${status} ${since}`, () => void mutate());
  return (
    <Flex direction="column" gap="4">
      {failure !== undefined && (
        <FailureNotice title={t('endpoint.statusChanges.loadFailed')} failure={failure} onRetry={() => void mutate()} />
      )}
      {data ? <ChangeTable changes={data.data} /> : error === undefined && <Loading />}
    </Flex>
  );
}

function ChangeTable({ changes }: { changes: readonly StatusChange[] }) {
  const { t } = useTranslation();
  const columns = useMemo(() => changeColumns(t), [t]);
  const { rows, sort, onSort } = useSorted(changes, columns, { column: 'at', direction: 'desc' }, 'changes');
  return (
    <Panel overflow="clip">
      {changes.length === 0 ? (
        <EmptyState title={t('endpoint.statusChanges.empty')} hint={t('endpoint.statusChanges.emptyHint')} />
      ) : (
        <DataTable
          label={t('endpoint.changes')}
          columns={columns}
          rows={rows}
          keyOf={(row) => `${row.changedAt} ${row.newStatus}`}
          sort={sort}
          onSort={onSort}
        />
      )}
    </Panel>
  );
}

type StatusChange = z.infer<typeof statusHistorySchema>['data'][number];
type ChangeColumn = 'at' | 'previous' | 'next' | 'duration';

/** The duration of the previous status, named in the text so that it is not taken for that of the new one. */
function PreviousDuration({ change: { previousStatus, durationSeconds } }: { change: StatusChange }) {
  const { t } = useTranslation();
  return (
    <TextWithParts
      text={t(`endpoint.statusChanges.was.${previousStatus}`)}
      parts={{ time: <LengthOfTime fromMs={0} toMs={durationSeconds * SECOND_MS} /> }}
    />
  );
}

function changeColumns(t: TFunction): Column<StatusChange, ChangeColumn>[] {
  const header = (id: ChangeColumn) => ({ id, header: t(`endpoint.statusChanges.columns.${id}`) });
  const label = (status: EndpointStatus) => <StatusLabel look={ENDPOINT_LOOKS[status]} text={t(`status.${status}`)} />;
  return [
    {
      ...header('at'),
      cell: (row) => <ClockTime atMs={Date.parse(row.changedAt)} />,
      sortBy: (row) => Date.parse(row.changedAt),
      minWidth: '136px',
      card: 'title',
    },
    {
      ...header('previous'),
      cell: (row) => label(row.previousStatus),
      sortBy: (row) => row.previousStatus,
      minWidth: '132px',
    },
    {
      ...header('next'),
      cell: (row) => label(row.newStatus),
      sortBy: (row) => row.newStatus,
      minWidth: '132px',
      card: 'status',
    },
    {
      ...header('duration'),
      cell: (row) => <PreviousDuration change={row} />,
      sortBy: (row) => row.durationSeconds,
      align: 'end',
      width: '196px',
    },
  ];
}
