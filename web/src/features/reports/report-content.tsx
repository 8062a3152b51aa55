import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import type { ReportAnswer } from '@farwatch/core/contracts/api/reports';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { incidentPath, monitorPath } from '../../lib/navigation/paths.ts';
import { countsText, headlineText } from './headline.ts';
import { coverageColumns, monitorColumns, responseColumns } from './monitor-columns.tsx';
import { outageColumns } from './outage-columns.tsx';
import { ReportCards } from './report-cards.tsx';
import { secondsText } from './report-numbers.ts';
import { NothingToList, ReportSection } from './report-section.tsx';
import { ReportTable } from './report-table.tsx';

/** On paper, parts follow each other as blocks, without frames, and a heading stays with what follows it. */
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
  const columns = useMemo(() => monitorColumns(t), [t]);
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
  const nowMs = Date.parse(report.generatedAt);
  const columns = useMemo(() => outageColumns(t, language, nowMs), [t, language, nowMs]);
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
