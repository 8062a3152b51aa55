import { IconButton } from '@chakra-ui/react';
import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '../lib/media.ts';
import { toggleTheme } from '../lib/theme-mode.ts';
import { useThemeMode } from '../lib/use-theme-mode.ts';

/** Turns day to night and back; choosing what the device itself has follows the device again. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const mode = useThemeMode();
  const deviceDark = useMedia('(prefers-color-scheme: dark)');
  const dark = mode === 'system' ? deviceDark : mode === 'dark';
  return (
    <IconButton
      variant="ghost"
      aria-label={dark ? t('theme.switchToLight') : t('theme.switchToDark')}
      onClick={toggleTheme}
    >
      {dark ? <Sun /> : <Moon />}
    </IconButton>
  );
}
