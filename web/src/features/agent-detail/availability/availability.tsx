import { Box, chakra, Flex, Grid, SimpleGrid, Table, Text } from '@chakra-ui/react';
import type { AgentAvailability, AgentSegments } from '@farwatch/core/contracts/api/agent-metrics';
import { agentCalls } from '@farwatch/core/contracts/api/agents';
import { type PresenceState, presenceState, uptimeOf } from '@farwatch/core/decisions/agents/uptime';
import { uptimeLevel } from '@farwatch/core/values/levels';
import { HOUR_MS, MINUTE_MS, WINDOW_MS } from '@farwatch/core/values/time';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LEVEL_LOOKS } from '../../../domain/status/looks.ts';
import { StatusLabel, type StatusLook, StatusShape } from '../../../domain/status/status.tsx';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { useVisibleFailure } from '../../../lib/browser/online.ts';
import { dayOfWeek, gmtOffset, shortDate } from '../../../lib/format/dates.ts';
import { percentToTenth } from '../../../lib/format/numbers.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { currentMs, useNow } from '../../../lib/time/now.ts';
import { ChartBoundary } from '../../../ui/chart/chart-boundary.tsx';
import { RowTitle, useRowClicks } from '../../../ui/data-table/row-opening.tsx';
import { CELL_PADDING } from '../../../ui/data-table/sort-header.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { createPart } from '../../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { StatCard } from '../../../ui/layout/stat-card.tsx';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { type UptimeDay, utcDayToOpen } from './chart-days.ts';

type Props = { agentId: string; shown: boolean };

/** The agent's uptime over the last thirty days of the viewer's zone. */
export function Availability({ agentId, shown }: Props) {
  const input = shown ? { params: { id: agentId } } : null;
  const { data, error, mutate } = useApi(agentCalls.availability, input, POLL_MS);
  const failure = useVisibleFailure(data, error);
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      {failure !== undefined && <LoadFailure failure={failure} onRetry={() => void mutate()} />}
      {data ? <UptimeMetrics agentId={agentId} data={data} /> : error === undefined && <Loading />}
    </Flex>
  );
}

function UptimeMetrics({ agentId, data }: { agentId: string; data: AgentAvailability }) {
  const { t } = useTranslation();
  const days = data.dailyAvailability;
  if (days.every(({ uptime }) => uptime === null)) {
    return (
      <Panel>
        <EmptyState title={t('agent.uptime.empty')} hint={t('agent.uptime.emptyHint')} />
      </Panel>
    );
  }
  return (
    <>
      <UptimeCards data={data} />
      <DailyUptime days={days} />
      <UptimeDetails agentId={agentId} days={days} />
    </>
  );
}

/** Today's uptime and the average of thirty days. */
function UptimeCards({ data: { todayUptime, averageUptime } }: { data: AgentAvailability }) {
  const { t } = useTranslation();
  const zone = gmtOffset(useNow(MINUTE_MS), useLanguage());
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap={{ base: '3', md: '4' }}>
      <UptimeCard title={t('agent.uptime.today')} uptime={todayUptime} text={t('agent.uptime.todayText', { zone })} />
      <UptimeCard title={t('agent.uptime.average')} uptime={averageUptime} text={t('agent.uptime.averageText')} />
    </SimpleGrid>
  );
}

function UptimeCard({ title, uptime, text }: { title: string; uptime: number | null; text: string }) {
  const { t } = useTranslation();
  const look = uptime === null ? 'none' : LEVEL_LOOKS[uptimeLevel(uptime)];
  return (
    <StatCard
      title={title}
      value={
        <Flex as="span" align="center" gap="3" color={uptime === null ? 'text' : `status.${look}`}>
          <StatusShape look={look} size={20} />
          {uptime === null ? t('none') : t('agent.uptime.percent', { value: percentToTenth(uptime) })}
        </Flex>
      }
      text={
        <>
          {text}
          <Box h="1.5" mt="2" borderRadius="full" bg="surface.sunken" overflow="hidden" aria-hidden="true">
            <Box h="full" bg={`status.${look}`} style={{ width: `${uptime ?? 0}%` }} />
          </Box>
        </>
      }
    />
  );
}

const useChart = createPart(() => import('./uptime-chart.tsx'));

/** The uptime of each day as a chart; the table below it has the same values. */
function DailyUptime({ days }: { days: readonly UptimeDay[] }) {
  const { t } = useTranslation();
  const zone = gmtOffset(useNow(MINUTE_MS), useLanguage());
  const { Part, isMissing } = useChart();
  const unavailable = <Notice kind="info">{t('agent.uptime.unavailable')}</Notice>;
  return (
    <Section
      title={t('agent.uptime.chart')}
      aside={
        <Text as="span" textStyle="sm" color="text.muted">
          {t('agent.uptime.zone', { offset: zone })}
        </Text>
      }
    >
      <Box px="4" pb="4">
        {isMissing ? (
          unavailable
        ) : (
          <ChartBoundary fallback={unavailable}>
            <Box h="248px">{Part && <Part days={days} />}</Box>
          </ChartBoundary>
        )}
      </Box>
    </Section>
  );
}

