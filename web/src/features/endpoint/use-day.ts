import { checksSchema, endpointHistorySchema } from '@farwatch/core/api/endpoints';
import { MINUTE_MS } from '@farwatch/core/time';
import { useEffect, useRef } from 'react';
import { useApi } from '../../lib/api/use-api.ts';
import type { EndpointFacts } from './endpoint-facts.ts';

/** The checks of the last 24 hours, by hour and one by one. */
export type Day = ReturnType<typeof useDay>;

/**
 * Asks for the hours every minute and at once when the status changes, and for the checks after them and only where the
 * hours are others: both come from the same documents, which the server then reads once.
 */
export function useDay({ id, status, since }: Pick<EndpointFacts, 'id' | 'status' | 'since'>) {
  const path = `/endpoints/${encodeURIComponent(id)}`;
  const history = useApi(`${path}/history`, endpointHistorySchema, MINUTE_MS);
  const failed = history.error !== undefined;
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const checksPath = history.data || failed ? `${path}/checks?userTimezone=${zone}` : null;
  const checks = useApi(checksPath, checksSchema, failed ? MINUTE_MS : 0);

  const { mutate: refreshHistory } = history;
  const { mutate: refreshChecks } = checks;
  useOnChange(`${status} ${since}`, () => void refreshHistory());
  useOnChange(history.data, (before) => before && void refreshChecks());
  return { history, checks, refresh: () => void refreshHistory() };
}

/** Runs `act` when the value is another one than before, not for the first. */
function useOnChange<T>(value: T, act: (before: T) => void) {
  const known = useRef(value);
  useEffect(() => {
    const before = known.current;
    known.current = value;
    if (before !== value) act(before);
  });
}
