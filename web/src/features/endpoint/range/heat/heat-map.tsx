import { Box, Flex, Grid, type SystemStyleObject, Text } from '@chakra-ui/react';
import type { WeekHour } from '@farwatch/core/contracts/api/history';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../../../lib/browser/media.ts';
import { weekdayName } from '../../../../lib/format/dates.ts';
import { percent } from '../../../../lib/format/numbers.ts';
import { useLanguage } from '../../../../lib/i18n/i18n.ts';
import { Choice } from '../../../../ui/form/choice.tsx';
import { Section } from '../../../../ui/layout/section.tsx';
import { CellGrid } from './cell-grid.tsx';
import {
  extremes,
  failureShare,
  HEAT_VALUES,
  type HeatCell,
  type HeatValue,
  HOURS,
  heatCells,
  mostFailing,
  WEEKDAYS,
} from './heat.ts';

const SHADES = [12, 32, 54, 76, 100];
const COLOURS: Record<HeatValue, string> = { response: 'accent', failures: 'status-down' };

function shade(value: HeatValue, level: number): string {
  return `color-mix(in srgb, var(--chakra-colors-${COLOURS[value]}) ${SHADES[level]}%, var(--chakra-colors-surface-raised))`;
}

/** Levels are shades of one colour; hours without a value are hollow. */
function stylesOf(value: HeatValue): SystemStyleObject {
  const levels = SHADES.map((_, level) => [`& > [data-state="${level}"]`, { background: shade(value, level) }]);
  return {
    gap: '2px',
    gridAutoRows: { base: '20px', sm: '26px' },
    '& > button': {
      borderRadius: '3px',
      position: 'relative',
      outlineOffset: '1px',
      _before: { content: '""', position: 'absolute', inset: '-1px' },
      _hover: { outline: '2px solid', outlineColor: 'text' },
      _focusVisible: { outline: '2px solid', outlineColor: 'accent' },
    },
    '& > [data-state=none]': { boxShadow: 'inset 0 0 0 1px var(--chakra-colors-border)' },
    ...Object.fromEntries(levels),
  };
}

/** The hours of the week, shaded by how slow they are or how often checks fail in them. */
export function HeatMap({ weekHours }: { weekHours: readonly WeekHour[] }) {
  const { t } = useTranslation();
  const [value, setValue] = useState<HeatValue>('response');
  const cellText = useCellText();
  const summary = summaryOf(weekHours, value, t, cellText);
  return (
    <Section
      title={t('endpointRange.heat.title')}
      aside={
        <Choice
          label={t('endpointRange.heat.value')}
          value={value}
          options={HEAT_VALUES.map((each) => ({ value: each, label: t(`endpointRange.heat.values.${each}`) }))}
          onChoose={setValue}
        />
      }
    >
      <Flex direction="column" gap="3" px="4" pb="4">
        <Week weekHours={weekHours} value={value} cellText={cellText} />
        <Flex
          justify="space-between"
          align="center"
          wrap="wrap"
          columnGap="4"
          rowGap="2"
          textStyle="sm"
          color="text.muted"
        >
          <span>{summary}</span>
          <Scale value={value} />
        </Flex>
      </Flex>
    </Section>
  );
}

type CellText = (cell: Pick<WeekHour, 'weekday' | 'hour'>) => string;

/** An hour of the week: 'Monday, 09:00–10:00'. */
function useCellText(): CellText {
  const { t } = useTranslation();
  const language = useLanguage();
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  return ({ weekday, hour }) =>
    t('endpointRange.heat.cell', {
      weekday: weekdayName(weekday, language, 'long'),
      from: clock(hour),
      to: clock((hour + 1) % 24),
    });
}

type WeekProps = { weekHours: readonly WeekHour[]; value: HeatValue; cellText: CellText };

