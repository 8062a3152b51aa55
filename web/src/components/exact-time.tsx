import { exactTime } from '../lib/format/dates.ts';
import { useLanguage } from '../lib/i18n.ts';

/** A moment to the second, in the viewer's zone and language. */
export function ExactTime({ atMs }: { atMs: number }) {
  return <time dateTime={new Date(atMs).toISOString()}>{exactTime(atMs, useLanguage())}</time>;
}
