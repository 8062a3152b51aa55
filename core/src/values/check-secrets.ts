import { isMask, maskSecret, resolveSecret } from './channels/secret.ts';
import type { CheckOptions } from './check-options.ts';
import type { WsCheck } from './check-types/ws.ts';
import type { CheckAuth, CheckHeader, HttpCheck } from './http-check/http-check.ts';

/** Returns what replaces a secret; its name is the same in every version of the check. */
type Change = (secret: string, name: string) => string;

/** Returns a check with each of its secrets changed. */
export function mapSecrets(check: CheckOptions, change: Change): CheckOptions {
  if (check.type === undefined || check.type === 'http') return mapHttpSecrets(check, change);
  return check.type === 'ws' ? mapWsSecrets(check, change) : check;
}

function mapWsSecrets(check: WsCheck, change: Change): WsCheck {
  const { send, headers } = check;
  return {
    ...check,
    ...(send !== undefined && { send: change(send, 'send') }),
    ...(headers && { headers: headers.map((header) => mapHeader(header, change)) }),
  };
}

function mapHttpSecrets(check: HttpCheck, change: Change): HttpCheck {
  const { auth, headers, body } = check;
  return {
    ...check,
    ...(auth && { auth: mapAuth(auth, change) }),
    ...(headers && { headers: headers.map((header) => mapHeader(header, change)) }),
    ...(body !== undefined && { body: change(body, 'body') }),
  };
}

function mapAuth(auth: CheckAuth, change: Change): CheckAuth {
  if (auth.type === 'bearer') return { ...auth, token: change(auth.token, 'token') };
  return { ...auth, password: change(auth.password, 'password') };
}

function mapHeader(header: CheckHeader, change: Change): CheckHeader {
  return header.secret ? { ...header, value: change(header.value, `header ${header.name.toLowerCase()}`) } : header;
}

/** The secrets of a check, by what names them. */
export function secretsOf(check: CheckOptions | null): Map<string, string> {
  const secrets = new Map<string, string>();
  if (check) {
    mapSecrets(check, (secret, name) => {
      if (secret !== '') secrets.set(name, secret);
      return secret;
    });
  }
  return secrets;
}

/** Whether a check, masked or not, has secrets. */
export function hasSecrets(check: CheckOptions | null): boolean {
  return secretsOf(check).size > 0;
}

/** The check with its secrets masked, as documents that clients read and answers have it. Masks stay as they are. */
export function maskCheck<Check extends CheckOptions | null>(check: Check): Check | CheckOptions {
  return check && mapSecrets(check, (secret) => (isMask(secret) ? secret : maskSecret(secret)));
}

/**
 * The check with every mask replaced by the stored secret of the same name, or the names of the masks that stand for
 * none. A mask is no stored secret.
 */
export function resolveCheck(
  check: CheckOptions | null,
  stored: CheckOptions | null,
): { check: CheckOptions | null } | { missing: string[] } {
  if (!check) return { check };
  const known = new Map([...secretsOf(stored)].filter(([, secret]) => !isMask(secret)));
  const missing = [...secretsOf(check)].flatMap(([name, secret]) => (isMask(secret) && !known.has(name) ? name : []));
  if (missing.length > 0) return { missing };
  return { check: mapSecrets(check, (secret, name) => resolveSecret(secret, known.get(name) ?? '')) };
}
