import { Box, Button, DatePicker, Flex, Portal, parseDate, type SystemStyleObject, Text } from '@chakra-ui/react';
import { datePickerSlotRecipe } from '@chakra-ui/react/theme';
import type { LocationSegment, LocationPerformance as Performances } from '@farwatch/core/contracts/api/agent-metrics';
import { agentCalls } from '@farwatch/core/contracts/api/agents';
import { availabilityRating } from '@farwatch/core/decisions/status/availability';
import { regionalTagOf } from '@farwatch/core/values/languages';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { wallClock } from '@farwatch/core/values/zone';
import type { TFunction } from 'i18next';
import { CalendarDays, X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../../../domain/flags/locations.tsx';
import { HourSlider } from '../../../domain/hour-bars/hour-slider.tsx';
import { RATING_LOOKS } from '../../../domain/status/looks.ts';
import { type StatusLook, StatusShape } from '../../../domain/status/status.tsx';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { calendarDay, gmtOffset, hourRange } from '../../../lib/format/dates.ts';
import { percent } from '../../../lib/format/numbers.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useNow } from '../../../lib/time/now.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useSorted } from '../../../ui/data-table/use-sorted.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { type DotState, dotState, type ShownHours, shownHours } from './performance-hours.ts';

/** The availability of each location's agents by hour, on a day or in the latest 24 hours. */
export function LocationPerformance() {
  const { t } = useTranslation();
  const [date, setDate] = useState<string | null>(null);
  const { shown, error, isStale, retry } = usePerformance(date);
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = useMemo(() => wallClock(timeZone), [timeZone]);
  const nowMs = useNow(MINUTE_MS);
  return (
    <Section
      title={t('agents.performance.title')}
      aside={<DateChoice date={date} today={clock.at(nowMs).date} timeZone={timeZone} onDate={setDate} />}
    >
      <Box borderTopWidth="1px">
        {error !== undefined && (
          <Box p="4">
            <FailureNotice title={t('agents.loadFailed')} failure={error} onRetry={retry} />
          </Box>
        )}
        {shown && (
          <Box aria-busy={isStale} opacity={isStale ? 0.5 : 1}>
            {shown.items.length > 0 ? (
              <PerformanceTable {...shown} clock={clock} nowMs={nowMs} />
            ) : (
              <EmptyState title={t('agents.performance.empty')} hint={t('agents.performance.emptyHint')} />
            )}
          </Box>
        )}
        {!shown && error === undefined && <Loading />}
      </Box>
    </Section>
  );
}

type Shown = NonNullable<ReturnType<typeof usePerformance>['shown']>;

function PerformanceTable({
  items,
  date,
  clock,
  nowMs,
}: Shown & { clock: ReturnType<typeof wallClock>; nowMs: number }) {
  const { t } = useTranslation();
  const hours = useMemo(() => shownHours(items, date, clock, nowMs), [items, date, clock, nowMs]);
  const columns = useMemo(() => performanceColumns(t, hours), [t, hours]);
  const { rows, sort, onSort } = useSorted(items, columns, { column: 'location', direction: 'asc' }, 'locations');
  return (
    <DataTable
      label={t('agents.performance.title')}
      columns={columns}
      rows={rows}
      keyOf={(row) => row.countryCode}
      sort={sort}
      onSort={onSort}
    />
  );
}

/** The locations' performance on a date; null for the latest 24 hours. */
function usePerformance(date: string | null) {
  const query = date === null ? {} : { date };
  const { data, error, isLoading, mutate } = useApi(agentCalls.performance, { query }, POLL_MS);
  // The previous date's data stays until the response arrives, and is removed if the request fails.
  const [loaded, setLoaded] = useState<{ date: string | null; items: Performances } | null>(null);
  if (data && !isLoading && !error && (loaded?.items !== data || loaded.date !== date))
    setLoaded({ date, items: data });
  const isCurrent = loaded?.date === date;
  return {
    shown: loaded && (isCurrent || !error) ? loaded : null,
    error: error as unknown,
    /** Whether the data shown belongs to another date. */
    isStale: loaded !== null && !isCurrent,
    retry: () => void mutate(),
  };
}

/** The maximum at which seven cells fit in the window. */
const CELLS = { '--table-cell-size': { base: 'min(2.75rem, calc((100vw - 3.5rem) / 7))', sm: '2.25rem' } } as const;

