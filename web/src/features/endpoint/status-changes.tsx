import { Flex } from '@chakra-ui/react';
import { endpointCalls } from '@farwatch/core/api/endpoints';
import { MINUTE_MS } from '@farwatch/core/time';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { useSorted } from '../../components/data-table/use-sorted.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useApi } from '../../lib/api/use-api.ts';
import { useVisibleFailure } from '../../lib/online.ts';
import { changeColumns, type StatusChange } from './change-columns.tsx';
import type { EndpointFacts } from './endpoint-facts.ts';

const LIMIT = 20;

/** The endpoint's last status changes, requested again after another one. */
export function StatusChanges({ facts: { id, status, since } }: { facts: EndpointFacts }) {
  const { t } = useTranslation();
  const input = { params: { id }, query: { limit: LIMIT } };
  const { data, error, mutate } = useApi(endpointCalls.statusHistory, input, MINUTE_MS);
  const failure = useVisibleFailure(data, error);
  const shown = `${status} ${since}`;
  const asked = useRef(shown);
  useEffect(() => {
    if (asked.current === shown) return;
    asked.current = shown;
    void mutate();
  }, [shown, mutate]);
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
          keyOf={(row) => `${row.changed_at} ${row.new_status}`}
          sort={sort}
          onSort={onSort}
        />
      )}
    </Panel>
  );
}
