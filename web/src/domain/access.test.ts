import { describe, expect, it } from 'vitest';
import {
  agentPath,
  editMonitorPath,
  endpointPath,
  monitorPath,
  PATHS,
  statusPagePath,
} from '../lib/navigation/paths.ts';
import type { Session } from '../lib/session/session.ts';
import { afterSignIn, decideAccess } from './access.ts';

const user = { uid: 'u1', displayName: 'Ada', email: 'ada@farwatch.test' };
const account = { id: 'u1', role: 'owner' } as const;
const states = {
  'signed out': { state: 'signed-out' },
  unverified: { state: 'unverified', user },
  verified: { state: 'verified', user, account, own: 'u1', memberOf: {}, isAdmin: false },
  admin: { state: 'verified', user, account, own: 'u1', memberOf: {}, isAdmin: true },
} satisfies Record<string, Session>;

const HERE = null;
const { login, verifyEmail, monitors } = PATHS;

/** The result for each address: signed out, unverified, verified, admin. */
const RULES: readonly (readonly [string, string | null, string | null, string | null, string | null])[] = [
  [PATHS.landing, HERE, verifyEmail, monitors, monitors],
  [PATHS.checkout, HERE, verifyEmail, HERE, HERE],
  [PATHS.paymentSuccess, HERE, verifyEmail, HERE, HERE],
  [PATHS.registerThisAgent, HERE, HERE, HERE, HERE],
  [PATHS.login, HERE, HERE, HERE, HERE],
  [PATHS.signup, HERE, verifyEmail, HERE, HERE],
  [PATHS.verifyEmail, HERE, HERE, HERE, HERE],
  [PATHS.dashboard, login, verifyEmail, monitors, monitors],
  [PATHS.monitors, login, verifyEmail, HERE, HERE],
  [PATHS.newMonitor, login, verifyEmail, HERE, HERE],
  [PATHS.importMonitors, login, verifyEmail, HERE, HERE],
  [monitorPath('abc'), login, verifyEmail, HERE, HERE],
  [editMonitorPath('abc'), login, verifyEmail, HERE, HERE],
  [endpointPath('abc'), login, verifyEmail, HERE, HERE],
  [PATHS.incidents, login, verifyEmail, HERE, HERE],
  [PATHS.maintenance, login, verifyEmail, HERE, HERE],
  [PATHS.pages, login, verifyEmail, HERE, HERE],
  [PATHS.newPage, login, verifyEmail, HERE, HERE],
  [statusPagePath('acme'), login, verifyEmail, HERE, HERE],
  [PATHS.reports, login, verifyEmail, HERE, HERE],
  [PATHS.settings, login, verifyEmail, HERE, HERE],
  [PATHS.connect, login, verifyEmail, HERE, HERE],
  [PATHS.agents, login, verifyEmail, monitors, HERE],
  [agentPath('abc'), login, verifyEmail, monitors, HERE],
  // The page of a message's link is shown without a session; this is its address without a token.
  [PATHS.sharedIncident, login, verifyEmail, HERE, HERE],
  // The router treats these as the same address.
  ['/AGENTS', login, verifyEmail, monitors, HERE],
  ['/%61gents/abc', login, verifyEmail, monitors, HERE],
  ['/Login', HERE, HERE, HERE, HERE],
  ['/%', login, verifyEmail, HERE, HERE],
  ['/unknown', login, verifyEmail, HERE, HERE],
  ['/checkout/more', login, verifyEmail, HERE, HERE],
  ['/loginx', login, verifyEmail, HERE, HERE],
  ['/agentsx', login, verifyEmail, HERE, HERE],
];

const cases = RULES.flatMap(([path, ...expected]) =>
  Object.entries(states).map(([name, session], index) => ({ path, name, session, expected: expected[index] ?? HERE })),
);

describe('decideAccess', () => {
  it.each(cases)('$path, $name: $expected', ({ path, session, expected }) => {
    expect(decideAccess(path, session)?.redirectTo ?? HERE).toBe(expected);
    if (path !== '/') expect(decideAccess(`${path}/`, session)?.redirectTo ?? HERE).toBe(expected);
  });

  it.each(cases)('$path, $name: a redirect leads to an allowed page', ({ path, session }) => {
    const access = decideAccess(path, session);
    if (access) expect(decideAccess(access.redirectTo, session)).toBeNull();
  });

  it('has a rule for every address', () => {
    expect(RULES.map(([path]) => path)).toEqual(expect.arrayContaining(Object.values(PATHS)));
  });

  it.each(RULES)('%s: does not redirect while the session loads', (path) => {
    expect(decideAccess(path, { state: 'loading' })).toBeNull();
  });
});

describe('afterSignIn', () => {
  it.each([
    [undefined, '/monitors'],
    ['/monitor/abc?tab=1', '/monitor/abc?tab=1'],
    ['/checkout?planName=Professional&planPrice=20', '/checkout?planName=Professional&planPrice=20'],
    ['/settings#plan', '/settings#plan'],
    ['/login', '/monitors'],
    ['/login/', '/monitors'],
    ['/Signup?x=1', '/monitors'],
    ['/verify-email?oobCode=1', '/monitors'],
    ['/', '/monitors'],
    ['//evil.test', '/monitors'],
    ['/\\evil.test', '/monitors'],
    ['https://evil.test', '/monitors'],
    [42, '/monitors'],
  ])('%s leads to %s', (path, expected) => {
    expect(afterSignIn(path)).toBe(expected);
  });
});
