import { useSyncExternalStore } from 'react';
import { boundTo, newestOf, readClaims, type StoredClaim, waitsFor, withClaim } from './stored-claims.ts';

const KEY = 'claims';
const changed = new Set<() => void>();

/** The claims that this browser keeps. */
function claims(): StoredClaim[] {
  try {
    return readClaims(localStorage.getItem(KEY), Date.now());
  } catch {
    return [];
  }
}

/** Whether they are kept now: a browser may refuse. */
function store(next: readonly StoredClaim[]): boolean {
  try {
    if (next.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(next));
    return true;
  } catch {
    return false;
  } finally {
    for (const listener of [...changed]) listener();
  }
}

/** Whether this browser lets anything be kept, asked before an order is made that would be lost otherwise. */
export function canKeepClaims(): boolean {
  try {
    const kept = claims();
    localStorage.setItem(KEY, JSON.stringify(kept));
    return store(kept);
  } catch {
    return false;
  }
}

/** Keeps the secret of an order made signed out, until it is claimed or `untilMs`. */
export function keepClaim(claim: string, untilMs: number): boolean {
  return store(withClaim(claims(), claim, untilMs));
}

/** What waits for this account, which from now on is its own. */
export function claimsOf(uid: string): string[] {
  const bound = boundTo(claims(), uid);
  if (bound.length > 0) store(bound);
  return bound.filter((each) => each.uid === uid).map(({ claim }) => claim);
}

/** Forgets one that was used or never will be. */
export function dropClaim(claim: string): void {
  store(claims().filter((each) => each.claim !== claim));
}

/** Whether an order made signed out in this browser still waits for the account, or, signed out (null), for one. */
export function useWaitsFor(uid: string | null): boolean {
  return useSyncExternalStore(subscribe, () => waitsFor(claims(), uid));
}

/** The secret of the newest order that waits for whoever signs in next; null without one. */
export function useNewestClaim(): string | null {
  return useSyncExternalStore(subscribe, () => newestOf(claims()));
}

function subscribe(listener: () => void): () => void {
  changed.add(listener);
  // Of other tabs: they claim it, too.
  window.addEventListener('storage', listener);
  return () => {
    changed.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
