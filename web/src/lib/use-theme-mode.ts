import { useSyncExternalStore } from 'react';
import { onThemeMode, type ThemeMode, themeMode } from './theme-mode.ts';

/** The chosen theme, live. */
export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(onThemeMode, themeMode, () => 'system');
}
