import { PUBLIC_PATHS, publicPath } from '../src/platform/public-paths.ts';
import type { Look } from './looks.ts';
import type { People } from './people.ts';
import { at, dialog, press, type Screen, steps } from './screen.ts';

/** The address of a public page in the look's language. */
const publicAt = (path: string) => (_people: People, look: Look) => publicPath(path, look.language);

const registerPath = '/agent/register?code=anAgentOfNobody12345-0123456789abcdefABCDEF';

/** The screens that nobody needs to sign in for. */
export const publicScreens: readonly Screen[] = [
  { name: 'landing', path: publicAt('/') },
  {
    name: 'landing-menu',
    path: publicAt('/'),
    only: 'phone',
    whole: false,
    prepare: (page) => page.locator('[data-menu] summary').click(),
  },
  ...PUBLIC_PATHS.slice(1).map((path) => ({ name: path.slice(1), path: publicAt(path) })),
  { name: 'login', path: at('/login') },
  { name: 'reset-password', path: at('/login'), whole: false, prepare: steps(press('button', 'login.forgot'), dialog) },
  { name: 'signup', path: at('/signup') },
  { name: 'verify-email', path: at('/verify-email') },
  { name: 'register-agent', path: at(`${registerPath}&name=%E5%8F%B0%E5%8C%97%E6%9C%BA%E6%88%BF&country=tw`) },
  { name: 'register-agent-phone', path: at(registerPath), prepare: press('tab', 'registerThisAgent.systems.android') },
  { name: 'register-agent-no-code', path: at('/agent/register') },
  { name: 'shared-incident', path: ({ incidentLink }) => incidentLink },
  { name: 'shared-incident-invalid', path: at('/a/x') },
  { name: 'offline-page', path: at('/offline.html') },
];
