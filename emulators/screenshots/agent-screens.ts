import type { SystemHealth } from '@farwatch/core/contracts/api/health';
import { failApi } from '../e2e/testing/app.ts';
import { text } from './looks.ts';
import { at, dialog, inWindow, press, type Screen, steps } from './screen.ts';

function menuOf(name: string): NonNullable<Screen['prepare']> {
  return (page, look) => {
    const [before = '', after = ''] = text(look, 'agents.actions.open').split('{{name}}');
    return page.getByRole('button', { name: `${before}${name}${after}` }).click();
  };
}

const openMenu = menuOf('Dhaka office');

/** The registration of an agent, by its row's menu. */
function registration(name: string, action: 'manage' | 'reset', key: string): NonNullable<Screen['prepare']> {
  return steps(
    menuOf(name),
    (page, look) => page.getByRole('menuitem', { name: text(look, `agents.actions.${action}`) }).click(),
    (page, look) => page.getByText(text(look, key), { exact: true }).first().waitFor(),
  );
}

function registrationScreen(name: string, prepare: NonNullable<Screen['prepare']>): Screen {
  return { name: `registration-${name}`, as: 'operator', path: at('/agents'), whole: false, prepare };
}

const registrations = [
  registrationScreen('waiting', registration('Taipei new', 'manage', 'agents.registration.download')),
  registrationScreen(
    'guide',
    steps(registration('Taipei new', 'manage', 'agents.registration.download'), (page) =>
      page.getByText(/install\.sh/).evaluate((line) => line.scrollIntoView({ block: 'center' })),
    ),
  ),
  registrationScreen('connected', registration('Taipei cabinet 7', 'manage', 'agents.registration.connected')),
  registrationScreen('reset', registration('Taipei cabinet 7', 'reset', 'cancel')),
];

/** The state of a server that does nothing any more. */
const STOPPED: SystemHealth = {
  sweep: { at: '2026-11-20T10:30:00.000Z', late: true },
  mail: { refusedAt: '2026-11-20T10:31:00.000Z' },
  pings: { heardAt: '2026-11-20T10:29:00.000Z', unreachableSince: '2026-11-20T10:30:00.000Z' },
  changes: { waiting: 12, since: '2026-11-20T10:31:00.000Z', parked: 2, refused: 1 },
  channels: { failing: 31, stopped: 4 },
  stuck: 3,
};

export const agentScreens: Screen[] = [
  ...registrations,
  { name: 'agents-empty', as: 'newOperator', path: at('/agents') },
  { name: 'agents-no-match', as: 'operator', path: at('/agents?search=nowhere') },
  {
    name: 'agents-failing',
    as: 'operator',
    path: at('/settings'),
    prepare: async (page, look) => {
      await failApi(page, '/agents/location-performance', 500);
      await failApi(page, '/agents/available-locations', 'offline');
      await press('button', 'nav.open')(page, look);
      await press('link', 'nav.agents')(page, look);
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'agents-stopped',
    as: 'operator',
    path: at('/agents'),
    whole: false,
    prepare: async (page, look) => {
      await page.route('**/api/health/system', (route) => route.fulfill({ json: STOPPED }));
      // The app may have a real answer from seconds ago, which it would not request again.
      await page.reload();
      await page.getByText(text(look, 'agents.system.stopped'), { exact: true }).waitFor();
    },
  },
  inWindow(
    'agents-create',
    'operator',
    '/agents',
    press('button', 'agents.add'),
    dialog,
    press('button', 'agents.create.submit'),
  ),
  inWindow('agents-country', 'operator', '/agents', press('button', 'agents.add'), dialog, (page) =>
    page.getByRole('combobox').last().click(),
  ),
  { name: 'agents-menu', as: 'operator', path: at('/agents'), whole: false, prepare: openMenu },
  inWindow(
    'agents-delete',
    'operator',
    '/agents',
    openMenu,
    (page, look) => page.getByRole('menuitem', { name: text(look, 'agents.actions.delete') }).click(),
    dialog,
  ),
  inWindow(
    'agents-calendar',
    'operator',
    '/agents',
    (page, look) => page.getByRole('button', { name: text(look, 'agents.performance.calendar.open') }).click(),
    (page) => page.getByRole('grid').waitFor(),
  ),
  inWindow('agents-hour', 'operator', '/agents', async (page) => {
    await page.getByRole('slider').first().focus();
    await page.keyboard.press('ArrowLeft');
  }),
  inWindow('agents-reasons', 'operator', '/agents', (page, look) =>
    page.getByRole('button', { name: text(look, 'agents.badge.Critical') }).focus(),
  ),
];
