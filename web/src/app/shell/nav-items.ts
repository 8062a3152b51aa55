import type { ParseKeys } from 'i18next';
import { LayoutDashboard, type LucideIcon, Settings, Siren } from 'lucide-react';
import { PATHS } from '../../lib/paths.ts';

export type NavItem = { path: string; label: ParseKeys; icon: LucideIcon; pages: readonly string[] };

/** The sidebar's entries; `pages` are those that it is lit for (spec 2). */
export const NAV_ITEMS: readonly NavItem[] = [
  { path: PATHS.monitors, label: 'nav.monitors', icon: LayoutDashboard, pages: ['monitors', 'monitor', 'endpoint'] },
  { path: PATHS.incidents, label: 'nav.incidents', icon: Siren, pages: ['incidents'] },
  { path: PATHS.settings, label: 'nav.settings', icon: Settings, pages: ['settings'] },
];