/** A row for each weekday; on phones a column, which leaves the cells wide enough to press. */
function Week({ weekHours, value, cellText }: WeekProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isPhone = usePhone();
  const styles = useMemo(() => stylesOf(value), [value]);
  const all = heatCells(weekHours, value);
  const cells = isPhone ? HOURS.flatMap((hour) => all.filter((cell) => cell.hour === hour)) : all;
  const days = WEEKDAYS.map((day) => ({ key: day, text: weekdayName(day, language) }));
  const hours = HOURS.map((hour) => ({ key: hour, text: hour % 3 === 0 ? String(hour).padStart(2, '0') : '' }));
  return (
    <Grid templateColumns="auto minmax(0, 1fr)" columnGap="2" rowGap="1" textStyle="xs" color="text.muted">
      <span />
      <Labels labels={isPhone ? days : hours} isRow />
      <Labels labels={isPhone ? hours : days} isRow={false} />
      <CellGrid
        label={t('endpointRange.heat.label')}
        cells={cells.map((cell) => ({
          key: 24 * cell.weekday + cell.hour,
          name: [cellText(cell), ...linesOf(cell, t)].join(', '),
          state: cell.level ?? 'none',
        }))}
        columns={isPhone ? WEEKDAYS.length : HOURS.length}
        styles={styles}
        start={0}
        tipOf={(index) => <CellTip cell={cells[index]} cellText={cellText} />}
      />
    </Grid>
  );
}

function Labels({ labels, isRow }: { labels: readonly { key: number; text: string }[]; isRow: boolean }) {
  const across = { gridTemplateColumns: `repeat(${labels.length}, minmax(0, 1fr))`, justifyItems: 'center' };
  return (
    <Grid
      aria-hidden="true"
      gap="2px"
      {...(isRow ? across : { gridAutoRows: { base: '20px', sm: '26px' }, alignItems: 'center' })}
    >
      {labels.map(({ key, text }) => (
        <Box key={key} whiteSpace="nowrap">
          {text}
        </Box>
      ))}
    </Grid>
  );
}

function CellTip({ cell, cellText }: { cell: HeatCell | undefined; cellText: CellText }) {
  const { t } = useTranslation();
  if (!cell) return null;
  return (
    <>
      <Text color="text.muted" whiteSpace="nowrap">
        {cellText(cell)}
      </Text>
      {linesOf(cell, t).map((line) => (
        <Text key={line}>{line}</Text>
      ))}
    </>
  );
}

function msText(ms: number, t: TFunction): string {
  return t('endpoint.ms', { value: Math.round(ms).toLocaleString('en') });
}

function linesOf({ checks, failures, p50Ms }: HeatCell, t: TFunction): string[] {
  if (checks === 0) return [t('endpointRange.heat.noChecks')];
  return [
    p50Ms === null ? t('endpointRange.heat.allFailed') : t('endpointRange.heat.median', { ms: msText(p50Ms, t) }),
    failures === 0
      ? t('endpointRange.heat.noneFailed', { count: checks })
      : t('endpointRange.heat.failed', {
          failures,
          count: checks,
          percent: percent(100 * failureShare({ checks, failures })),
        }),
  ];
}

/** Names the hours that differ most from the others. */
function summaryOf(weekHours: readonly WeekHour[], value: HeatValue, t: TFunction, cellText: CellText): string {
  if (value === 'failures') {
    const worst = mostFailing(weekHours);
    if (!worst) return t('endpointRange.heat.noFailures');
    return t('endpointRange.heat.mostFailures', {
      worst: cellText(worst),
      percent: percent(100 * failureShare(worst)),
    });
  }
  const found = extremes(weekHours);
  if (!found) return t('endpointRange.heat.allFailed');
  const { fastest, slowest } = found;
  return t('endpointRange.heat.fastestAndSlowest', {
    fastest: cellText(fastest),
    fastestMs: msText(fastest.p50Ms ?? 0, t),
    slowest: cellText(slowest),
    slowestMs: msText(slowest.p50Ms ?? 0, t),
  });
}

function Scale({ value }: { value: HeatValue }) {
  const { t } = useTranslation();
  return (
    <Flex align="center" gap="2" aria-hidden="true" whiteSpace="nowrap">
      {t(`endpointRange.heat.least.${value}`)}
      <Flex gap="2px">
        {SHADES.map((percentage, level) => (
          <Box key={percentage} w="5" h="3" borderRadius="3px" style={{ background: shade(value, level) }} />
        ))}
      </Flex>
      {t(`endpointRange.heat.most.${value}`)}
    </Flex>
  );
}
