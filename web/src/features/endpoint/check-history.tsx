import { Box, Flex, Text } from '@chakra-ui/react';
import type { Checks } from '@farwatch/core/contracts/api/endpoints';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { useSorted } from '../../components/data-table/use-sorted.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Pager } from '../../components/navigation/pager.tsx';
import { useCheckErrorText } from '../../components/text/check-error.ts';
import { useVisibleFailure } from '../../lib/browser/online.ts';
import { usePages } from '../../lib/list/paging.ts';
import { type CheckRow, checkColumns } from './check-columns.tsx';
import { CheckDialog } from './check-dialog.tsx';
import type { Day } from './use-day.ts';

const PAGE_SIZE = 5;
/** The height of a full page with its header, so that the pager does not move on the last page. */
const FULL_PAGE_HEIGHT = `${40 + PAGE_SIZE * 49}px`;

type Props = { checks: Day['checks']; hasStatusCode: boolean };

/** All checks of the last 24 hours, newest first; `hasStatusCode`: whether checks of this type have a status code. */
export function CheckHistory({ checks: { data, error, mutate }, hasStatusCode }: Props) {
  const { t } = useTranslation();
  const failure = useVisibleFailure(data, error);
  return (
    <>
      {failure !== undefined && (
        <Flex px="4" pb="4" direction="column">
          <FailureNotice title={t('endpoint.checks.loadFailed')} failure={failure} onRetry={() => void mutate()} />
        </Flex>
      )}
      {data ? <CheckTable checks={data.data} hasStatusCode={hasStatusCode} /> : error === undefined && <Loading />}
    </>
  );
}

function CheckTable({ checks, hasStatusCode }: { checks: Checks['data']; hasStatusCode: boolean }) {
  const { t } = useTranslation();
  const errorText = useCheckErrorText();
  const columns = useMemo(
    () => checkColumns(t, errorText).filter(({ id }) => id !== 'code' || hasStatusCode),
    [t, errorText, hasStatusCode],
  );
  const { rows, sort, onSort } = useSorted(checks, columns, { column: 'time', direction: 'desc' }, 'checks');
  const [opened, setOpened] = useState<CheckRow | null>(null);
  const { items, page, pageCount, setPage } = usePages(rows, PAGE_SIZE, 'checks');
  if (checks.length === 0) return <EmptyState title={t('endpoint.checks.empty')} />;
  return (
    <>
      <Box minH={{ sm: pageCount > 1 ? FULL_PAGE_HEIGHT : '0' }}>
        <DataTable
          label={t('endpoint.checks.title')}
          columns={columns}
          rows={items}
          total={rows.length}
          keyOf={(row) => `${row.location} ${row.checkTime}`}
          sort={sort}
          onSort={onSort}
          onOpen={setOpened}
        />
        <CheckDialog check={opened} hasStatusCode={hasStatusCode} onClose={() => setOpened(null)} />
      </Box>
      <Flex direction="column" align="center" borderTopWidth="1px">
        {pageCount > 1 && <Pager page={page} pageCount={pageCount} onPage={setPage} />}
        <Text textStyle="sm" color="text.muted" pb="3" pt={pageCount > 1 ? '0' : '3'}>
          {t('endpoint.checks.count', { count: checks.length })}
        </Text>
      </Flex>
    </>
  );
}
