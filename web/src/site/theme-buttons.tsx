import { IconButton } from '@chakra-ui/react';
import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Turns day to night and back by `turnTheme`: of the two, the one that the present theme has no use for is hidden. */
export function ThemeButtons() {
  const { t } = useTranslation();
  return (
    <>
      <IconButton variant="ghost" className="by-day" data-turn-theme="" aria-label={t('theme.switchToDark')}>
        <Moon />
      </IconButton>
      <IconButton variant="ghost" className="by-night" data-turn-theme="" aria-label={t('theme.switchToLight')}>
        <Sun />
      </IconButton>
    </>
  );
}
