import { createSignal } from '../signal.ts';
import { readStored, writeStored } from './storage.ts';

/**
 * `system` follows the device. Stored in local storage under `theme`, which public/theme.js reads before the first
 * paint and whenever the device's theme changes.
 */
export const THEME_MODES = ['system', 'light', 'dark'] as const;
export type ThemeMode = (typeof THEME_MODES)[number];

const KEY = 'theme';
const DARK = '(prefers-color-scheme: dark)';
const changed = createSignal();

/** The chosen theme. */
export function themeMode(): ThemeMode {
  const stored = readStored('local', KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function apply() {
  const mode = themeMode();
  const dark = mode === 'dark' || (mode === 'system' && matchMedia(DARK).matches);
  document.documentElement.classList.toggle('dark', dark);
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
  changed.notify();
}

/** Chooses and remembers a theme. */
export function setThemeMode(mode: ThemeMode) {
  writeStored('local', KEY, mode === 'system' ? null : mode);
  apply();
}

/** Switches between light and dark; choosing the device's own theme makes the app follow the device again. */
export function toggleTheme() {
  const dark = document.documentElement.classList.contains('dark');
  const isDeviceDark = matchMedia(DARK).matches;
  if (isDeviceDark !== dark) setThemeMode('system');
  else setThemeMode(dark ? 'light' : 'dark');
}

/** Calls the listener on each change of the chosen theme. Returns the function that unsubscribes. */
export const onThemeMode = changed.subscribe;
