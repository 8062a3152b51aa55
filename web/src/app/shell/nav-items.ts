import type { ParseKeys } from 'i18next';
import { LayoutDashboard, type LucideIcon, Radar, Settings, Siren } from 'lucide-react';
import { PATHS } from '../../lib/paths.ts';

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
  { path: PATHS.agents, label: 'nav.agents', icon: Radar, pages: ['agents'], isForAdmins: true },
  { path: PATHS.settings, label: 'nav.settings', icon: Settings, pages: ['settings'] },
];
