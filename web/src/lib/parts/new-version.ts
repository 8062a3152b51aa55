import { useSyncExternalStore } from 'react';
import { deployedVersion, reloadOnce } from './version.ts';

const listeners = new Set<() => void>();
let isOut = false;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether a new version is known to be deployed, of which this one misses a part. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => isOut);
}

/** Call it when a part of a page could not be loaded: announces a new version if there is one. Typed text stays. */
export async function partMissing(): Promise<void> {
  const version = await deployedVersion();
  if (!version?.isNewer) return;
  isOut = true;
  for (const listener of listeners) listener();
}

/**
 * Call it when a whole page could not be loaded, so that nothing typed is lost: reloads if a new version is deployed,
 * or if it failed offline and still does, because some browsers never request a failed script again.
 */
export async function pageMissing(failedOffline: boolean): Promise<void> {
  const version = await deployedVersion();
  if (version && (version.isNewer || failedOffline)) reloadOnce(version.entry);
}
