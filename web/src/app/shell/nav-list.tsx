import { chakra } from '@chakra-ui/react';
import { FileChartColumn, LayoutDashboard, type LucideIcon, PanelsTopLeft, Radar, Settings, Siren } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../lib/session/session.ts';
import { type MenuIcon, SCREENS } from '../../routes.ts';
import { screenAt } from '../screen-at.ts';

const ICONS: Readonly<Record<MenuIcon, LucideIcon>> = {
  dashboard: LayoutDashboard,
  incidents: Siren,
  pages: PanelsTopLeft,
  reports: FileChartColumn,
  agents: Radar,
  settings: Settings,
};

/** The menu's entries for the signed-in user. */
export function useNavItems() {
  const session = useSession();
  const isAdmin = session.state === 'verified' && session.isAdmin;
  return SCREENS.flatMap(({ name, path, access, menu }) =>
    menu && (isAdmin || access !== 'admin') ? [{ name, path, ...menu }] : [],
  );
}

const NavLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    h: { base: '11', md: '9' },
    px: '3',
    borderRadius: 'l2',
    color: 'text.muted',
    fontWeight: 'medium',
    focusVisibleRing: 'outside',
    '&:hover:not([aria-current])': { bg: 'surface.sunken', color: 'text' },
    _currentPage: { bg: 'accent.subtle', color: 'accent' },
  },
});

/** The links of the sidebar and of the drawer. */
export function NavList({ onChosen }: { onChosen?: () => void }) {
  const { t } = useTranslation();
  const screen = screenAt(useLocation().pathname);
  const current = screen?.under ?? screen?.name;
  return (
    <chakra.nav aria-label={t('nav.label')} display="flex" flexDirection="column" gap="1">
      {useNavItems().map(({ name, path, label, icon }) => {
        const Icon = ICONS[icon];
        return (
          <NavLink key={name} to={path} aria-current={name === current ? 'page' : undefined} onClick={onChosen}>
            <Icon size={18} aria-hidden="true" />
            {t(label)}
          </NavLink>
        );
      })}
    </chakra.nav>
  );
}
