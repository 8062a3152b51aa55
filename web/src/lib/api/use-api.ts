import type { ApiCall, CallAnswer, CallInput } from '@farwatch/core/api/call';
import { SECOND_MS } from '@farwatch/core/time';
import useSWR from 'swr';
import { useUid } from '../session.ts';
import { apiKey } from './api-key.ts';
import { callApi } from './client.ts';
import { retryDelayMs } from './retry-delay.ts';

/** How often a screen's data is requested again while it is visible. */
export const POLL_MS = 30 * SECOND_MS;

/**
 * A call's answer that stays while a newer one comes; asked again every `everyMs`, not while the page is hidden. Input null
 * asks nothing. `toAsk` may add to the input what does not make it another answer.
 */
export function useApi<Call extends ApiCall>(
  call: Call,
  input: CallInput<Call> | null,
  everyMs = 0,
  toAsk: (input: CallInput<Call>) => CallInput<Call> = (given) => given,
) {
  const uid = useUid();
  const key = uid && input ? apiKey(uid, call, input) : null;
  const ask = input && (() => callApi(call, toAsk(input)));
  return useSWR<CallAnswer<Call>>(key, ask, {
    refreshInterval: everyMs,
    keepPreviousData: true,
    // SWR's own retries end, and its polling would then wait forever.
    onErrorRetry: (_error, _key, _config, revalidate, options) => {
      const delayMs = retryDelayMs(options.retryCount, everyMs);
      if (delayMs !== null) setTimeout(() => revalidate(options), delayMs);
    },
  });
}