type DateChoiceProps = {
  /** YYYY-MM-DD; null: the latest 24 hours. */
  date: string | null;
  /** The last selectable day. */
  today: string;
  timeZone: string;
  onDate: (date: string | null) => void;
};

/** Selects the day to show: a calendar without future days and months, and a button for the latest 24 hours. */
function DateChoice({ date, today, timeZone, onDate }: DateChoiceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const calendar = 'agents.performance.calendar';
  const trigger = useRef<HTMLButtonElement>(null);
  const shown = date === null ? t('agents.performance.latest') : calendarDay(date, language);
  function clear() {
    // The button disappears with the date, so the focus must move elsewhere.
    trigger.current?.focus();
    onDate(null);
  }
  return (
    <DatePicker.Root
      recipe={datePickerSlotRecipe}
      colorPalette="accent"
      width="auto"
      locale={regionalTagOf(language)}
      timeZone={timeZone}
      value={date === null ? [] : [parseDate(date)]}
      max={parseDate(today)}
      onValueChange={({ value: [chosen] }) => onDate(chosen?.toString() ?? null)}
      translations={{
        trigger: (open) => `${shown}, ${t(open ? `${calendar}.close` : `${calendar}.open`)}`,
        clearTrigger: t('agents.performance.clear'),
        content: t(`${calendar}.title`),
        prevTrigger: () => t(`${calendar}.previous`),
        nextTrigger: () => t(`${calendar}.next`),
        dayCell: ({ valueText, selected }) =>
          t(selected ? `${calendar}.chosen` : `${calendar}.choose`, { date: valueText }),
      }}
      lazyMount
      unmountOnExit
    >
      <DatePicker.Control>
        <DatePicker.Trigger asChild unstyled>
          <Button ref={trigger} variant="outline" colorPalette="gray">
            <CalendarDays aria-hidden="true" />
            {shown}
          </Button>
        </DatePicker.Trigger>
        {date !== null && (
          <Button variant="ghost" colorPalette="gray" px="3" onClick={clear}>
            <X aria-hidden="true" />
            {t('agents.performance.clear')}
          </Button>
        )}
      </DatePicker.Control>
      <Portal>
        <DatePicker.Positioner>
          <DatePicker.Content boxShadow="none" borderWidth="1px" borderColor="edge" minW="0">
            {(['day', 'month', 'year'] as const).map((view) => (
              <DatePicker.View key={view} view={view} css={CELLS}>
                <DatePicker.ViewControl>
                  <DatePicker.PrevTrigger />
                  <DatePicker.Context>
                    {({ visibleRangeText: { start } }) => (
                      <DatePicker.ViewTrigger aria-label={`${start}, ${t(`${calendar}.switch`)}`}>
                        <DatePicker.RangeText />
                      </DatePicker.ViewTrigger>
                    )}
                  </DatePicker.Context>
                  <DatePicker.NextTrigger />
                </DatePicker.ViewControl>
                <Box mx="auto">
                  {view === 'day' && <DatePicker.DayTable />}
                  {view === 'month' && <DatePicker.MonthTable />}
                  {view === 'year' && <DatePicker.YearTable />}
                </Box>
              </DatePicker.View>
            ))}
          </DatePicker.Content>
        </DatePicker.Positioner>
      </Portal>
    </DatePicker.Root>
  );
}

type PerformanceRow = Performances[number];
type PerformanceColumn = 'location' | 'segments' | 'agents' | 'active' | 'availability';

function performanceColumns(t: TFunction, shown: ShownHours): Column<PerformanceRow, PerformanceColumn>[] {
  const header = (id: PerformanceColumn) => ({ id, header: t(`agents.performance.columns.${id}`) });
  return [
    {
      ...header('location'),
      cell: ({ countryCode }) => <LocationNames codes={[countryCode]} />,
      sortBy: ({ countryCode }) => t(`locations.${countryCode}`),
      width: '148px',
      card: 'title',
    },
    {
      ...header('segments'),
      cell: ({ uptimeSegments }) => <HourDots segments={uptimeSegments} shown={shown} />,
      minWidth: '232px',
      card: 'wide',
    },
    {
      ...header('agents'),
      cell: (row) => row.agentCount,
      sortBy: (row) => row.agentCount,
      align: 'end',
      width: '92px',
      dropOrder: 1,
    },
    {
      ...header('active'),
      cell: (row) => row.activeAgents,
      sortBy: (row) => row.activeAgents,
      align: 'end',
      width: '92px',
      dropOrder: 2,
    },
    {
      ...header('availability'),
      cell: ({ availability }) => <Availability value={availability} t={t} />,
      sortBy: (row) => row.availability,
      align: 'end',
      width: '124px',
    },
  ];
}

