import { chakra } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { pageOf } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { NAV_ITEMS } from './nav-items.ts';

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
    '&[aria-current=page]': { bg: 'accent.subtle', color: 'accent' },
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
