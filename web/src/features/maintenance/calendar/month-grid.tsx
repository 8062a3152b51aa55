import { Box, chakra, type SystemStyleObject, VisuallyHidden } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOfWeek, timeOfDay, weekdayName } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { dayAfterKey, type Entry } from './month.ts';

type Props = {
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
export function MonthGrid({ weeks, byDay, day, today, onDay }: Props) {
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
