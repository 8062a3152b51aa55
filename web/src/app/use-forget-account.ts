import { useEffect, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { forgetLive } from '../lib/live/use-live.ts';
import { useSession } from '../lib/session.ts';

/**
 * Forgets what was fetched and heard for an account once another is signed in or none, also where another tab did that. The
 * pages of the account are gone by then, and their listeners with them.
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
