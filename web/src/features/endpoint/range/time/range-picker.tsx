import { Button, Flex } from '@chakra-ui/react';
import { wallClock } from '@farwatch/core/values/zone';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../../../lib/list/use-query.ts';
import { currentMs } from '../../../../lib/time/now.ts';
import { viewerZone } from '../../../../lib/time/viewer-zone.ts';
import { type ChosenRange, RANGE_NAMES, type RangeName, withRange } from './range-address.ts';
import { datesOf, shownTime } from './range-time.ts';

/** Chooses the range that the page shows, kept in the address. Other days start from those shown before. */
export function RangePicker({ chosen }: { chosen: ChosenRange }) {
  const { t } = useTranslation();
  const [query, setQuery] = useQuery();

  function choose(name: RangeName | 'custom') {
    if (name !== 'custom') return setQuery(withRange(query, name));
    if (chosen.dates) return;
    const [nowMs, clock] = [currentMs(), wallClock(viewerZone())];
    setQuery(withRange(query, datesOf(shownTime(chosen, nowMs, clock), nowMs, clock)));
  }

  return (
    <Flex
      role="group"
      aria-label={t('endpoint.ranges.label')}
      display={{ base: 'grid', sm: 'flex' }}
      gridTemplateColumns="repeat(3, minmax(0, 1fr))"
      gap="1"
      p="1"
      alignSelf={{ sm: 'flex-start' }}
      bg="surface.raised"
      borderWidth="1px"
      borderRadius="l3"
    >
      {[...RANGE_NAMES, 'custom' as const].map((name) => (
        <Button
          key={name}
          size="sm"
          variant="ghost"
          aria-pressed={name === chosen.name}
          _pressed={{ bg: 'accent.subtle', color: 'accent' }}
          onClick={() => choose(name)}
        >
          {t(`endpoint.ranges.${name}`)}
        </Button>
      ))}
    </Flex>
  );
}
