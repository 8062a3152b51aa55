import { Box, chakra, Grid } from '@chakra-ui/react';
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
      text:
        mttrSec === null
          ? t('reports.noDowntime')
          : t('reports.downtimeAndMean', { downtime: secondsText(downtimeSec, t), mean: secondsText(mttrSec, t) }),
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

/** The same on paper, which is narrower than the windows that have the cards in a row. */
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
