import { chakra } from '@chakra-ui/react';
import { exactTime, fullDate } from '../lib/format/dates.ts';
import { useLanguage } from '../lib/i18n.ts';

/** A date with its year, with the exact time on hover. */
export function FullDate({ atMs }: { atMs: number }) {
  const language = useLanguage();
  return (
    <chakra.time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs, language)} whiteSpace="nowrap">
      {fullDate(atMs, language)}
    </chakra.time>
  );
}
