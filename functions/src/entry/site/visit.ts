import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import type { Run } from '../../platform/db/run.ts';
import { readToken, signToken } from '../../platform/links/signed-token.ts';

/** The only cookie that Hosting passes on to functions. */
const COOKIE = '__session';

/** Proves that a visitor gave the password of a page, for 12 hours or until the password changes. */
export function signVisit(run: Run, slug: string, passwordVersion: number): Promise<string> {
  return signToken(run, 'page-visit', [slug, String(passwordVersion)], run.nowMs + STATUS_PAGE.passwordValidMs);
}

/** Whether a token proves it. */
export async function isVisit(
  run: Run,
  token: string,
  slug: string,
  { passwordVersion }: Pick<Snapshot, 'passwordVersion'>,
): Promise<boolean> {
  if (token === '') return false;
  const read = await readToken(run, 'page-visit', token);
  return 'values' in read && read.values[0] === slug && read.values[1] === String(passwordVersion);
}

/** The cookie with a token, for this page alone. */
export function visitCookie(slug: string, token: string): string {
  const maxAge = STATUS_PAGE.passwordValidMs / 1000;
  return `${COOKIE}=${token}; Max-Age=${maxAge}; Path=/status/${slug}; HttpOnly; Secure; SameSite=Lax`;
}

/** The token in a request's cookies; empty without one. */
export function visitIn(cookies: string | undefined): string {
  const found = (cookies ?? '').split(';').find((each) => each.trim().startsWith(`${COOKIE}=`));
  return found?.trim().slice(COOKIE.length + 1) ?? '';
}
