import { SECOND_MS } from '@farwatch/core/time';
import useSWR from 'swr';
import type { z } from 'zod';
import { useUid } from '../session.ts';
import { callApi } from './client.ts';
import { retryDelayMs } from './retry-delay.ts';

/** How often a screen's data is requested again while it is visible. */
export const POLL_MS = 30 * SECOND_MS;

/** The key of an API answer in SWR: of one user, so that nothing outlives a sign-out. */
export function apiKey(uid: string, path: string) {
  return ['api', uid, path] as const;
}

/**
 * An answer of the API that stays while a newer one comes; asked again every `everyMs`, not while the page is hidden.
 * Path null asks nothing. `schema` is a constant. `toAsk` may add to the path what does not make it another answer.
 */
export function useApi<T>(
  path: string | null,
  schema: z.ZodType<T>,
  everyMs = 0,
  toAsk: (path: string) => string = (asked) => asked,
) {
  const uid = useUid();
  const key = uid && path ? apiKey(uid, path) : null;
  return useSWR(key, () => callApi(toAsk(path ?? ''), schema), {
    refreshInterval: everyMs,
    keepPreviousData: true,
    // SWR's own retries end, and its polling would then wait forever.
    onErrorRetry: (_error, _key, _config, revalidate, options) => {
      const delayMs = retryDelayMs(options.retryCount, everyMs);
      if (delayMs !== null) setTimeout(() => revalidate(options), delayMs);
    },
  });
}
