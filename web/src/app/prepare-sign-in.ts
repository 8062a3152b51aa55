import { SECOND_MS } from '@farwatch/core/values/time';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { isSignInPage } from '../lib/session/access.ts';

/** How long a sign-in page is shown before what signing in needs is loaded, unless the user starts to fill it in. */
const AFTER_MS = 2 * SECOND_MS;
const STARTS = ['focusin', 'pointerdown', 'keydown'] as const;

/** Calls `prepare` once the page is shown: on a sign-in page when the user is likely to sign in. */
export function usePrepareSignIn(isShown: boolean, prepare: (isSigningIn: boolean) => void): void {
  const { pathname } = useLocation();
  const isSignIn = isSignInPage(pathname);
  useEffect(() => {
    if (!isShown) return;
    if (!isSignIn) return prepare(false);
    const timer = setTimeout(start, AFTER_MS);
    for (const name of STARTS) addEventListener(name, start);
    function end() {
      clearTimeout(timer);
      for (const name of STARTS) removeEventListener(name, start);
    }
    function start() {
      end();
      prepare(true);
    }
    return end;
  }, [isShown, isSignIn, prepare]);
}
