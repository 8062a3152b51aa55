import { Box, chakra, Grid, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { hourRange } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n.ts';
import type { ChartHour } from './chart-hours.ts';

/** What one hour of the chart holds. */
export function ChartTip({ hour }: { hour: ChartHour | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!hour) return null;
  const { day, range } = hourRange(hour.atMs, language);
  const ms = (value: number | null) => value !== null && t('endpoint.ms', { value: value.toLocaleString('en') });
  const rows = [
    [t('endpoint.chart.columns.median'), ms(hour.medianMs)],
    [t('endpoint.chart.columns.success'), ms(hour.successMs)],
    [t('endpoint.chart.columns.failure'), ms(hour.failureMs)],
    [t('endpoint.chart.columns.count'), String(hour.count)],
    [t('endpoint.chart.columns.failures'), hour.failures > 0 && String(hour.failures)],
  ].filter((row): row is [string, string] => Boolean(row[1]));
  return (
    <Box bg="surface.raised" borderWidth="1px" borderColor="edge" borderRadius="l2" px="3" py="2" textStyle="sm">
      <Text color="text.muted" whiteSpace="nowrap">
        {day}, {range}
      </Text>
      <Grid as="dl" templateColumns="auto auto" columnGap="4" whiteSpace="nowrap">
        {rows.map(([name, value]) => (
          <chakra.div key={name} display="contents">
            <dt>{name}</dt>
            <chakra.dd textAlign="end" fontWeight="medium">
              {value}
            </chakra.dd>
          </chakra.div>
        ))}
      </Grid>
    </Box>
  );
}
