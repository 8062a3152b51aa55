import { PATHS } from '../lib/navigation/paths.ts';
import type { Session } from '../lib/session/session.ts';
import { SCREENS, type Screen } from '../routes.ts';

/** The address to redirect to; null if the requested one may be shown. */
type Access = { redirectTo: string } | null;

const pathsFor = (...access: readonly Screen['access'][]) =>
  SCREENS.filter((screen) => access.includes(screen.access)).map(({ path }) => path);

/** The pages for signing in, which signed-in users do not see. */
const SIGN_IN_PAGES: readonly string[] = [PATHS.landing, ...pathsFor('sign-in', 'unverified')];
const PUBLIC: readonly string[] = [...SIGN_IN_PAGES, ...pathsFor('public', 'anyone')];
const UNVERIFIED: readonly string[] = pathsFor('unverified', 'anyone');
const FOR_ADMINS: readonly string[] = pathsFor('admin').filter((path) => !path.includes(':'));

/** Whether the address is a page for signing in. */
export function isSignInPage(pathname: string): boolean {
  return SIGN_IN_PAGES.includes(asRouted(pathname));
}

/** Applies the access rules to one address. Null while the session is loading. */
export function decideAccess(pathname: string, session: Session): Access {
  const path = asRouted(pathname);
  switch (session.state) {
    case 'loading':
      return null;
    case 'signed-out':
      return PUBLIC.includes(path) ? null : { redirectTo: PATHS.login };
    case 'unverified':
      return UNVERIFIED.includes(path) ? null : { redirectTo: PATHS.verifyEmail };
    case 'verified':
      return isDenied(path, session.isAdmin) ? { redirectTo: PATHS.monitors } : null;
  }
}

/** A path as the router compares it: decoded, ignoring case and trailing slashes. */
function asRouted(pathname: string): string {
  return decoded(pathname).toLowerCase().replace(/\/+$/, '') || '/';
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

function isDenied(path: string, isAdmin: boolean): boolean {
  if (path === PATHS.landing || path === PATHS.dashboard) return true;
  return !isAdmin && FOR_ADMINS.some((each) => path === each || path.startsWith(`${each}/`));
}

/**
 * The address to open after signing in: the one requested before, otherwise the dashboard. Only addresses of this app,
 * except the sign-in pages, so that no link can redirect users elsewhere.
 */
export function afterSignIn(requested: unknown): string {
  if (typeof requested !== 'string' || !/^\/(?![/\\])/.test(requested)) return PATHS.monitors;
  const path = asRouted(requested.split(/[?#]/)[0] ?? '');
  return SIGN_IN_PAGES.includes(path) ? PATHS.monitors : requested;
}
