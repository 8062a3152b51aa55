import { Box, chakra, Grid, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { usePeriodText } from '../period-text.ts';
import type { PointUnit, Shown } from './chart-panel.tsx';

/** The values of one point. */
export function ChartTip({ shown, index, unit }: { shown: Shown; index: number; unit: PointUnit }) {
  const { t } = useTranslation();
  const { point: periodText } = usePeriodText();
  const { kind, points, lines, checks } = shown;
  const point = points[index];
  if (!point) return null;
  const ms = (value: number) => t('endpoint.ms', { value: Math.round(value).toLocaleString('en') });
  const known = lines.flatMap(({ name, values }) => {
    const value = values[index] ?? null;
    return value === null ? [] : [{ name, value }];
  });
  const rows = known.map(({ name, value }) => [name, ms(value)] as const);
  const total = known.reduce((sum, { value }) => sum + value, 0);
  const counts = checks?.[index];
  return (
    <Box bg="surface.raised" borderWidth="1px" borderColor="edge" borderRadius="l2" px="3" py="2" textStyle="sm">
      <Text color="text.muted" whiteSpace="nowrap">
        {periodText(Date.parse(point.from), Date.parse(point.to), unit)}
      </Text>
      <Grid as="dl" templateColumns="auto auto" columnGap="4" whiteSpace="nowrap">
        {/* In the order in which the areas lie on each other. */}
        {(kind === 'areas' ? rows.toReversed() : rows).map(([name, value]) => (
          <Row key={name} name={name} value={value} />
        ))}
        {kind === 'areas' && rows.length > 0 && <Row name={t('endpointRange.timings.total')} value={ms(total)} />}
        {counts && <Row name={t('endpoint.chart.columns.count')} value={counts.checks.toLocaleString('en')} />}
        {counts && counts.failures > 0 && (
          <Row name={t('endpoint.chart.columns.failures')} value={counts.failures.toLocaleString('en')} />
        )}
      </Grid>
      {rows.length === 0 && <Text whiteSpace="nowrap">{t('endpointRange.chart.none')}</Text>}
    </Box>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <chakra.div display="contents">
      <dt>{name}</dt>
      <chakra.dd textAlign="end" fontWeight="medium">
        {value}
      </chakra.dd>
    </chakra.div>
  );
}
