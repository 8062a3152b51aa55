import { IconButton } from '@chakra-ui/react';
import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '../lib/media.ts';
import { setThemeMode, useThemeMode } from '../lib/theme-mode.ts';

/** Turns day to night and back; choosing what the device itself has follows the device again. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const mode = useThemeMode();
  const deviceDark = useMedia('(prefers-color-scheme: dark)');
  const dark = mode === 'system' ? deviceDark : mode === 'dark';
  const next = dark ? 'light' : 'dark';
  return (
    <IconButton
      variant="ghost"
      aria-label={dark ? t('theme.switchToLight') : t('theme.switchToDark')}
      onClick={() => setThemeMode(deviceDark === !dark ? 'system' : next)}
    >
      {dark ? <Sun /> : <Moon />}
    </IconButton>
  );
}
