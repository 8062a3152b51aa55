import { Box, Text } from '@chakra-ui/react';
import type { Maintenance } from '@farwatch/core/documents/maintenance';
import { useTranslation } from 'react-i18next';
import { dayOfWeek } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { EntryList } from './day-entries.tsx';
import type { Entry } from './month.ts';

type Props = {
  month: string;
  today: string;
  byDay: ReadonlyMap<string, readonly Entry[]>;
  onEdit: (window: WithId<Maintenance>) => void;
};

/** The days of a month that have maintenance, of this month those from today on, for narrow screens. */
export function Agenda({ month, today, byDay, onEdit }: Props) {
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
