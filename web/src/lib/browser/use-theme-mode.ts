import { useSyncExternalStore } from 'react';
import { useMedia } from './media.ts';
import { onThemeMode, type ThemeMode, themeMode } from './theme-mode.ts';

/** The chosen theme, live. */
export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(onThemeMode, themeMode, () => 'system');
}

/** Whether the dark theme is shown, live. */
export function useIsDark(): boolean {
  const mode = useThemeMode();
  const isDeviceDark = useMedia('(prefers-color-scheme: dark)');
  return mode === 'system' ? isDeviceDark : mode === 'dark';
}
