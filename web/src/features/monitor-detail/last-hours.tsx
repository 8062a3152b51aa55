import { Box, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import { hourlySegments, type SegmentState, segmentState } from '@farwatch/core/decisions/status/segments';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { DAY_MS, HOUR_MS, hourStart } from '@farwatch/core/values/time';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../../components/flags/locations.tsx';
import { HourBars } from '../../components/hour-bars/hour-bars.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { timeOfDay } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';

/** The monitor's last 24 hours as bars above a time axis, with their totals. */
export function LastHours({ monitor, atMs }: { monitor: Monitor; atMs: number }) {
  const { t } = useTranslation();
  const titleId = useId();
  const segments = hourlySegments(monitor, atMs);
  const hoursOf = (state: SegmentState) => segments.filter((segment) => segmentState(segment) === state).length;
  const down = hoursOf('DOWN');
  const isNew = atMs - monitor.createdAt < DAY_MS;

  function text(): string {
    if (down > 0) return t('monitor.hours.down', { count: down });
    if (hoursOf('UP') === 0) return t('status.N/A');
    return t(isNew ? 'monitor.hours.noDowntimeYet' : 'monitor.hours.noDowntime');
  }

  return (
    <Panel as="section" aria-labelledby={titleId} p="4">
      <Flex
        direction={{ base: 'column', lg: 'row' }}
        align={{ lg: 'center' }}
        justify="space-between"
        columnGap="8"
        rowGap="4"
      >
        <Flex direction="column" gap="1" minW="0">
          <Heading as="h2" id={titleId} textStyle="lg" fontWeight="semibold">
            {t('monitor.cards.hours')}
          </Heading>
          <Text>{text()}</Text>
          <Text as="div" color="text.muted" textStyle="sm">
            <LocationNames codes={monitor.locations} />
          </Text>
        </Flex>
        <Box w="full" maxW="432px">
          <HourBars segments={segments} nowMs={atMs} standalone />
          <TimeAxis atMs={atMs} count={segments.length} />
        </Box>
      </Flex>
    </Panel>
  );
}

const EVERY_H = 6;
/** On the narrowest phones the last label would touch 'Now'. */
const NARROW = { '@media (max-width: 339.98px)': { '& > :nth-last-child(2)': { display: 'none' } } } as const;

/** The time axis of the bars: every sixth hour, and 'Now' at the end. The bars' tooltips show each hour. */
function TimeAxis({ atMs, count }: { atMs: number; count: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const firstMs = hourStart(atMs) - (count - 1) * HOUR_MS;
  const marks = Array.from({ length: count / EVERY_H }, (_, index) => firstMs + index * EVERY_H * HOUR_MS);
  return (
    <Grid
      templateColumns={`repeat(${marks.length}, 1fr)`}
      mt="2"
      textStyle="xs"
      color="text.muted"
      aria-hidden="true"
      data-times=""
      position="relative"
      css={NARROW}
    >
      {marks.map((mark) => (
        <span key={mark}>{timeOfDay(mark, language)}</span>
      ))}
      <chakra.span position="absolute" insetEnd="0">
        {t('monitor.hours.now')}
      </chakra.span>
    </Grid>
  );
}
