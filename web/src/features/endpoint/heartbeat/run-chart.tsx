import { Box, Flex, Grid, type SystemStyleObject, Text } from '@chakra-ui/react';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../../domain/status/status.tsx';
import { exactTime, shortDate } from '../../../lib/format/dates.ts';
import { formatDuration } from '../../../lib/format/durations.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { Section } from '../../../ui/layout/section.tsx';
import { CellGrid } from '../range/heat/cell-grid.tsx';
import { type Run, runTimes } from './runs.ts';

const STYLES: SystemStyleObject = {
  gap: { base: '2px', sm: '3px' },
  gridAutoRows: '128px',
  '& > button': {
    position: 'relative',
    maxWidth: '48px',
    borderRadius: '2px',
    outlineOffset: '1px',
    _hover: { bg: 'surface.sunken' },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent' },
  },
  '& > button > span': {
    position: 'absolute',
    insetInline: '0',
    bottom: '0',
    minHeight: '2px',
    borderRadius: '2px 2px 0 0',
    bg: 'text.muted',
  },
  '& > [data-state=fail] > span': { bg: 'status.down' },
  // A cross above the bar, so that it is distinct without colour.
  '& > [data-state=fail] > span::before': {
    content: '"×"',
    position: 'absolute',
    insetInline: '0',
    bottom: '100%',
    textAlign: 'center',
    lineHeight: '12px',
    color: 'status.down',
  },
};

/** How long the last runs took, a bar for each; how to have that measured if no run is known. */
export function RunChart({ runs }: { runs: readonly Run[] }) {
  const { t } = useTranslation();
  const times = runTimes(runs);
  return (
    <Section
      title={t('heartbeat.runs.title')}
      aside={
        times && (
          <Text as="span" textStyle="sm" color="text.muted">
            {t('heartbeat.runs.count', { count: runs.length })}
          </Text>
        )
      }
    >
      <Flex direction="column" gap="4" px="4" pb="4">
        <Text color="text.muted">
          {times
            ? t('heartbeat.runs.summary', {
                last: runTimeText(times.lastMs, t),
                median: runTimeText(times.medianMs, t),
                longest: runTimeText(times.longestMs, t),
              })
            : t('heartbeat.runs.none')}
        </Text>
        {times && <Bars runs={runs} topMs={times.longestMs} />}
      </Flex>
    </Section>
  );
}

function Bars({ runs, topMs }: { runs: readonly Run[]; topMs: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [first, last] = [runs[0], runs.at(-1)];
  const cells = useMemo(
    () =>
      runs.map(({ number, at, durationMs, isFailure }) => ({
        key: number,
        name: [exactTime(at, language), runTimeText(durationMs, t), t(resultOf(isFailure).text)].join(', '),
        state: isFailure ? 'fail' : 'success',
        share: Math.max(0.01, durationMs / Math.max(1, topMs)),
      })),
    [runs, topMs, language, t],
  );
  return (
    <Grid templateColumns="auto minmax(0, 1fr)" columnGap="3" textStyle="xs" color="text.muted">
      <Flex direction="column" justify="space-between" align="flex-end" h="144px" my="-2" aria-hidden="true">
        <span>{runTimeText(topMs, t)}</span>
        <span>0</span>
      </Flex>
      <Box borderTopWidth="1px" borderTopStyle="dashed" borderBottomWidth="1px">
        <CellGrid
          label={t('heartbeat.runs.title')}
          cells={cells}
          columns={runs.length}
          styles={STYLES}
          start={runs.length - 1}
          tipOf={(index) => <RunTip run={runs[index]} />}
        />
      </Box>
      <span />
      {first && last && (
        <Flex justify="space-between" gap="4" mt="2" aria-hidden="true">
          <span>{shortDate(first.at, language)}</span>
          {first !== last && <span>{shortDate(last.at, language)}</span>}
        </Flex>
      )}
    </Grid>
  );
}

function RunTip({ run }: { run: Run | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!run) return null;
  const { look, text } = resultOf(run.isFailure);
  return (
    <>
      <Text color="text.muted" whiteSpace="nowrap">
        {exactTime(run.at, language)}
      </Text>
      <StatusLabel look={look} text={t(text)} />
      <Text whiteSpace="nowrap">{runTimeText(run.durationMs, t)}</Text>
    </>
  );
}

function resultOf(isFailure: boolean) {
  return isFailure
    ? ({ look: 'down', text: 'heartbeat.kinds.fail' } as const)
    : ({ look: 'up', text: 'heartbeat.kinds.success' } as const);
}

/** A run time: '4 min 2 s', below a second in ms. */
export function runTimeText(durationMs: number, t: TFunction): string {
  if (durationMs >= SECOND_MS) return formatDuration(durationMs, t);
  return t('endpoint.ms', { value: String(Math.round(durationMs)) });
}
