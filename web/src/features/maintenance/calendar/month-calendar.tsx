import { Button, Flex, IconButton, Text } from '@chakra-ui/react';
import type { Maintenance } from '@farwatch/core/documents/maintenance';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../components/layout/section.tsx';
import { usePhone } from '../../../lib/browser/media.ts';
import { monthName } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { localTime } from '../form/draft.ts';
import { Agenda } from './agenda.tsx';
import { DayEntries } from './day-entries.tsx';
import { entriesByDay, shiftMonth, weeksOf } from './month.ts';
import { MonthGrid } from './month-grid.tsx';

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
        {t('maintenance.calendar.zone', { zone: timeZone })}
      </Text>
    </Section>
  );
}
