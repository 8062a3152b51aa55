import { Box, Text } from '@chakra-ui/react';
import type { Measured, ReportMonitor } from '@farwatch/core/contracts/api/reports';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { StatusLabel, type StatusLook } from '../../domain/status/status.tsx';
import { percent } from '../../lib/format/numbers.ts';
import { IN_TABLE } from '../../lib/i18n/languages.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { SecondLine, TwoLines } from '../../ui/text/two-lines.tsx';
import { msText, pointsText, secondsText, uptimeText, usedShare } from './report-numbers.ts';

type Result = 'met' | 'missed' | 'open' | 'atRisk' | 'unknown';

const LOOKS: Record<Result, StatusLook> = { met: 'up', missed: 'down', open: 'up', atRisk: 'partial', unknown: 'none' };
const RANK: readonly Result[] = ['missed', 'atRisk', 'open', 'met', 'unknown'];

/** Determines the result. At risk means that the budget of a running range would be used up before its end. */
function resultOf({ outcome, budget }: ReportMonitor): Result {
  return outcome === 'open' && budget.runsOutAt !== null ? 'atRisk' : outcome;
}

/** A long outage, whose duration is as wide as most. */
const LONG_SEC = 23 * 3_600 + 58 * 60;

type Id = 'name' | 'result' | 'uptime' | 'budget' | 'outages' | 'downtime' | 'p95';

/** The columns of a report's monitors. */
export function reportMonitorColumns(t: TFunction): Column<ReportMonitor, Id>[] {
  const header = (id: Id) => ({ id, header: t(`reports.columns.${id}`) });
  return [
    {
      ...header('name'),
      cell: ({ name, tags }) => <TwoLines first={name} second={tags.length > 0 ? tags.join(', ') : undefined} />,
      sortBy: ({ name }) => name,
      minWidth: '150px',
      card: 'title',
    },
    {
      ...header('result'),
      cell: (row) => <ResultCell row={row} t={t} />,
      sortBy: (row) => RANK.indexOf(resultOf(row)),
      width: '128px',
      card: 'status',
    },
    {
      ...header('uptime'),
      cell: ({ uptime, target }) => (
        <>
          {uptimeText(uptime, target, t)}
          <SecondLine>{t('reports.targetOf', { value: target })}</SecondLine>
        </>
      ),
      sortBy: ({ uptime }) => uptime,
      width: '120px',
    },
    {
      ...header('budget'),
      cell: (row) => <BudgetBar {...row} />,
      sortBy: ({ outcome, budget }) => (outcome === 'unknown' ? null : budget.leftSec),
      width: '208px',
    },
    {
      ...header('outages'),
      cell: ({ outages }) => outages,
      sortBy: ({ outages }) => outages,
      align: 'end',
      width: '96px',
    },
    {
      ...header('downtime'),
      cell: ({ downtimeSec, slowTimeSec }) => (
        <>
          {downtimeSec === 0 ? t('noValue') : secondsText(downtimeSec, t)}
          {slowTimeSec > 0 && (
            <SecondLine end>{t('reports.slow', { time: secondsText(slowTimeSec, t), ...IN_TABLE })}</SecondLine>
          )}
        </>
      ),
      sortBy: ({ downtimeSec }) => downtimeSec,
      align: 'end',
      width: '108px',
      sample: secondsText(LONG_SEC, t),
    },
    {
      ...header('p95'),
      cell: ({ p95Ms }) => msText(p95Ms, t),
      sortBy: ({ p95Ms }) => p95Ms,
      align: 'end',
      width: '100px',
      dropOrder: 1,
    },
  ];
}

function ResultCell({ row, t }: { row: ReportMonitor; t: TFunction }) {
  const result = resultOf(row);
  const { uptime, target } = row;
  return (
    <>
      <StatusLabel look={LOOKS[result]} text={t(`reports.results.${result}`)} />
      {result === 'missed' && uptime !== null && uptime < target && (
        <SecondLine>{t('reports.byPoints', { count: target - uptime, points: pointsText(uptime, target) })}</SecondLine>
      )}
    </>
  );
}

type CoverageId = 'name' | 'unknown' | 'coverage';

/** The columns of monitors of which something is not known. */
export function coverageColumns(t: TFunction): Column<ReportMonitor, CoverageId>[] {
  const header = (id: CoverageId) => ({ id, header: t(`reports.columns.${id}`) });
  return [
    {
      ...header('name'),
      cell: ({ name }) => <TwoLines first={name} />,
      sortBy: ({ name }) => name,
      card: 'title',
    },
    {
      ...header('unknown'),
      cell: ({ unknownSec }) => secondsText(unknownSec, t),
      sortBy: ({ unknownSec }) => unknownSec,
      align: 'end',
      width: '160px',
    },
    {
      ...header('coverage'),
      cell: ({ coverage }) => t('reports.percent', { value: percent(coverage * 100) }),
      sortBy: ({ coverage }) => coverage,
      align: 'end',
      width: '132px',
    },
  ];
}

type ResponseId = 'name' | 'p50' | 'p95' | 'p99' | 'checks' | 'failures';

/** The columns of response times. */
export function responseColumns(t: TFunction): Column<ReportMonitor, ResponseId>[] {
  const number = (id: ResponseId, of: (row: ReportMonitor) => number | null, width: `${number}px`) => ({
    id,
    header: t(`reports.columns.${id}`),
    cell: (row: ReportMonitor) =>
      id === 'checks' || id === 'failures' ? of(row)?.toLocaleString('en') : msText(of(row), t),
    sortBy: of,
    align: 'end' as const,
    width,
  });
  return [
    {
      id: 'name',
      header: t('reports.columns.name'),
      cell: ({ name }) => <TwoLines first={name} />,
      sortBy: ({ name }) => name,
      card: 'title',
    },
    number('p50', ({ p50Ms }) => p50Ms, '108px'),
    number('p95', ({ p95Ms }) => p95Ms, '108px'),
    number('p99', ({ p99Ms }) => p99Ms, '108px'),
    number('checks', ({ checks }) => checks, '108px'),
    number('failures', ({ failures }) => failures, '108px'),
  ];
}

/** An error budget as a bar of its used share, and as text. */
/** How much of the budget is left, also as a bar; one that is exceeded is full and red. */
function BudgetBar({ budget, outcome }: Pick<Measured, 'budget' | 'outcome'>) {
  const { t } = useTranslation();
  if (outcome === 'unknown') return <>{t('noValue')}</>;
  const isOver = budget.leftSec < 0;
  return (
    <>
      <Text as="span" display="block">
        {budgetText(budget, t)}
      </Text>
      <Box
        aria-hidden="true"
        h="1.5"
        mt="1"
        borderRadius="full"
        bg="surface.sunken"
        outline="1px solid"
        outlineColor="edge"
        outlineOffset="-1px"
        overflow="clip"
        css={{ printColorAdjust: 'exact' }}
      >
        <Box
          h="full"
          bg={isOver ? 'status.down' : 'status.up'}
          style={{ width: `${Math.round((isOver ? 1 : 1 - usedShare(budget)) * 100)}%` }}
        />
      </Box>
    </>
  );
}

function budgetText({ leftSec, allowedSec }: Measured['budget'], t: TFunction): string {
  const allowed = secondsText(allowedSec, t);
  if (leftSec < 0) return t('reports.budget.over', { over: secondsText(leftSec, t), allowed, ...IN_TABLE });
  return t('reports.budget.left', { left: secondsText(leftSec, t), allowed, ...IN_TABLE });
}
