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

/** A part of a page could not be loaded: says so where that is because another version is out. What is typed stays. */
export async function partMissing(): Promise<void> {
  const version = await deployedVersion();
  if (!version?.isNewer) return;
  isOut = true;
  for (const listener of listeners) listener();
}

/**
 * A page could not be loaded, so nothing is typed on it: loads it anew where another version is out. Also where it failed
 * while the device was offline and does so still: some browsers never ask again for a script that failed once.
 */
export async function pageMissing(failedOffline: boolean): Promise<void> {
  const version = await deployedVersion();
  if (version && (version.isNewer || failedOffline)) reloadOnce(version.entry);
}
