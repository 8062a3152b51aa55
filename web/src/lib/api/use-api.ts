import type { ApiCall, CallAnswer, CallInput } from '@farwatch/core/contracts/api/call';
import { AGENT } from '@farwatch/core/values/limits';
import { SECOND_MS } from '@farwatch/core/values/time';
import useSWR from 'swr';
import { useAccountId } from '../session/session.ts';
import { apiKey } from './api-key.ts';
import { callApi } from './client.ts';
import { retryDelayMs } from './retry-delay.ts';

/** How often data on screen is polled while visible. */
export const POLL_MS = 30 * SECOND_MS;
/** How often to poll data that only agents' reports change: as often as they report. */
export const REPORTED_MS = AGENT.checkInEveryMs;

/**
 * The answer of a call that is made once, until everything on screen is refreshed (queries.ts, useRefresh), or again
 * `everyMs` while the page is visible.
 */
export function useApiOnce<Call extends ApiCall>(call: Call, input: CallInput<Call> | null, everyMs = 0) {
  const accountId = useAccountId();
  const key = accountId && input ? apiKey(accountId, call, input) : null;
  return useSWR<CallAnswer<Call>>(key, input && (() => callApi(call, input)), {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    revalidateIfStale: false,
    shouldRetryOnError: false,
    refreshInterval: everyMs,
  });
}

/**
 * The answer of a call. The previous one stays while a new one loads; polled every `everyMs`, unless the page is
 * hidden. Null input makes no call. `toRequest` may add input that is not part of the cache key.
 */
export function useApi<Call extends ApiCall>(
  call: Call,
  input: CallInput<Call> | null,
  everyMs = 0,
  toRequest: (input: CallInput<Call>) => CallInput<Call> = (given) => given,
) {
  const accountId = useAccountId();
  const key = accountId && input ? apiKey(accountId, call, input) : null;
  const request = input && (() => callApi(call, toRequest(input)));
  return useSWR<CallAnswer<Call>>(key, request, {
    refreshInterval: everyMs,
    keepPreviousData: true,
    // SWR's own retries end, and its polling would then never resume.
    onErrorRetry: (_error, _key, _config, revalidate, options) => {
      const delayMs = retryDelayMs(options.retryCount, everyMs);
      if (delayMs !== null) setTimeout(() => revalidate(options), delayMs);
    },
  });
}
