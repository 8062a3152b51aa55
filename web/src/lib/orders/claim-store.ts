import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../browser/storage.ts';
import { currentMs } from '../time/now.ts';
import { boundTo, newestOf, readClaims, type StoredClaim, waitsFor, withClaim } from './stored-claims.ts';

const KEY = 'claims';
const changed = new Set<() => void>();

/** The claims stored in this browser. */
function claims(): StoredClaim[] {
  return readClaims(readStored('local', KEY), currentMs());
}

/** Whether claims are stored at present: a browser may refuse. */
function store(next: readonly StoredClaim[]): boolean {
  const isStored = writeStored('local', KEY, next.length === 0 ? null : JSON.stringify(next));
  for (const listener of [...changed]) listener();
  return isStored;
}

/** Whether this browser can store anything: checked before an order is made that would otherwise be lost. */
export function canKeepClaims(): boolean {
  const kept = claims();
  return writeStored('local', KEY, JSON.stringify(kept)) && store(kept);
}

/** Stores the secret of an order made signed out, until it is claimed or `untilMs`. */
export function keepClaim(claim: string, untilMs: number): boolean {
  return store(withClaim(claims(), claim, untilMs));
}

/** The claims waiting for this account, which from now on belong to it. */
export function claimsOf(uid: string): string[] {
  const bound = boundTo(claims(), uid);
  if (bound.length > 0) store(bound);
  return bound.filter((each) => each.uid === uid).map(({ claim }) => claim);
}

/** Deletes a claim that was used or cannot be. */
export function dropClaim(claim: string): void {
  store(claims().filter((each) => each.claim !== claim));
}

/** Whether an order made signed out in this browser waits for the account, or for the next one to sign in (null). */
export function useHasWaitingClaim(uid: string | null): boolean {
  return useSyncExternalStore(subscribe, () => waitsFor(claims(), uid));
}

/** The secret of the newest order that waits for the next account to sign in; null without one. */
export function useNewestClaim(): string | null {
  return useSyncExternalStore(subscribe, () => newestOf(claims()));
}

function subscribe(listener: () => void): () => void {
  changed.add(listener);
  // Changes by other tabs, which claim orders too.
  window.addEventListener('storage', listener);
  return () => {
    changed.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
