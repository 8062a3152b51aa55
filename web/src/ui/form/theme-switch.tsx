import { IconButton } from '@chakra-ui/react';
import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toggleTheme } from '../../lib/browser/theme-mode.ts';
import { useIsDark } from '../../lib/browser/use-theme-mode.ts';

/** Switches between light and dark; choosing the device's own theme makes the app follow the device again. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const dark = useIsDark();
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
