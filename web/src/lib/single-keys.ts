import { useSyncExternalStore } from 'react';

const KEY = 'singleKeys';
const listeners = new Set<() => void>();

/** Whether single keys are shortcuts: speech and switch users may turn them off, which this browser remembers. */
export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Turns them on or off. */
export function setSingleKeys(on: boolean) {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    console.warn('The choice cannot be remembered: this browser refuses local storage.');
  }
  for (const listener of listeners) listener();
}

/** The same, live. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, singleKeysOn);
}
