import { useEffect, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { keepEmail } from '../lib/kept-email.ts';
import { forgetLeftAddresses } from '../lib/list/left-addresses.ts';
import { forgetLive } from '../lib/live/use-live.ts';
import { useSession } from '../lib/session.ts';

/**
 * Forgets what was fetched, heard and kept for an account once another is signed in or none, also where another tab did that. The
 * pages of the account are gone by then, and their listeners with them. An address is kept only on its way in.
 */
export function useForgetAccount() {
  const session = useSession();
  const { cache } = useSWRConfig();
  const uid = 'user' in session ? session.user.uid : null;
  const before = useRef(uid);
  useEffect(() => {
    if (session.state === 'loading') return;
    if (session.state === 'verified' || (before.current !== null && uid === null)) keepEmail(null);
    if (before.current === uid) return;
    if (before.current !== null) {
      for (const key of [...cache.keys()]) cache.delete(key);
      forgetLive();
      forgetLeftAddresses();
    }
    before.current = uid;
  }, [session.state, uid, cache]);
}
