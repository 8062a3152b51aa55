import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { isApiKey } from '../lib/api/api-key.ts';
import { useHasWaitingClaim } from '../lib/orders/claim-store.ts';

const FIRST_RETRY_MS = 2 * SECOND_MS;
const LAST_RETRY_MS = MINUTE_MS;

/** Claims orders made in this browser before the account signed in; silently, and retried until it works. */
export default function ClaimOrders({ uid }: { uid: string }) {
  const { mutate } = useSWRConfig();
  const waiting = useHasWaitingClaim(uid);
  useEffect(() => {
    if (!waiting) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    async function claim(waitMs: number) {
      // Loaded only if there is an order to claim, which is rare.
      const isDone = await import('../lib/orders/claim-orders.ts').then(
        ({ claimOrders }) => claimOrders(uid),
        () => false,
      );
      if (isDone) void mutate(isApiKey);
      else if (!ended) timer = setTimeout(() => void again(Math.min(LAST_RETRY_MS, waitMs * 2)), waitMs);
    }
    const again = (waitMs: number) =>
      claim(waitMs).catch((error: unknown) => console.error('Claiming orders failed', error));
    void again(FIRST_RETRY_MS);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [waiting, uid, mutate]);
  return null;
}
