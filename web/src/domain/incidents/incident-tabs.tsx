import { chakra } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { lastAddressOf } from '../../lib/list/last-addresses.ts';
import { PATHS } from '../../lib/navigation/paths.ts';

const TabLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    h: { base: '11', sm: '10' },
    px: '4',
    mb: '-1px',
    fontWeight: 'medium',
    color: 'text.muted',
    borderBottomWidth: '2px',
    borderColor: 'transparent',
    borderTopRadius: 'l1',
    focusVisibleRing: 'inside',
    _hover: { color: 'text' },
    _currentPage: { color: 'text', borderColor: 'accent' },
  },
});

const PAGES = ['incidents', 'maintenance'] as const;

/** The tabs of /incidents, each a page of its own that is loaded when opened. */
export function IncidentTabs() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <chakra.nav aria-label={t('incidents.tabs.label')} display="flex" borderBottomWidth="1px" mt="-2">
      {PAGES.map((page) => (
        <TabLink
          key={page}
          to={lastAddressOf(PATHS[page])}
          aria-current={pathname === PATHS[page] ? 'page' : undefined}
        >
          {t(`incidents.tabs.${page}`)}
        </TabLink>
      ))}
    </chakra.nav>
  );
}
