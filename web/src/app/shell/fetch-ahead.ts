import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { SECOND_MS } from '@farwatch/core/values/time';
import { useEffect } from 'react';
import { apiQuietMs } from '../../lib/api/client.ts';
import { useOnline } from '../../lib/browser/online.ts';
import { textsOf } from '../../lib/i18n/i18n.ts';
import { useSession } from '../../lib/session/session.ts';
import { loadCommandDialogs } from './commands.tsx';

export const loadNavDrawer = () => import('./nav-drawer.tsx');

/** The parts to load in advance, most likely first; `ofAdmins` for admins only. */
export type NextParts = Record<'ofAll' | 'ofAdmins', readonly (() => Promise<unknown>)[]>;

/** How long the page must have its data, without requests, before anything is loaded in advance. */
const AFTER_MS = 4 * SECOND_MS;

const languages = LANGUAGE_CODES.map((language) => () => textsOf(language));

/**
 * Loads the pages that were not visited yet, one by one while the browser is idle, so that they also open offline.
 */
export function useFetchAhead(ready: boolean, { ofAll, ofAdmins }: NextParts) {
  const session = useSession();
  const isAdmin = session.state === 'verified' && session.isAdmin;
  const online = useOnline();
  useEffect(() => {
    if (!ready || !online) return;
    let isOver = false;
    let timer = setTimeout(start, AFTER_MS);
    function start() {
      const leftMs = AFTER_MS - apiQuietMs();
      if (leftMs > 0) timer = setTimeout(start, leftMs);
      else void fetchAll();
    }
    async function fetchAll() {
      for (const load of [...ofAll, loadNavDrawer, loadCommandDialogs, ...(isAdmin ? ofAdmins : []), ...languages]) {
        await idle();
        if (isOver) return;
        // A failed part is requested again when it is opened.
        await load().catch(() => undefined);
      }
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ready, online, isAdmin, ofAll, ofAdmins]);
}

/** Resolves when the browser is idle; in Safari, which does not support this, after a pause. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5 * SECOND_MS });
    else setTimeout(resolve, SECOND_MS / 2);
  });
}
