import { useSyncExternalStore } from 'react';

/**
 * `system` follows the device. Kept in local storage under `theme`, which public/theme.js reads before the first paint and
 * whenever the device changes its own.
 */
export const THEME_MODES = ['system', 'light', 'dark'] as const;
export type ThemeMode = (typeof THEME_MODES)[number];

const KEY = 'theme';
const DARK = '(prefers-color-scheme: dark)';
const listeners = new Set<() => void>();

function storedMode(): ThemeMode {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function apply() {
  const mode = storedMode();
  const dark = mode === 'dark' || (mode === 'system' && matchMedia(DARK).matches);
  document.documentElement.classList.toggle('dark', dark);
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
  for (const listener of listeners) listener();
}

/** Chooses and remembers a theme. */
export function setThemeMode(mode: ThemeMode) {
  try {
    if (mode === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, mode);
  } catch {
    console.warn('The theme cannot be remembered: this browser refuses local storage.');
  }
  apply();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The chosen theme, live. */
export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, storedMode, () => 'system');
}
