import { Box, Button, DatePicker, Portal, parseDate } from '@chakra-ui/react';
import { datePickerSlotRecipe } from '@chakra-ui/react/theme';
import { regionalTagOf } from '@farwatch/core/values/languages';
import { CalendarDays, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarDay } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';

/** The maximum at which seven cells fit in the window. */
const CELLS = { '--table-cell-size': { base: 'min(2.75rem, calc((100vw - 3.5rem) / 7))', sm: '2.25rem' } } as const;

type Props = {
  /** YYYY-MM-DD; null: the latest 24 hours. */
  date: string | null;
  /** The last selectable day. */
  today: string;
  timeZone: string;
  onDate: (date: string | null) => void;
};

/** Selects the day to show: a calendar without future days and months, and a button for the latest 24 hours. */
export function DateChoice({ date, today, timeZone, onDate }: Props) {
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
          <Button ref={trigger} variant="outline" colorPalette="gray" borderColor="edge">
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
