import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../browser/storage.ts';
import { currentMs } from '../time/now.ts';
import { CLAIMS_KEY } from './has-claims.ts';
import {
  assignClaims,
  hasWaitingClaim,
  newestClaim,
  readClaims,
  type StoredClaim,
  withClaim,
} from './stored-claims.ts';

const changed = new Set<() => void>();

/** The claims stored in this browser. */
function claims(): StoredClaim[] {
  return readClaims(readStored('local', CLAIMS_KEY), currentMs());
}

/** Stores the claims; false if the browser blocks storage. */
function store(next: readonly StoredClaim[]): boolean {
  const isStored = writeStored('local', CLAIMS_KEY, next.length === 0 ? null : JSON.stringify(next));
  for (const listener of [...changed]) listener();
  return isStored;
}

/** Whether this browser can store claims: checked before an order, which would otherwise be lost. */
export function canStoreClaims(): boolean {
  const current = claims();
  return writeStored('local', CLAIMS_KEY, JSON.stringify(current)) && store(current);
}

/** Stores the secret of an order made signed out, until it is claimed or `untilMs`. */
export function storeClaim(claim: string, untilMs: number): boolean {
  return store(withClaim(claims(), claim, untilMs));
}

/** The claims waiting for this account, which are assigned to it. */
export function claimsOf(uid: string): string[] {
  const assigned = assignClaims(claims(), uid);
  if (assigned.length > 0) store(assigned);
  return assigned.filter((each) => each.uid === uid).map(({ claim }) => claim);
}

/** Deletes a claim that was used or rejected. */
export function deleteClaim(claim: string): void {
  store(claims().filter((each) => each.claim !== claim));
}

/** Whether an order made signed out in this browser waits for the account, or for the next one to sign in (null). */
export function useHasWaitingClaim(uid: string | null): boolean {
  return useSyncExternalStore(subscribe, () => hasWaitingClaim(claims(), uid));
}

/** The secret of the newest order that waits for the next account to sign in; null without one. */
export function useNewestClaim(): string | null {
  return useSyncExternalStore(subscribe, () => newestClaim(claims()));
}

function subscribe(listener: () => void): () => void {
  changed.add(listener);
  // Other tabs claim orders too.
  window.addEventListener('storage', listener);
  return () => {
    changed.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
