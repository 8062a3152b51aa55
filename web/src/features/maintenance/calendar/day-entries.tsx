import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { Maintenance } from '@farwatch/core/documents/maintenance';
import { useTranslation } from 'react-i18next';
import { dayOfWeek, timeRange } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import type { Entry } from './month.ts';

type Props = {
  day: string;
  entries: readonly Entry[];
  onPlan: (date: string) => void;
  onEdit: (window: WithId<Maintenance>) => void;
};

/** What takes place on the chosen day, and the button that plans more on it. */
export function DayEntries({ day, entries, onPlan, onEdit }: Props) {
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
      <Button size="sm" variant="outline" borderColor="edge" onClick={() => onPlan(day)}>
        {t('maintenance.calendar.planOn', { day: dayOfWeek(day, language, true) })}
      </Button>
    </Flex>
  );
}

/** Occurrences, each of which opens its window. */
export function EntryList({ entries, onEdit }: Pick<Props, 'entries' | 'onEdit'>) {
  const language = useLanguage();
  return entries.map(({ window, startsAt, endsAt }) => (
    <Flex key={`${window.id} ${startsAt}`} columnGap="3" wrap="wrap" align="center">
      <chakra.button
        type="button"
        minH={{ base: '11', sm: '8' }}
        fontWeight="medium"
        textAlign="start"
        cursor="pointer"
        borderRadius="l1"
        focusVisibleRing="outside"
        _hover={{ textDecoration: 'underline' }}
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
