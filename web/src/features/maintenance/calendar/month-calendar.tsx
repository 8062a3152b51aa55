import { Box, Button, chakra, Flex, IconButton, type SystemStyleObject, Text, VisuallyHidden } from '@chakra-ui/react';
import type { Maintenance } from '@farwatch/core/documents/maintenance';
import { zoneCity } from '@farwatch/core/texts/zones/zone-names';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../../lib/browser/media.ts';
import { dayOfWeek, monthName, timeOfDay, timeRange, weekdayName } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { useIsEditor } from '../../../lib/session/session.ts';
import { localTime } from '../../../lib/time/local-time.ts';
import { ForEditors } from '../../../ui/layout/for-editors.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { dayAfterKey, type Entry, entriesByDay, shiftMonth, weeksOf } from './month.ts';

type Props = {
  windows: readonly WithId<Maintenance>[];
  nowMs: number;
  onPlan: (date: string) => void;
  onEdit: (window: WithId<Maintenance>) => void;
};

/** A month of maintenance in the viewer's zone: a grid with the entries of one day below it, on phones an agenda. */
export function MonthCalendar({ windows, nowMs, onPlan, onEdit }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isPhone = usePhone();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const today = localTime(nowMs, timeZone).date;
  const [day, setDay] = useState(today);
  const month = day.slice(0, 7);
  const weeks = useMemo(() => weeksOf(month), [month]);
  const byDay = useMemo(() => entriesByDay(windows, weeks.flat(), timeZone), [windows, weeks, timeZone]);
  const showMonth = (next: string) => setDay(next === today.slice(0, 7) ? today : `${next}-01`);

  return (
    <Section
      title={monthName(month, language)}
      aside={
        <Flex gap="1" align="center">
          {month !== today.slice(0, 7) && (
            <Button size="sm" variant="ghost" onClick={() => setDay(today)}>
              {t('maintenance.calendar.today')}
            </Button>
          )}
          <IconButton
            size="sm"
            variant="ghost"
            minW={{ base: '11', sm: '8' }}
            aria-label={t('maintenance.calendar.previous')}
            onClick={() => showMonth(shiftMonth(month, -1))}
          >
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <IconButton
            size="sm"
            variant="ghost"
            minW={{ base: '11', sm: '8' }}
            aria-label={t('maintenance.calendar.next')}
            onClick={() => showMonth(shiftMonth(month, 1))}
          >
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </Flex>
      }
    >
      {isPhone ? (
        <Agenda month={month} today={today} byDay={byDay} onEdit={onEdit} />
      ) : (
        <>
          <MonthGrid weeks={weeks} byDay={byDay} day={day} today={today} onDay={setDay} />
          <DayEntries day={day} entries={byDay.get(day) ?? []} onPlan={onPlan} onEdit={onEdit} />
        </>
      )}
      <Text px="4" pb="3" textStyle="xs" color="text.muted">
        {t('maintenance.calendar.zone', { zone: zoneCity(timeZone, language) })}
      </Text>
    </Section>
  );
}

type AgendaProps = {
  month: string;
  today: string;
  byDay: ReadonlyMap<string, readonly Entry[]>;
  onEdit: (window: WithId<Maintenance>) => void;
};

/** The days of a month that have maintenance, of this month those from today on, for narrow screens. */
function Agenda({ month, today, byDay, onEdit }: AgendaProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const days = [...byDay]
    .filter(([day]) => day.startsWith(month) && (day >= today || !today.startsWith(month)))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (days.length === 0) {
    return (
      <Text px="4" pb="4" color="text.muted">
        {t('maintenance.calendar.nothingInMonth')}
      </Text>
    );
  }
  return (
    <Box as="ul" listStyleType="none" pb="2">
      {days.map(([day, entries]) => (
        <Box as="li" key={day} px="4" py="2" borderTopWidth="1px">
          <Text textStyle="sm" color="text.muted">
            {dayOfWeek(day, language)}
          </Text>
          <EntryList entries={entries} onEdit={onEdit} />
        </Box>
      ))}
    </Box>
  );
}

type MonthGridProps = {
  weeks: readonly (readonly string[])[];
  byDay: ReadonlyMap<string, readonly Entry[]>;
  /** The chosen day, YYYY-MM-DD, whose month is shown. */
  day: string;
  today: string;
  onDay: (day: string) => void;
};

/** How many entries of a day are named. */
const MAX_NAMED = 2;

