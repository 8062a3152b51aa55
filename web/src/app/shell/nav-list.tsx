import { chakra } from '@chakra-ui/react';
import type { ParseKeys } from 'i18next';
import { FileChartColumn, LayoutDashboard, type LucideIcon, PanelsTopLeft, Radar, Settings, Siren } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { PATHS, pageOf } from '../../lib/navigation/paths.ts';
import { useSession } from '../../lib/session/session.ts';

type NavItem = {
  path: string;
  label: ParseKeys;
  icon: LucideIcon;
  pages: readonly string[];
  isForAdmins?: boolean;
};

/** The sidebar's entries; `pages` are those on which an entry is highlighted. */
export const NAV_ITEMS: readonly NavItem[] = [
  { path: PATHS.monitors, label: 'nav.monitors', icon: LayoutDashboard, pages: ['monitors', 'monitor', 'endpoint'] },
  { path: PATHS.incidents, label: 'nav.incidents', icon: Siren, pages: ['incidents'] },
  { path: PATHS.pages, label: 'nav.pages', icon: PanelsTopLeft, pages: ['pages'] },
  { path: PATHS.reports, label: 'nav.reports', icon: FileChartColumn, pages: ['reports'] },
  { path: PATHS.agents, label: 'nav.agents', icon: Radar, pages: ['agents'], isForAdmins: true },
  { path: PATHS.settings, label: 'nav.settings', icon: Settings, pages: ['settings'] },
];

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
  const page = pageOf(useLocation().pathname);
  const session = useSession();
  const isAdmin = session.state === 'verified' && session.isAdmin;
  const items = NAV_ITEMS.filter((item) => isAdmin || !item.isForAdmins);
  return (
    <chakra.nav aria-label={t('nav.label')} display="flex" flexDirection="column" gap="1">
      {items.map(({ path, label, icon: Icon, pages }) => (
        <NavLink key={path} to={path} aria-current={pages.includes(page) ? 'page' : undefined} onClick={onChosen}>
          <Icon size={18} aria-hidden="true" />
          {t(label)}
        </NavLink>
      ))}
    </chakra.nav>
  );
}