type UptimeDetailsProps = { agentId: string; days: readonly UptimeDay[] };

/** Each day's uptime in a scrolling list, newest first; a day opens its segments. */
function UptimeDetails({ agentId, days }: UptimeDetailsProps) {
  const { t } = useTranslation();
  const [openDate, setOpenDate] = useState<string | null>(null);
  const today = days.at(-1)?.date;
  return (
    <Section title={t('agent.uptime.details')}>
      <Box maxH="392px" overflowY="auto" borderTopWidth="1px">
        <Table.Root aria-label={t('agent.uptime.details')} tableLayout="fixed">
          <Table.Header position="sticky" top="0" zIndex="1" bg="surface.raised">
            <Table.Row bg="transparent">
              <Table.ColumnHeader {...HEADER} width={{ base: '60%', sm: '240px' }}>
                {t('agent.uptime.date')}
              </Table.ColumnHeader>
              <Table.ColumnHeader {...HEADER} hideBelow="sm" aria-hidden="true" />
              <Table.ColumnHeader {...HEADER} textAlign="end" width={{ base: '40%', sm: '128px' }}>
                {t('agent.uptime.uptime')}
              </Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {days.toReversed().map((day) => (
              <DayRow
                key={day.date}
                day={day}
                isToday={day.date === today}
                onOpen={() => setOpenDate(utcDayToOpen(day.date, currentMs()))}
              />
            ))}
          </Table.Body>
        </Table.Root>
      </Box>
      <SegmentsDialog agentId={agentId} date={openDate} onClose={() => setOpenDate(null)} />
    </Section>
  );
}

const HEADER = { scope: 'col', ...CELL_PADDING, py: '0', h: '10', textStyle: 'xs', color: 'text.muted' } as const;

type RowProps = { day: UptimeDay; isToday: boolean; onOpen: () => void };

function DayRow({ day: { date, uptime }, isToday, onOpen }: RowProps) {
  const { t } = useTranslation();
  const name = dayOfWeek(date, useLanguage());
  const clicks = useRowClicks(undefined, onOpen);
  const look = uptime === null ? 'none' : LEVEL_LOOKS[uptimeLevel(uptime)];
  const text = uptime === null ? t('none') : t('agent.uptime.percent', { value: percentToTenth(uptime) });
  return (
    <Table.Row h="12" bg="transparent" cursor="pointer" _hover={{ bg: 'surface.sunken' }} {...clicks}>
      <Table.Cell {...CELL_PADDING} py="2">
        <RowTitle link={undefined} open={onOpen}>
          {isToday ? t('agent.uptime.dateToday', { day: name }) : name}
        </RowTitle>
      </Table.Cell>
      <Table.Cell {...CELL_PADDING} py="2" hideBelow="sm" aria-hidden="true">
        <Box h="1.5" borderRadius="full" bg="surface.sunken" overflow="hidden">
          <Box h="full" bg={`status.${look}`} style={{ width: `${uptime ?? 0}%` }} />
        </Box>
      </Table.Cell>
      <Table.Cell {...CELL_PADDING} py="2" textAlign="end">
        <StatusLabel look={look} text={text} />
      </Table.Cell>
    </Table.Row>
  );
}

type SegmentsDialogProps = {
  agentId: string;
  /** A UTC day, YYYY-MM-DD; null while the dialog is closed. */
  date: string | null;
  onClose: () => void;
};

/** The 'Segment Details' dialog: the hours of a UTC day, in segments of ten minutes. */
function SegmentsDialog({ agentId, date, onClose }: SegmentsDialogProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(date);
  if (date !== null && date !== shown) setShown(date);
  return (
    <AppDialog open={date !== null} onClose={onClose} title={t('agent.segments.title')} size="lg">
      {shown !== null && <Segments key={shown} agentId={agentId} date={shown} />}
    </AppDialog>
  );
}

function Segments({ agentId, date }: { agentId: string; date: string }) {
  const { data, error, mutate } = useApi(agentCalls.segments, { params: { id: agentId }, query: { date } }, POLL_MS);
  return (
    <Flex direction="column" gap="4">
      <DayHeader date={date} segments={data} />
      {error !== undefined && <LoadFailure failure={error} onRetry={() => void mutate()} />}
      {data ? <SegmentHours segments={data} /> : error === undefined && <Loading />}
    </Flex>
  );
}

