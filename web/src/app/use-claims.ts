import { MINUTE_MS, SECOND_MS } from '@farwatch/core/time';
import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { isApiKey } from '../lib/api/api-key.ts';
import { useWaitsFor } from '../lib/orders/claim-store.ts';
import { useUid } from '../lib/session.ts';

const FIRST_RETRY_MS = 2 * SECOND_MS;
const LAST_RETRY_MS = MINUTE_MS;

/** Claims the orders made in this browser before the account signed in; silently, and repeated until it works. */
export function useClaims() {
  const uid = useUid();
  const { mutate } = useSWRConfig();
  const waiting = useWaitsFor(uid) && uid !== null;
  useEffect(() => {
    if (!waiting || uid === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    async function claim(account: string, waitMs: number) {
      // Loaded only if there is something to claim, which is rare.
      const settled = await import('../lib/orders/take-claims.ts').then(
        ({ takeClaims }) => takeClaims(account),
        () => false,
      );
      if (settled) void mutate(isApiKey);
      else if (!ended) timer = setTimeout(() => void again(account, Math.min(LAST_RETRY_MS, waitMs * 2)), waitMs);
    }
    const again = (account: string, waitMs: number) =>
      claim(account, waitMs).catch((error: unknown) => console.error('Claiming orders failed', error));
    void again(uid, FIRST_RETRY_MS);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [waiting, uid, mutate]);
}
