import { Box, Button, chakra, Flex, Tabs, Text } from '@chakra-ui/react';
import { type EndpointDetail, endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { type Heartbeat, heartbeatSchema, type Ping } from '@farwatch/core/documents/heartbeat';
import { SNIPPETS, type SnippetName, snippetOf } from '@farwatch/core/texts/ping-snippets';
import { zoneCity } from '@farwatch/core/texts/zones/zone-names';
import { type HeartbeatSchedule, scheduleOf } from '@farwatch/core/values/check-types/heartbeat';
import type { Language } from '@farwatch/core/values/languages';
import { HEARTBEAT } from '@farwatch/core/values/limits';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../../domain/status/status.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { useApi } from '../../../lib/api/use-api.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { loggedTime, shortDate } from '../../../lib/format/dates.ts';
import { formatDuration } from '../../../lib/format/durations.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { usePages } from '../../../lib/list/paging.ts';
import { useDocument } from '../../../lib/live/firestore-listeners.ts';
import { useNow } from '../../../lib/time/now.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useSorted } from '../../../ui/data-table/use-sorted.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { CommandBlock } from '../../../ui/form/command-block.tsx';
import { CopyField } from '../../../ui/form/copy.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { TAPPED } from '../../../ui/navigation/links.tsx';
import { Pager } from '../../../ui/navigation/pager.tsx';
import { AskDialog } from '../../../ui/overlay/ask-dialog.tsx';
import { ClockTime } from '../../../ui/text/time.tsx';
import { RunChart, runTimeText } from './run-chart.tsx';
import { runsOf } from './runs.ts';

/** A heartbeat's ping URLs and its last pings, live. */
export default function HeartbeatPanel({ endpointId }: { endpointId: string }) {
  const { t } = useTranslation();
  const { data, error, mutate } = useApi(endpointCalls.read, { params: { id: endpointId } });
  const pingUrl = data?.pingUrl ?? null;
  if (!data && error !== undefined)
    return <FailureNotice title={t('heartbeat.loadFailed')} failure={error} onRetry={() => void mutate()} />;
  return (
    <>
      {pingUrl === null ? <Loading /> : <Pings key={pingUrl} pingUrl={pingUrl} onMissing={() => void mutate()} />}
      <PingGuide endpoint={data} onReplaced={(after) => void mutate(after, { revalidate: false })} />
    </>
  );
}

/** Shows the pings. `onMissing` is called if the URL was replaced elsewhere. */
function Pings({ pingUrl, onMissing }: { pingUrl: string; onMissing: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useDocument('heartbeats', pingUrl.split('/').at(-1) ?? '', heartbeatSchema);
  useOnChange(data === null, onMissing);
  if (data === undefined && error) return <FailureNotice title={t('heartbeat.loadFailed')} failure={error} />;
  if (!data) return <Loading />;
  return (
    <>
      {data.pingCount > 0 && <RunChart runs={runsOf(data.pings)} />}
      {/* Before the first ping, how to send it comes first. */}
      <Box order={data.pingCount === 0 ? 1 : 0}>
        <Section title={t('heartbeat.pings')} aside={<Use heartbeat={data} />}>
          <StateText heartbeat={data} />
          <PingList heartbeat={data} />
        </Section>
      </Box>
    </>
  );
}

/** When it is expected: 'Every 30 min, with 10 min of grace.' */
function scheduleText(schedule: HeartbeatSchedule, t: TFunction, language: Language): string {
  const grace = formatDuration(schedule.graceSec * SECOND_MS, t);
  if (schedule.cron !== null)
    return t('heartbeat.byCron', { cron: schedule.cron, timeZone: zoneCity(schedule.timeZone, language), grace });
  return t('heartbeat.byPeriod', { period: formatDuration(schedule.periodSec * SECOND_MS, t), grace });
}

/** Shows which ping is expected next. */
function StateText({ heartbeat: { check, lastStartAt, dueAt } }: { heartbeat: Heartbeat }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Flex direction="column" px="4" pb="3" color="text.muted" role="status">
      <Text>{scheduleText(scheduleOf(check), t, language)}</Text>
      {lastStartAt !== null && <Text>{t('heartbeat.running', { time: loggedTime(lastStartAt, language) })}</Text>}
      {dueAt !== null && <Text>{t('heartbeat.due', { time: shortDate(dueAt, language) })}</Text>}
    </Flex>
  );
}

/** How many pings it has sent on this UTC day, and how many it may send. */
function Use({ heartbeat: { today } }: { heartbeat: Heartbeat }) {
  const { t } = useTranslation();
  const now = useNow(MINUTE_MS);
  const count = today.date === new Date(now).toISOString().slice(0, 10) ? today.count : 0;
  return (
    <Text textStyle="sm" color="text.muted">
      {t('heartbeat.today', { count, max: HEARTBEAT.perDay.toLocaleString('en') })}
    </Text>
  );
}

type PingGuideProps = {
  /** Undefined while it loads. */
  endpoint: EndpointDetail | undefined;
  onReplaced: (after: EndpointDetail) => void;
};

/** The URLs that the job pings, and how to do that in several languages. */
function PingGuide({ endpoint, onReplaced }: PingGuideProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<SnippetName>('curl');
  const pingUrl = endpoint?.pingUrl ?? null;
  const namedPingUrl = endpoint?.namedPingUrl ?? null;
  const copyLabel = t('heartbeat.copy');
  const shared = { placeholder: t('heartbeat.loading'), copyLabel };
  return (
    <Section title={t('heartbeat.guide')}>
      <Flex direction="column" gap="4" px="4" pb="4">
        <Text color="text.muted">{t('heartbeat.guideText')}</Text>
        <CopyField label={t('heartbeat.url')} text={pingUrl} {...shared} />
        {pingUrl && (
          <Tabs.Root
            value={shown}
            onValueChange={({ value }) => setShown(SNIPPETS.find((each) => each === value) ?? 'curl')}
            variant="line"
            lazyMount
          >
            <Tabs.List aria-label={t('heartbeat.programs')} colorPalette="accent" flexWrap="wrap">
              {SNIPPETS.map((each) => (
                <Tabs.Trigger key={each} value={each} h={{ base: '11', sm: '10' }}>
                  {t(`heartbeat.snippets.${each}`)}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            {SNIPPETS.map((each) => (
              <Tabs.Content key={each} value={each} p="0" pt="4">
                <CommandBlock command={snippetOf(each, pingUrl)} />
              </Tabs.Content>
            ))}
          </Tabs.Root>
        )}
        <Box>
          <CopyField label={t('heartbeat.namedUrl')} text={namedPingUrl} {...shared} />
          <Text mt="1" textStyle="sm" color="text.muted">
            {t('heartbeat.namedUrlText')}
          </Text>
        </Box>
        <Text textStyle="sm" color="text.muted">
          {t('heartbeat.secret')}
        </Text>
        {endpoint && pingUrl && <ReplacePingUrl endpoint={endpoint} pingUrl={pingUrl} onReplaced={onReplaced} />}
      </Flex>
    </Section>
  );
}

type ReplacePingUrlProps = { endpoint: EndpointDetail; pingUrl: string; onReplaced: (after: EndpointDetail) => void };

/** Replaces a ping URL that others may know, after a confirmation that explains what stops working. */
function ReplacePingUrl({ endpoint, pingUrl, onReplaced }: ReplacePingUrlProps) {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const [isReplaced, setReplaced] = useState(false);
  const { isBusy, failure, save, forget } = useSaving();

  function close() {
    setConfirming(false);
    forget();
  }

  const replace = () =>
    save(async () => {
      onReplaced(await callApi(endpointCalls.replacePingUrl, { params: { id: endpoint.id }, body: { pingUrl } }));
      setReplaced(true);
      setConfirming(false);
    });

  return (
    <Box>
      {isReplaced && (
        <Box mb="3">
          <Notice kind="success">{t('heartbeat.replace.done')}</Notice>
        </Box>
      )}
      <Button variant="outline" size="sm" onClick={() => setConfirming(true)}>
        <RefreshCw aria-hidden="true" />
        {t('heartbeat.replace.open')}
      </Button>
      <AskDialog
        open={isConfirming}
        title={t('heartbeat.replace.title')}
        confirm={t('heartbeat.replace.confirm')}
        busyText={t('heartbeat.replace.busy')}
        danger
        busy={isBusy}
        onConfirm={() => void replace()}
        dismiss={{ text: t('cancel'), onDismiss: close }}
      >
        {failure !== null && (
          <Box mb="4">
            <FailureNotice title={t('heartbeat.replace.failed')} failure={failure} />
          </Box>
        )}
        <Text overflowWrap="anywhere">{t('heartbeat.replace.text', { name: endpoint.name })}</Text>
        <Text mt="2" color="text.muted">
          {t('heartbeat.replace.hint')}
        </Text>
      </AskDialog>
    </Box>
  );
}

type Row = Ping & { body: string | null };
const PAGE_SIZE = 10;
type PingColumn = 'at' | 'kind' | 'duration' | 'body';

const LOOKS = { success: 'up', fail: 'down', start: 'pending', log: 'pending' } as const;

/** The last pings, the newest first, with what the job sent. */
function PingList({ heartbeat: { pings, bodies } }: { heartbeat: Heartbeat }) {
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

/** Shows what the job sent, folded to its first line. Only the last ten texts are kept. */
function Body({ row: { bytes, body } }: { row: Row }) {
  const { t } = useTranslation();
  const size = t('heartbeat.bytes', { count: bytes });
  if (bytes === 0) return t('noValue');
  if (body === null) return <Text color="text.muted">{size}</Text>;
  return (
    <chakra.details minW="0">
      <chakra.summary cursor="pointer" borderRadius="l1" focusVisibleRing="outside" title={size} truncate {...TAPPED}>
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
