import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { isRunByServer } from '@farwatch/core/values/url';
import { useRef } from 'react';
import type { SeenChecks } from '../../domain/check-now/check-progress.ts';
import { useApi } from '../../lib/api/use-api.ts';
import { useNow } from '../../lib/time/now.ts';
import { viewerZone } from '../../lib/time/viewer-zone.ts';
import { useOnChange } from '../../lib/use-on-change.ts';
import type { EndpointDetails } from './endpoint-details.ts';

/**
 * Each request reads 80 to 97 documents with three locations, so about 1,100 an hour of the 50,000 a day that are free.
 * Polling faster would rarely show more, because agents check at most every ten minutes unless requested.
 */
const POLL_DAY_MS = 5 * MINUTE_MS;

/** The last 24 hours' checks, by hour and individually. */
export type Day = ReturnType<typeof useDay>;

/**
 * Requests the hours every five minutes, and immediately when the status changes, an hour starts or the page has seen
 * newer checks; then the checks, if the hours changed. Only agents make checks.
 */
export function useDay({ id, url, status, since }: Pick<EndpointDetails, 'id' | 'url' | 'status' | 'since'>) {
  const params = { id };
  const seen = useRef<SeenChecks | null>(null);
  const hasChecks = !isRunByServer(url);
  const history = useApi(endpointCalls.history, hasChecks ? { params } : null, POLL_DAY_MS, (input) =>
    addSeenChecks(input, seen.current),
  );
  const failed = history.error !== undefined;
  const query = { userTimezone: viewerZone() };
  const checksInput = history.data || failed ? { params, query } : null;
  // It is read here, because SWR renders only for what was read, and the list of checks may load after them.
  const { data, error, isLoading, mutate } = useApi(
    endpointCalls.checks,
    checksInput,
    failed ? POLL_DAY_MS : 0,
    (input) => addSeenChecks(input, seen.current),
  );
  const checks = { data, error, isLoading, mutate };

  const { mutate: refreshHistory } = history;
  const { mutate: refreshChecks } = checks;
  useOnChange(`${status} ${since} ${useNow(HOUR_MS)}`, () => void refreshHistory());
  useOnChange(history.data, (before) => before && void refreshChecks());
  const refreshWith = async (checks: SeenChecks) => {
    seen.current = checks;
    const before = history.data;
    // The hours may be up to date while the checks, which another server may have returned, are not.
    if ((await refreshHistory()) === before) void refreshChecks();
  };
  return { history, checks, refreshWith };
}

/** Adds the checks seen so far: the server then returns no cached answer without them. */
function addSeenChecks<Input extends { query?: object }>(input: Input, seen: SeenChecks | null): Input {
  return seen ? { ...input, query: { ...input.query, ...seen } } : input;
}
