import { useSyncExternalStore } from 'react';
import { deployedVersion, reloadOnce } from './version.ts';

const listeners = new Set<() => void>();
let isOut = false;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether another version of the app is known to be out, of which this one misses a part. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => isOut);
}

/** A part of a page could not be loaded: says so if another version is out. What is typed stays. */
export async function partMissing(): Promise<void> {
  const version = await deployedVersion();
  if (!version?.isNewer) return;
  isOut = true;
  for (const listener of listeners) listener();
}

/**
 * A page could not be loaded, so nothing is typed on it: reloads it if another version is out, or if it failed offline
 * and still does, since some browsers never request a failed script again.
 */
export async function pageMissing(failedOffline: boolean): Promise<void> {
  const version = await deployedVersion();
  if (version && (version.isNewer || failedOffline)) reloadOnce(version.entry);
}