/** The day with its total uptime, and a legend. */
function DayHeader({ date, segments }: { date: string; segments: AgentSegments | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const dayMs = Date.parse(date);
  const uptime = segments ? uptimeOf(segments.hours.flatMap((hour) => hour.segments)) : null;
  const percent = uptime === null ? t('none') : t('agent.uptime.percent', { value: percentToTenth(uptime) });
  const hasOtherZone = new Date(dayMs).getTimezoneOffset() !== 0;
  return (
    <Flex direction="column" gap="1">
      <Flex align="baseline" justify="space-between" wrap="wrap" columnGap="4">
        <Text textStyle="lg" fontWeight="medium">
          {dayOfWeek(date, language)}
        </Text>
        {segments && (
          <Text>
            <Text as="span" color="text.muted">
              {t('agent.segments.day')}
            </Text>{' '}
            <Text as="span" fontWeight="medium">
              {percent}
            </Text>
          </Text>
        )}
      </Flex>
      <Text color="text.muted">
        {t('agent.segments.explain')} {hasOtherZone && t('agent.segments.starts', { at: shortDate(dayMs, language) })}
      </Text>
      <SegmentLegend />
    </Flex>
  );
}

const LOOKS: Record<PresenceState, StatusLook> = { present: 'up', absent: 'down', none: 'none', future: 'pending' };
const STATES = ['present', 'absent', 'none', 'future'] as const;

/** The legend of the segments' shapes. */
function SegmentLegend() {
  const { t } = useTranslation();
  return (
    <Flex as="ul" listStyleType="none" wrap="wrap" columnGap="4" rowGap="1" mt="2" textStyle="sm">
      {STATES.map((state) => (
        <li key={state}>
          <StatusLabel look={LOOKS[state]} text={t(`agent.segments.state.${state}`)} />
        </li>
      ))}
    </Flex>
  );
}

const HOUR_CELL = { ps: '0', pe: '4', py: '2' } as const;
const HOUR_HEADER = { scope: 'col', ...HOUR_CELL, textStyle: 'xs', color: 'text.muted' } as const;

/** A row for each UTC hour with its six segments; on phones four per line. */
function SegmentHours({ segments: { date, hours } }: { segments: AgentSegments }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(MINUTE_MS);
  const dayMs = Date.parse(date);
  return (
    // Focusable, so that the dialog scrolls by keyboard; it has no other focusable content.
    <Table.Root
      aria-label={t('agent.segments.table', { day: dayOfWeek(date, language) })}
      tabIndex={0}
      borderRadius="l1"
      focusVisibleRing="inside"
    >
      <Table.Header>
        <Table.Row bg="transparent">
          <Table.ColumnHeader {...HOUR_HEADER} width="1%" whiteSpace={{ sm: 'nowrap' }}>
            {t('agent.segments.hour')}
          </Table.ColumnHeader>
          <Table.ColumnHeader {...HOUR_HEADER}>{t('agent.segments.segments')}</Table.ColumnHeader>
          <Table.ColumnHeader {...HOUR_HEADER} pe="0" textAlign="end" width="1%" whiteSpace="nowrap">
            {t('agent.segments.uptime')}
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {hours.map(({ hour, segments, uptime }) => (
          <Table.Row key={hour} bg="transparent">
            <Table.ColumnHeader scope="row" {...HOUR_CELL} fontWeight="medium" color="text">
              {clock(hour * HOUR_MS)}
            </Table.ColumnHeader>
            <Table.Cell {...HOUR_CELL}>
              <Hour startMs={dayMs + hour * HOUR_MS} segments={segments} nowMs={nowMs} />
            </Table.Cell>
            <Table.Cell {...HOUR_CELL} pe="0" textAlign="end" color={uptime === null ? 'text.muted' : 'text'}>
              {uptime === null ? t('none') : t('agent.uptime.percent', { value: percentToTenth(uptime) })}
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}

type HourProps = { startMs: number; segments: readonly (boolean | null)[]; nowMs: number };

function Hour({ startMs, segments, nowMs }: HourProps) {
  const { t } = useTranslation();
  return (
    <Grid
      as="ul"
      listStyleType="none"
      templateColumns={{ base: 'repeat(4, minmax(0, 1fr))', sm: 'repeat(6, minmax(0, 1fr))' }}
      gap="1"
    >
      {segments.map((segment, index) => {
        const fromMs = startMs + index * WINDOW_MS;
        const state = presenceState(segment, fromMs, nowMs);
        const text = t(`agent.segments.state.${state}`);
        const title = t('agent.segments.at', { from: clock(fromMs), to: clock(fromMs + WINDOW_MS), state: text });
        return (
          <Flex as="li" key={fromMs} align="center" gap="1.5" title={title} data-state={state}>
            <StatusShape look={LOOKS[state]} />
            <chakra.span textStyle="xs" color="text.muted" aria-hidden="true">
              {clock(fromMs).slice(2)}
            </chakra.span>
            <chakra.span srOnly>{title}</chakra.span>
          </Flex>
        );
      })}
    </Grid>
  );
}

/** '14:10', the time of day in UTC. */
function clock(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 16);
}
