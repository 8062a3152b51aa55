import { Grid } from '@chakra-ui/react';
import type { ReportAnswer } from '@farwatch/core/contracts/api/reports';
import { useTranslation } from 'react-i18next';
import { StatCard } from '../../components/layout/stat-card.tsx';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { forecastText } from './headline.ts';
import { msText, secondsText, uptimeText } from './report-numbers.ts';

/** The totals of a report. */
export function ReportCards({ report: { totals } }: { report: ReportAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { uptime, target, budget, outages, downtimeSec, mttrSec, p50Ms, p95Ms, p99Ms } = totals;
  const isOver = budget.leftSec < 0;
  const allowed = t('reports.budget.of', { allowed: secondsText(budget.allowedSec, t) });
  const forecast = forecastText(totals, t, language);
  return (
    <Grid
      templateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
      gap="4"
      css={{ '@media print': { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: '8px', breakInside: 'avoid' } }}
    >
      <StatCard
        title={t('reports.columns.uptime')}
        value={uptimeText(uptime, target, t)}
        text={target === null ? t('reports.targetsDiffer') : t('reports.targetOf', { value: target })}
      />
      <StatCard
        title={isOver ? t('reports.budget.exceeded') : t('reports.budget.title')}
        value={secondsText(budget.leftSec, t)}
        text={forecast ? `${allowed} ${forecast}` : allowed}
      />
      <StatCard
        title={t('reports.columns.outages')}
        value={outages}
        text={
          mttrSec === null
            ? t('reports.noDowntime')
            : t('reports.downtimeAndMean', { downtime: secondsText(downtimeSec, t), mean: secondsText(mttrSec, t) })
        }
      />
      <StatCard
        title={t('reports.columns.p95')}
        value={msText(p95Ms, t)}
        text={t('reports.otherTimes', { p50: msText(p50Ms, t), p99: msText(p99Ms, t) })}
      />
    </Grid>
  );
}
