import { Box, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import type { ReportAnswer, ReportOutage, ReportTable as TableName } from '@farwatch/core/contracts/api/reports';
import type { Language } from '@farwatch/core/values/languages';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCheckErrorText } from '../../domain/check/check-error.ts';
import { LocationNames } from '../../domain/flags/locations.tsx';
import { useSaving } from '../../lib/api/use-saving.ts';
import { exactTime, listedPastDate } from '../../lib/format/dates.ts';
import { shortUrl } from '../../lib/format/text.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { IN_TABLE } from '../../lib/i18n/languages.ts';
import { useAccountZone } from '../../lib/live/account-zone.ts';
import { incidentPath, monitorPath } from '../../lib/navigation/paths.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { StatCard } from '../../ui/layout/stat-card.tsx';
import { SecondLine } from '../../ui/text/two-lines.tsx';
import { UrlText } from '../../ui/text/url-text.tsx';
import { countsText, forecastText, headlineText } from './headline.ts';
import { CsvButton } from './report-actions.tsx';
import { coverageColumns, reportMonitorColumns, responseColumns } from './report-columns.tsx';
import { msText, secondsText, uptimeText } from './report-numbers.ts';
import { ReportTable } from './report-table.tsx';

/** On paper, sections follow each other as blocks, without frames, and a heading stays with what follows it. */
const ON_PAPER = {
  '@media print': {
    display: 'block',
    '& > * + *': { marginTop: '20px' },
    '& > section': { border: '0', borderRadius: '0', overflow: 'visible' },
    '& > section > :first-of-type': { breakAfter: 'avoid', minHeight: '0', paddingInline: '0' },
    '& > section > p': { paddingInline: '0', breakAfter: 'avoid' },
  },
};

type Props = { report: ReportAnswer; period: string };

/** A report: one sentence, totals, monitors, outages, response times and gaps. */
export function ReportContent({ report, period }: Props) {
  const { t } = useTranslation();
  const counts = countsText(report, t);
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }} css={ON_PAPER}>
      <Box>
        <Heading as="h2" textStyle="xl" fontWeight="semibold">
          {headlineText(report, period, t)}
        </Heading>
        {counts && <Text color="text.muted">{counts}</Text>}
      </Box>
      <ReportCards report={report} />
      <Monitors report={report} />
      <Outages report={report} />
      <Responses report={report} />
      <Gaps report={report} />
    </Flex>
  );
}

function Monitors({ report }: { report: ReportAnswer }) {
  const { t } = useTranslation();
  const columns = useMemo(() => reportMonitorColumns(t), [t]);
  return (
    <ReportSection title={t('reports.monitors')} note={t('reports.monitorsNote')} csv={{ report, table: 'monitors' }}>
      <ReportTable
        label={t('reports.monitors')}
        columns={columns}
        rows={report.monitors}
        keyOf={({ id }) => id}
        linkOf={({ id }) => ({ to: monitorPath(id) })}
        first={{ column: 'name', direction: 'asc' }}
      />
    </ReportSection>
  );
}

