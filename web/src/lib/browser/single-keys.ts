import { useSyncExternalStore } from 'react';
import { createSignal } from '../signal.ts';
import { readStored, writeStored } from './storage.ts';

const KEY = 'singleKeys';
const changed = createSignal();

/** Whether single keys are shortcuts. Users of speech or switch input can turn them off in this browser. */
export function singleKeysOn(): boolean {
  return readStored('local', KEY) !== 'off';
}

/** Turns single-key shortcuts on or off. */
export function setSingleKeys(on: boolean) {
  writeStored('local', KEY, on ? null : 'off');
  changed.notify();
}

/** Whether single keys are shortcuts, live. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(changed.subscribe, singleKeysOn);
}
