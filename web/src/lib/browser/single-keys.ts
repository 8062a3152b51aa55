import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

const KEY = 'singleKeys';
const listeners = new Set<() => void>();

/** Whether single keys are shortcuts. Users of speech or switch input can turn them off in this browser. */
export function singleKeysOn(): boolean {
  return readStored('local', KEY) !== 'off';
}

/** Turns single-key shortcuts on or off. */
export function setSingleKeys(on: boolean) {
  writeStored('local', KEY, on ? null : 'off');
  for (const listener of listeners) listener();
}

/** Whether single keys are shortcuts, live. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, singleKeysOn);
}