function Availability({ value, t }: { value: number | null; t: TFunction }) {
  const rating = availabilityRating(value);
  const text = t(`endpoint.rating.${rating}`);
  return (
    <Flex
      as="span"
      position="relative"
      display="inline-flex"
      verticalAlign="middle"
      align="center"
      gap="2"
      title={text}
    >
      <StatusShape look={RATING_LOOKS[rating]} />
      {value === null ? t('none') : t('agents.performance.percent', { value: percent(value) })}
      <Text as="span" srOnly>
        {text}
      </Text>
    </Flex>
  );
}

const LOOKS: Record<DotState, StatusLook> = {
  UP: 'up',
  DOWN: 'down',
  PARTIAL: 'partial',
  FUTURE: 'pending',
  NONE: 'none',
};

const fullHour = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;

type HourDotsProps = { segments: readonly LocationSegment[]; shown: ShownHours };

/** A location's 24 hours as dots, in the viewer's zone. */
function HourDots({ segments, shown }: HourDotsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const describe = (index: number) => {
    const { hour, atMs } = shown.hours[index] ?? { hour: 0, atMs: 0 };
    const range = `${fullHour(hour)}–${fullHour(hour + 1)} ${gmtOffset(atMs, language)}`;
    const segment = segments[index] ?? null;
    return {
      day: hourRange(atMs, language).day,
      range: index === shown.running ? `${range} (${t('hours.running')})` : range,
      status: t(`agents.performance.hour.${dotState(segment)}`, { value: percent(segment?.availability ?? 0) }),
      where: '',
    };
  };
  const hours = segments.map((segment, index) => {
    const state = dotState(segment);
    return { key: index, state, look: LOOKS[state] };
  });
  return (
    <HourSlider
      label={t('agents.performance.hours')}
      hours={hours}
      running={shown.running}
      describe={describe}
      styles={dotStyles}
    />
  );
}

const ring = 'inset 0 0 0 1.5px currentColor';

/**
 * Dots: filled when up, with a bar when down, half filled when partial, dashed in the future, crossed out without data.
 */
const dotStyles: SystemStyleObject = {
  display: 'flex',
  alignItems: 'center',
  gap: '2px',
  width: '100%',
  minWidth: '190px',
  maxWidth: '384px',
  borderRadius: 'l1',
  outlineOffset: '4px',
  _focusVisible: { outline: '2px solid', outlineColor: 'accent' },
  '& > span': { flex: '1 1 0', maxWidth: '14px', aspectRatio: '1', borderRadius: 'full', position: 'relative' },
  // The gaps count as parts of the dots, so that the pointer is always over one.
  '& > span::before': { content: '""', position: 'absolute', insetInline: '-1px', insetBlock: '-8px' },
  '& > [data-state=UP]': { bg: 'status.up' },
  '& > [data-state=DOWN]': {
    bg: 'status.down',
    _after: { content: '""', position: 'absolute', insetInline: '25%', insetBlock: '42%', bg: 'surface.raised' },
  },
  '& > [data-state=PARTIAL]': {
    color: 'status.partial',
    boxShadow: ring,
    backgroundImage: 'linear-gradient(90deg, transparent 50%, currentColor 50%)',
  },
  '& > [data-state=FUTURE]': {
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: { _light: 'status.none', _dark: 'text.muted' },
  },
  '& > [data-state=NONE]': {
    color: { _light: 'text.muted', _dark: 'status.none' },
    boxShadow: ring,
    backgroundImage: 'linear-gradient(135deg, transparent 44%, currentColor 44% 56%, transparent 56%)',
  },
  '& > [data-running]': { outline: '1px solid', outlineColor: 'text', outlineOffset: '1px' },
  '& > [data-shown]': { filter: 'brightness(0.8)', _dark: { filter: 'brightness(1.25)' } },
};