function Outages({ report }: { report: ReportAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useAccountZone();
  const nowMs = Date.parse(report.generatedAt);
  const columns = useMemo(() => outageColumns(t, language, nowMs, zone), [t, language, nowMs, zone]);
  return (
    <ReportSection
      title={t('reports.outages')}
      note={report.hasMoreOutages ? t('reports.moreOutages') : undefined}
      csv={{ report, table: 'outages' }}
    >
      {report.outages.length === 0 ? (
        <NothingToList>{t('reports.noOutages')}</NothingToList>
      ) : (
        <ReportTable
          label={t('reports.outages')}
          columns={columns}
          rows={report.outages}
          keyOf={({ incidentId, startedAt }) => `${incidentId} ${startedAt}`}
          linkOf={({ incidentId }) => ({ to: incidentPath(incidentId) })}
          first={{ column: 'start', direction: 'desc' }}
        />
      )}
    </ReportSection>
  );
}

function Responses({ report }: { report: ReportAnswer }) {
  const { t } = useTranslation();
  const columns = useMemo(() => responseColumns(t), [t]);
  const rows = report.monitors.filter(({ checks }) => checks > 0);
  return (
    <ReportSection title={t('reports.responses')} note={t('reports.responsesNote')}>
      {rows.length === 0 ? (
        <NothingToList>{t('reports.noResponses')}</NothingToList>
      ) : (
        <ReportTable
          label={t('reports.responses')}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          first={{ column: 'name', direction: 'asc' }}
        />
      )}
    </ReportSection>
  );
}

function Gaps({ report: { monitors, totals } }: { report: ReportAnswer }) {
  const { t } = useTranslation();
  const columns = useMemo(() => coverageColumns(t), [t]);
  const rows = monitors.filter(({ unknownSec }) => unknownSec > 0);
  const { maintenanceSec, pausedSec } = totals;
  const excluded = [
    maintenanceSec > 0 && t('reports.maintenance', { time: secondsText(maintenanceSec, t) }),
    pausedSec > 0 && t('reports.paused', { time: secondsText(pausedSec, t) }),
  ].filter((each) => each !== false);
  return (
    <ReportSection title={t('reports.gaps')} note={[t('reports.gapsNote'), ...excluded].join(t('reports.space'))}>
      {rows.length === 0 ? (
        <NothingToList>{t('reports.noGaps')}</NothingToList>
      ) : (
        <ReportTable
          label={t('reports.gaps')}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          first={{ column: 'unknown', direction: 'desc' }}
        />
      )}
    </ReportSection>
  );
}

/** The totals of a report. */
function ReportCards({ report: { totals } }: { report: ReportAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useAccountZone();
  const { uptime, target, budget, outages, downtimeSec, slowTimeSec, mttrSec, p50Ms, p95Ms, p99Ms } = totals;
  const isOver = budget.leftSec < 0;
  const allowed = t('reports.budget.of', { allowed: secondsText(budget.allowedSec, t) });
  const forecast = forecastText(totals, t, language, zone);
  const cards = [
    {
      title: t('reports.columns.uptime'),
      value: uptimeText(uptime, target, t),
      text: target === null ? t('reports.targetsDiffer') : t('reports.targetOf', { value: target }),
    },
    {
      title: isOver ? t('reports.budget.exceeded') : t('reports.budget.title'),
      value: secondsText(budget.leftSec, t),
      text: forecast ? [allowed, forecast].join(t('reports.space')) : allowed,
    },
    {
      title: t('reports.columns.outages'),
      value: String(outages),
      text: [
        mttrSec === null
          ? t('reports.noDowntime')
          : t('reports.downtimeAndMean', { downtime: secondsText(downtimeSec, t), mean: secondsText(mttrSec, t) }),
        ...(slowTimeSec > 0 ? [t('reports.slowTime', { time: secondsText(slowTimeSec, t) })] : []),
      ].join(' · '),
    },
    {
      title: t('reports.p95Title'),
      value: msText(p95Ms, t),
      text: t('reports.otherTimes', { p50: msText(p50Ms, t), p99: msText(p99Ms, t) }),
    },
  ];
  return (
    <>
      <Grid
        templateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
        gap="4"
        _print={{ display: 'none' }}
      >
        {cards.map((card) => (
          <StatCard key={card.title} {...card} />
        ))}
      </Grid>
      <PrintedCards cards={cards} />
    </>
  );
}

/** The cards on paper, which is narrower than the windows that have them in a row. */
function PrintedCards({ cards }: { cards: readonly { title: string; value: string; text: string }[] }) {
  return (
    <chakra.dl
      display="none"
      gridTemplateColumns="repeat(4, minmax(0, 1fr))"
      columnGap="4"
      textStyle="xs"
      css={{ '@media print': { display: 'grid', breakInside: 'avoid' } }}
    >
      {cards.map(({ title, value, text }) => (
        <Box key={title} borderTopWidth="1px" borderColor="edge" pt="1">
          <chakra.dt color="text.muted">{title}</chakra.dt>
          <chakra.dd>
            <chakra.span display="block" textStyle="xl" fontWeight="semibold">
              {value}
            </chakra.span>
            <chakra.span color="text.muted">{text}</chakra.span>
          </chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  );
}

type ReportSectionProps = {
  title: string;
  /** What readers must know to understand the section. */
  note?: string | undefined;
  /** The report and the table of it that can be exported here. */
  csv?: { report: ReportAnswer; table: TableName };
  children: ReactNode;
};

/** A part of a report. */
function ReportSection({ title, note, csv, children }: ReportSectionProps) {
  const { t } = useTranslation();
  const saving = useSaving({ isChange: false });
  const hasRows = csv && csv.report[csv.table].length > 0;
  return (
    <Section title={title} aside={hasRows && <CsvButton {...csv} saving={saving} />}>
      {saving.failure !== null && (
        <Box px="4" pb="3" _print={{ display: 'none' }}>
          <FailureNotice title={t('reports.exportFailed')} failure={saving.failure} />
        </Box>
      )}
      {note && (
        <Text px="4" pb="3" mt="-1" textStyle="sm" color="text.muted">
          {note}
        </Text>
      )}
      {children}
    </Section>
  );
}

/** Shown instead of an empty table. */
function NothingToList({ children }: { children: string }) {
  return (
    <Text px="4" pb="4" color="text.muted">
      {children}
    </Text>
  );
}

/** Prevents wrapping, also on paper, where other cells wrap. */
const UNBROKEN = { '&&&': { whiteSpace: 'nowrap' } };

type Id = 'start' | 'endpoint' | 'length' | 'reason' | 'locations';

/** The columns of a report's outages. */
function outageColumns(t: TFunction, language: Language, nowMs: number, zone: string): Column<ReportOutage, Id>[] {
  const header = (id: Id) => ({ id, header: t(`reports.columns.${id}`) });
  return [
    {
      ...header('endpoint'),
      cell: ({ endpoint, monitor }) => (
        <>
          <UrlText url={endpoint.url} name={endpoint.name} />
          <SecondLine>{monitor}</SecondLine>
        </>
      ),
      sortBy: ({ endpoint }) => shortUrl(endpoint.url),
      minWidth: '200px',
      card: 'title',
    },
    {
      ...header('start'),
      cell: ({ startedAt, endedAt }) => (
        <>
          <chakra.time dateTime={startedAt} title={exactTime(Date.parse(startedAt), language, zone)} css={UNBROKEN}>
            {listedPastDate(Date.parse(startedAt), nowMs, language, zone)}
          </chakra.time>
          {endedAt === null && <SecondLine>{t('reports.continues')}</SecondLine>}
        </>
      ),
      sortBy: ({ startedAt }) => Date.parse(startedAt),
      width: '132px',
    },
    {
      ...header('length'),
      cell: ({ downtimeSec, maintenanceSec }) => (
        <>
          {secondsText(downtimeSec, t)}
          {maintenanceSec > 0 && (
            <chakra.span display="block" textStyle="xs" color="text.muted">
              {t('reports.notCounted', { time: secondsText(maintenanceSec, t), ...IN_TABLE })}
            </chakra.span>
          )}
        </>
      ),
      sortBy: ({ downtimeSec }) => downtimeSec,
      align: 'end',
      width: '148px',
    },
    {
      ...header('reason'),
      cell: (row) => <Reason {...row} />,
      sortBy: ({ reason }) => reason,
      minWidth: '160px',
    },
    {
      ...header('locations'),
      cell: ({ locations }) => <LocationNames codes={locations} />,
      sortBy: ({ locations }) => locations.join(),
      width: '188px',
    },
  ];
}

function Reason({ error, statusCode }: ReportOutage) {
  const checkErrorText = useCheckErrorText();
  return <>{checkErrorText(error, statusCode)}</>;
}
