import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { useRef } from 'react';
import type { SeenChecks } from '../../components/check-now/check-progress.ts';
import { useApi } from '../../lib/api/use-api.ts';
import { useNow } from '../../lib/time/now.ts';
import { useOnChange } from '../../lib/use-on-change.ts';
import type { EndpointContext } from './endpoint-facts.ts';

/**
 * Each request reads 80 to 97 documents with three locations: at this rate about 1,100 an hour, of 50,000 a day that
 * are free. More would rarely show anything, because agents check at most every ten minutes unless asked.
 */
const EVERY_MS = 5 * MINUTE_MS;

/** The last 24 hours' checks, by hour and individually. */
export type Day = ReturnType<typeof useDay>;

/**
 * Requests the hours every five minutes, and at once when the status changes, an hour begins or newer checks were seen
 * elsewhere; then the checks, if the hours changed: the server reads both at the same time.
 */
export function useDay({ id, status, since }: Pick<EndpointContext, 'id' | 'status' | 'since'>) {
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
    // The hours may be up to date while the checks, answered by another server, are not.
    if ((await refreshHistory()) === before) void refreshChecks();
  };
  return { history, checks, see };
}

/** The input with the checks seen so far, which the answer must then contain, though the server caches answers. */
function withSeen<Input extends { query?: object }>(input: Input, seen: SeenChecks | null): Input {
  return seen ? { ...input, query: { ...input.query, ...seen } } : input;
}
