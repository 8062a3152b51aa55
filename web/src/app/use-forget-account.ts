import { useEffect, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { forgetLive } from '../lib/live/use-live.ts';
import { useSession } from '../lib/session.ts';

/**
 * Forgets an account's fetched and live data once another account is signed in or none, even if another tab did that.
 * By then the account's pages and their listeners are gone.
 */
export function useForgetAccount() {
  const session = useSession();
  const { cache } = useSWRConfig();
  const uid = 'user' in session ? session.user.uid : null;
  const before = useRef(uid);
  useEffect(() => {
    if (session.state === 'loading' || before.current === uid) return;
    if (before.current !== null) {
      for (const key of [...cache.keys()]) cache.delete(key);
      forgetLive();
    }
    before.current = uid;
  }, [session.state, uid, cache]);
}
