import { endpointCalls } from '@farwatch/core/api/endpoints';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/time';
import { useEffect, useRef } from 'react';
import type { SeenChecks } from '../../components/check-now/check-progress.ts';
import { useApi } from '../../lib/api/use-api.ts';
import { useNow } from '../../lib/now.ts';
import type { EndpointFacts } from './endpoint-facts.ts';
import { withSeen } from './with-seen.ts';

/**
 * Each time the server reads 80 to 97 documents at three locations: about 1,100 an hour of the 50,000 a day that are
 * free. There is rarely more to see, since agents check at most every ten minutes unless asked.
 */
const EVERY_MS = 5 * MINUTE_MS;

/** The checks of the last 24 hours, by hour and one by one. */
export type Day = ReturnType<typeof useDay>;

/**
 * Requests the hours every five minutes, and at once when the status changes, an hour begins or newer checks were seen
 * elsewhere; then the checks, only if the hours changed: the server reads both at once.
 */
export function useDay({ id, status, since }: Pick<EndpointFacts, 'id' | 'status' | 'since'>) {
  const params = { id };
  const seen = useRef<SeenChecks | null>(null);
  const history = useApi(endpointCalls.history, { params }, EVERY_MS, (input) => withSeen(input, seen.current));
  const failed = history.error !== undefined;
  const query = { userTimezone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  const checksInput = history.data || failed ? { params, query } : null;
  const checks = useApi(endpointCalls.checks, checksInput, failed ? EVERY_MS : 0, (input) =>
    withSeen(input, seen.current),
  );

  const { mutate: refreshHistory } = history;
  const { mutate: refreshChecks } = checks;
  useOnChange(`${status} ${since} ${useNow(HOUR_MS)}`, () => void refreshHistory());
  useOnChange(history.data, (before) => before && void refreshChecks());
  const see = async (checksSeen: SeenChecks) => {
    seen.current = checksSeen;
    const before = history.data;
    // Hours that have them already say nothing of the checks, which another server may have answered earlier.
    if ((await refreshHistory()) === before) void refreshChecks();
  };
  return { history, checks, see };
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
