import { useSyncExternalStore } from 'react';

const KEY = 'singleKeys';
const listeners = new Set<() => void>();

/** Whether single keys are shortcuts. Users of speech or switch input may turn them off; stored in this browser. */
export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Turns single-key shortcuts on or off. */
export function setSingleKeys(on: boolean) {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    console.warn('The choice cannot be remembered: this browser refuses local storage.');
  }
  for (const listener of listeners) listener();
}

/** Whether single keys are shortcuts, live. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, singleKeysOn);
}
