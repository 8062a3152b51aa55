import { Box, Flex, type SystemStyleObject, Text } from '@chakra-ui/react';
import type { HistoryPoint } from '@farwatch/core/contracts/api/history';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { barStyles } from '../../../components/hour-bars/bar-styles.ts';
import { Section } from '../../../components/layout/section.tsx';
import { StatusLabel, type StatusLook } from '../../../components/status/status.tsx';
import { usePhone } from '../../../lib/browser/media.ts';
import { formatDuration } from '../../../lib/format/durations.ts';
import { percent } from '../../../lib/format/numbers.ts';
import { CellGrid } from './cell-grid.tsx';
import { type Bar, type BarState, barsOf } from './day-bars.ts';
import { usePeriodText } from './period-text.ts';

const LOOKS: Record<BarState, StatusLook> = {
  UP: 'up',
  MIXED: 'down',
  DOWN: 'down',
  MAINTENANCE: 'maintenance',
  PAUSED: 'paused',
  'N/A': 'none',
};

/** More bars in a row would be too thin to tell apart and to press on a phone. */
const PHONE_COLUMNS = 31;

/** The bars of the last 24 hours, as buttons. Time down is cut off at the top, at least a fifth of the bar. */
const STYLES: SystemStyleObject = {
  ...barStyles,
  display: 'grid',
  alignItems: 'end',
  gap: { base: '6px 2px', sm: '6px 3px' },
  gridAutoRows: { base: '36px', sm: '44px' },
  minWidth: '0',
  maxWidth: 'none',
  '& > button': {
    height: '75%',
    borderRadius: '2px',
    position: 'relative',
    outlineOffset: '2px',
    _before: { content: '""', position: 'absolute', insetInline: '-2px', top: '-34%', bottom: '-2px' },
    _hover: { filter: 'brightness(0.85)', _dark: { filter: 'brightness(1.25)' } },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent' },
  },
  '& > [data-state=MIXED]': { bg: 'status.up', height: '100%', overflow: 'hidden', _before: { top: '0' } },
  '& > [data-state=MIXED] > span': {
    position: 'absolute',
    insetInline: '0',
    top: '0',
    minHeight: '20%',
    bg: 'status.down',
    borderBottom: '2px solid',
    borderColor: 'surface.raised',
  },
};

type Props = { points: readonly HistoryPoint[]; onOpen: (range: Range) => void };

/** Uptime by day as bars, of which each opens its day. */
export function UptimeBars({ points, onOpen }: Props) {
  const { t } = useTranslation();
  const isPhone = usePhone();
  const { clock, point: periodText } = usePeriodText();
  const { unit, bars } = useMemo(() => barsOf(points, clock), [points, clock]);
  const isOpened = unit !== 'hour' && bars.length > 1;
  const texts = useMemo(
    () => bars.map((bar) => ({ period: periodText(bar.fromMs, bar.toMs, unit), lines: linesOf(bar, t) })),
    [bars, unit, periodText, t],
  );
  const cells = useMemo(
    () =>
      bars.map(({ fromMs, state, downShare }, index) => {
        const name = [texts[index]?.period, ...(texts[index]?.lines ?? [])].join(', ');
        return { key: fromMs, name, state, ...(state === 'MIXED' && { share: downShare }) };
      }),
    [bars, texts],
  );
  return (
    <Section
      title={t(`endpointRange.bars.${unit}`)}
      aside={
        unit !== 'hour' && (
          <Text as="span" textStyle="sm" color="text.muted">
            {t(`endpointRange.bars.hint.${unit}`)}
          </Text>
        )
      }
    >
      <Box px="4" pb="4">
        <CellGrid
          label={t(`endpointRange.bars.${unit}`)}
          cells={cells}
          columns={Math.ceil(bars.length / (isPhone ? Math.ceil(bars.length / PHONE_COLUMNS) : 1))}
          styles={STYLES}
          start={bars.length - 1}
          tipOf={(index) => <BarTip state={bars[index]?.state} text={texts[index]} />}
          onOpen={isOpened ? (index) => open(bars[index]) : undefined}
        />
        <Ends bars={bars} unit={unit} />
      </Box>
    </Section>
  );

  function open(bar: Bar | undefined) {
    if (bar) onOpen({ fromMs: bar.fromMs, toMs: bar.toMs });
  }
}

type BarText = { period: string; lines: string[] };

/** The bar's state, uptime and downtime. */
function linesOf({ state, uptime, downtimeSec }: Bar, t: TFunction): string[] {
  const lines = [t(`endpointRange.bars.states.${state}`)];
  if (uptime !== null) lines.push(t('endpointRange.bars.uptime', { value: percent(uptime) }));
  if (downtimeSec > 0) lines.push(t('endpointRange.bars.down', { time: formatDuration(downtimeSec * SECOND_MS, t) }));
  return lines;
}

function BarTip({ state, text }: { state: BarState | undefined; text: BarText | undefined }) {
  if (!state || !text) return null;
  const [status = '', ...rest] = text.lines;
  return (
    <>
      <Text color="text.muted" whiteSpace="nowrap">
        {text.period}
      </Text>
      <StatusLabel look={LOOKS[state]} text={status} />
      {rest.map((line) => (
        <Text key={line} whiteSpace="nowrap">
          {line}
        </Text>
      ))}
    </>
  );
}

/** When the first and the last bar are. */
function Ends({ bars, unit }: { bars: readonly Bar[]; unit: 'hour' | 'day' | 'week' }) {
  const { point: periodText } = usePeriodText();
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last || first === last) return null;
  return (
    <Flex justify="space-between" gap="4" mt="2" textStyle="xs" color="text.muted" aria-hidden="true">
      <span>{periodText(first.fromMs, first.toMs, unit)}</span>
      <span>{periodText(last.fromMs, last.toMs, unit)}</span>
    </Flex>
  );
}
