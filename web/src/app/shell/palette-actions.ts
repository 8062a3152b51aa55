import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { signingOut } from '../../lib/navigation-state.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { toggleTheme } from '../../lib/theme-mode.ts';
import { useIsDark } from '../../lib/use-theme-mode.ts';
import { NAV_ITEMS } from './nav-items.ts';
import type { PaletteItem } from './palette-items.ts';

/** What the palette can do beside opening monitors: pages, a new monitor, the theme, the shortcuts, the way out. */
export function usePaletteActions(onHelp: () => void): PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  const isDark = useIsDark();
  const isAdmin = session.state === 'verified' && session.isAdmin;
  const group = 'actions' as const;
  return [
    { id: 'new', group, text: t('monitors.create'), path: PATHS.newMonitor },
    ...NAV_ITEMS.filter((item) => isAdmin || !item.isForAdmins).map(({ path, label }) => {
      return { id: path, group, text: t('palette.goTo', { page: t(label) }), path };
    }),
    {
      id: 'theme',
      group,
      text: t(isDark ? 'theme.switchToLight' : 'theme.switchToDark'),
      run: toggleTheme,
    },
    { id: 'help', group, text: t('palette.shortcuts'), run: onHelp },
    {
      id: 'logout',
      group,
      text: t('header.logout'),
      run: () => void navigate(PATHS.login, { replace: true, flushSync: true, state: signingOut() }),
    },
  ];
}
