import { chakra, Flex, Text } from '@chakra-ui/react';
import type { Heartbeat, Ping } from '@farwatch/core/documents/heartbeat';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { useSorted } from '../../../components/data-table/use-sorted.ts';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { Pager } from '../../../components/navigation/pager.tsx';
import { StatusLabel } from '../../../components/status/status.tsx';
import { ClockTime } from '../../../components/text/time.tsx';
import { usePages } from '../../../lib/list/paging.ts';
import { runTimeText } from './run-chart.tsx';

type Row = Ping & { body: string | null };
const PAGE_SIZE = 10;
type PingColumn = 'at' | 'kind' | 'duration' | 'body';

const LOOKS = { success: 'up', fail: 'down', start: 'pending', log: 'pending' } as const;

/** The last pings, the newest first, with what the job sent. */
export function PingList({ heartbeat: { pings, bodies } }: { heartbeat: Heartbeat }) {
  const { t } = useTranslation();
  const columns = useMemo(() => pingColumns(t), [t]);
  const all = useMemo(() => {
    const texts = new Map(bodies.map(({ number, text }) => [number, text]));
    return pings.map((ping) => ({ ...ping, body: texts.get(ping.number) ?? null }));
  }, [pings, bodies]);
  const { rows, sort, onSort } = useSorted(all, columns, { column: 'at', direction: 'desc' }, 'pings');
  const { items, page, pageCount, setPage } = usePages(rows, PAGE_SIZE, 'pings');
  if (pings.length === 0) return <EmptyState title={t('heartbeat.waiting')} hint={t('heartbeat.waitingHint')} />;
  return (
    <>
      <DataTable
        label={t('heartbeat.pings')}
        columns={columns}
        rows={items}
        total={rows.length}
        keyOf={(row) => String(row.number)}
        sort={sort}
        onSort={onSort}
      />
      {pageCount > 1 && (
        <Flex justify="center" borderTopWidth="1px">
          <Pager page={page} pageCount={pageCount} onPage={setPage} />
        </Flex>
      )}
    </>
  );
}

function pingColumns(t: TFunction): Column<Row, PingColumn>[] {
  const header = (id: PingColumn) => ({ id, header: t(`heartbeat.columns.${id}`) });
  return [
    {
      ...header('at'),
      cell: (row) => <ClockTime atMs={row.at} seconds />,
      sortBy: (row) => row.number,
      minWidth: '136px',
      card: 'title',
    },
    {
      ...header('kind'),
      cell: (row) => <StatusLabel look={LOOKS[row.kind]} text={kindText(row, t)} />,
      sortBy: (row) => row.kind,
      minWidth: '160px',
      card: 'status',
    },
    {
      ...header('duration'),
      cell: ({ durationMs }) => (durationMs === null ? t('noValue') : runTimeText(durationMs, t)),
      sortBy: (row) => row.durationMs ?? -1,
      align: 'end',
      width: '120px',
    },
    { ...header('body'), cell: (row) => <Body row={row} />, minWidth: '280px' },
  ];
}

function kindText({ kind, exitStatus }: Ping, t: TFunction): string {
  const text = t(`heartbeat.kinds.${kind}`);
  return exitStatus === null ? text : t('heartbeat.exit', { text, status: exitStatus });
}

/** What the job sent, folded to its first line. Only the last ten texts are kept. */
function Body({ row: { bytes, body } }: { row: Row }) {
  const { t } = useTranslation();
  const size = t('heartbeat.bytes', { count: bytes });
  if (bytes === 0) return t('noValue');
  if (body === null) return <Text color="text.muted">{size}</Text>;
  return (
    <chakra.details minW="0">
      <chakra.summary cursor="pointer" borderRadius="l1" focusVisibleRing="outside" title={size} truncate>
        {body.trim().split('\n', 1)[0] || size}
      </chakra.summary>
      <chakra.pre
        mt="2"
        p="2"
        maxH="60"
        overflow="auto"
        bg="surface.sunken"
        borderRadius="l1"
        textStyle="xs"
        fontFamily="mono"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        tabIndex={0}
      >
        {body}
      </chakra.pre>
    </chakra.details>
  );
}
