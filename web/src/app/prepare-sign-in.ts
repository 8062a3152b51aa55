import { SECOND_MS } from '@farwatch/core/values/time';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { isSignInPage } from '../lib/session/access.ts';

/** How long a sign-in page is shown before the pages behind it are loaded, unless the user starts to fill it in. */
const AFTER_MS = 2 * SECOND_MS;
const STARTS = ['focusin', 'pointerdown', 'keydown'] as const;

/** Loads what a user needs right after signing in, while a sign-in page is shown and not before. */
export function usePrepareSignIn(isShown: boolean, parts: readonly (() => Promise<unknown>)[]): void {
  const { pathname } = useLocation();
  const isWaiting = isShown && isSignInPage(pathname);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(start, AFTER_MS);
    for (const name of STARTS) addEventListener(name, start);
    function end() {
      clearTimeout(timer);
      for (const name of STARTS) removeEventListener(name, start);
    }
    function start() {
      end();
      // A failed part is requested again when it is opened.
      for (const load of parts) load().catch(() => undefined);
    }
    return end;
  }, [isWaiting, parts]);
}
