import type { UptimeDays } from '@farwatch/core/contracts/api/history';
import { useState } from 'react';
import { readStored, writeStored } from '../../lib/browser/storage.ts';

/** The ranges that the table can have columns of, in their order. */
export const OFFERED_DAYS = [7, 30, 90] as const satisfies readonly UptimeDays[];

const KEY = 'uptimeColumns';

/** Reads the ranges in a stored text such as '7,90'; any other text has none. */
export function daysIn(text: string | null): UptimeDays[] {
  const stored = (text ?? '').split(',');
  return OFFERED_DAYS.filter((days) => stored.includes(String(days)));
}

/** The ranges whose columns are shown, in this browser; none at first. */
export function useUptimeDays(): [days: readonly UptimeDays[], setDays: (days: readonly UptimeDays[]) => void] {
  const [days, setDays] = useState<readonly UptimeDays[]>(() => daysIn(readStored('local', KEY)));
  function choose(next: readonly UptimeDays[]) {
    const text = next.join(',');
    writeStored('local', KEY, text === '' ? null : text);
    setDays(daysIn(text));
  }
  return [days, choose];
}