/** The days of a month. The arrow keys move through the days, PageUp and PageDown through the months. */
function MonthGrid({ weeks, byDay, day, today, onDay }: MonthGridProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const table = useRef<HTMLTableElement>(null);
  const shouldFocus = useRef(false);

  // The day that a key leads to may be in another month, which is rendered first.
  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    table.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);

  function onKeyDown(event: KeyboardEvent) {
    const next = dayAfterKey(event.key, day);
    if (next === null) return;
    event.preventDefault();
    shouldFocus.current = true;
    onDay(next);
  }

  return (
    <Box px="4" pb="2">
      <chakra.table ref={table} css={gridStyles} aria-label={t('maintenance.calendar.label')} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((each, index) => (
              <th key={each} scope="col">
                {weekdayName(index + 1, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each}>
                  <Day
                    day={each}
                    entries={byDay.get(each) ?? []}
                    isChosen={each === day}
                    isToday={each === today}
                    isOther={each.slice(0, 7) !== day.slice(0, 7)}
                    onChoose={() => onDay(each)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}

type DayProps = {
  day: string;
  entries: readonly Entry[];
  isChosen: boolean;
  isToday: boolean;
  isOther: boolean;
  onChoose: () => void;
};

function Day({ day, entries, isChosen, isToday, isOther, onChoose }: DayProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const names = entries.map(({ startsAt, window }) => `${timeOfDay(startsAt, language)} ${window.name}`);
  const label = [dayOfWeek(day, language), ...names].join(', ');
  const rest = entries.length - MAX_NAMED;
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={isChosen ? 0 : -1}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      data-other={isOther || undefined}
      onClick={onChoose}
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      <span data-number="" aria-hidden="true">
        {Number(day.slice(8))}
      </span>
      {names.slice(0, rest === 1 ? MAX_NAMED + 1 : MAX_NAMED).map((name, index) => (
        <span key={`${entries[index]?.window.id} ${entries[index]?.startsAt}`} data-entry="" aria-hidden="true">
          {name}
        </span>
      ))}
      {rest > 1 && (
        <span data-more="" aria-hidden="true">
          {t('maintenance.calendar.more', { count: rest })}
        </span>
      )}
    </button>
  );
}

const gridStyles: SystemStyleObject = {
  w: 'full',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  '& th': { textStyle: 'xs', fontWeight: 'medium', color: 'text.muted', textAlign: 'start', px: '2', pb: '1' },
  '& td': { borderWidth: '1px', p: '0', h: '84px', verticalAlign: 'top' },
  '& button': {
    display: 'flex',
    flexDirection: 'column',
    gap: '0.5',
    w: 'full',
    h: '84px',
    p: '1',
    textAlign: 'start',
    cursor: 'pointer',
    overflow: 'hidden',
    focusVisibleRing: 'inside',
    _hover: { bg: 'surface.sunken' },
    _pressed: { bg: 'accent.subtle' },
  },
  '& [data-number]': {
    textStyle: 'xs',
    minW: '5',
    h: '5',
    lineHeight: '20px',
    textAlign: 'center',
    alignSelf: 'flex-start',
    borderRadius: 'full',
  },
  '& [aria-current] [data-number]': { bg: 'accent.solid', color: 'accent.contrast', fontWeight: 'semibold' },
  '& [data-other] [data-number]': { color: 'text.muted' },
  '& [data-entry]': {
    textStyle: 'xs',
    w: 'full',
    px: '1',
    truncate: true,
    borderInlineStartWidth: '3px',
    borderColor: 'status.maintenance',
  },
  '& [data-more]': { textStyle: 'xs', color: 'text.muted', px: '1' },
};

type DayEntriesProps = {
  day: string;
  entries: readonly Entry[];
  onPlan: (date: string) => void;
  onEdit: (window: WithId<Maintenance>) => void;
};

/** Lists the maintenance on the chosen day, with the button that plans more. */
function DayEntries({ day, entries, onPlan, onEdit }: DayEntriesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Flex px="4" pb="3" columnGap="4" rowGap="1" align="flex-start" justify="space-between" wrap="wrap">
      <Flex direction="column" minW="0" role="status">
        <Text fontWeight="medium" minH="8" alignContent="center">
          {dayOfWeek(day, language)}
        </Text>
        {entries.length === 0 && <Text color="text.muted">{t('maintenance.calendar.nothing')}</Text>}
        <EntryList entries={entries} onEdit={onEdit} />
      </Flex>
      <ForEditors>
        <Button size="sm" variant="outline" onClick={() => onPlan(day)}>
          {t('maintenance.calendar.planOn', { day: dayOfWeek(day, language, true) })}
        </Button>
      </ForEditors>
    </Flex>
  );
}

/** Occurrences, each of which opens its window for whom may edit it. */
function EntryList({ entries, onEdit }: Pick<DayEntriesProps, 'entries' | 'onEdit'>) {
  const language = useLanguage();
  const isEditor = useIsEditor();
  return entries.map(({ window, startsAt, endsAt }) => (
    <Flex key={`${window.id} ${startsAt}`} columnGap="3" wrap="wrap" align="center">
      <chakra.button
        type="button"
        disabled={!isEditor}
        minH={{ base: '11', sm: '8' }}
        fontWeight="medium"
        textAlign="start"
        borderRadius="l1"
        focusVisibleRing="outside"
        _enabled={{ cursor: 'pointer', _hover: { textDecoration: 'underline' } }}
        onClick={() => onEdit(window)}
      >
        <bdi>{window.name}</bdi>
      </chakra.button>
      <Text as="span" color="text.muted">
        {timeRange(startsAt, endsAt, language)}
      </Text>
    </Flex>
  ));
}
