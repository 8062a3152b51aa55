import type { IncomingHttpHeaders } from 'node:http';
import type { Role } from '@farwatch/core/contracts/api/me';
import { freeTextSchema, idSchema } from '@farwatch/core/values/fields';
import { type Language, languageOf } from '@farwatch/core/values/languages';
import { SECOND_MS } from '@farwatch/core/values/time';
import { timeZoneSchema } from '@farwatch/core/values/zone';
import type { Auth, DecodedIdToken } from 'firebase-admin/auth';
import { codeOf } from '../db/retry.ts';
import { ApiError } from './errors.ts';

/**
 * The caller, from the claims of the ID token. `language`: of the request, the first language of their alerts;
 * `timeZone`: also of the request, in which their summaries begin.
 * `signedInAt`: when they last proved who they are, epoch ms.
 */
export type Caller = {
  uid: string;
  email: string;
  displayName: string;
  role: Role;
  language: Language;
  timeZone: string;
  signedInAt: number;
};

/** The caller of a call for anyone, who needs no token. */
export const VISITOR: Caller = {
  uid: '',
  email: '',
  displayName: '',
  role: 'user',
  language: 'en',
  timeZone: 'UTC',
  signedInAt: 0,
};

type Headers = Pick<IncomingHttpHeaders, 'authorization' | 'accept-language'> & { 'x-timezone'?: unknown };

/** Auth errors that are the service's fault, not the token's. */
const SERVICE_ERRORS = new Set(['auth/internal-error', 'auth/insufficient-permission', 'auth/quota-exceeded']);

/**
 * The caller of a request with a bearer ID token that is not revoked and whose account is not disabled. Throws
 * ApiError: unauthenticated, unverified (the email), forbidden (an agent's token).
 */
export async function authenticate(auth: Auth, headers: Headers): Promise<Caller> {
  const [, token] = /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) throw new ApiError('unauthenticated');
  const claims = await verifyToken(auth, token);
  if (claims.agent !== undefined) throw new ApiError('forbidden');
  if (claims.email_verified !== true) throw new ApiError('unverified');
  // An imported account may have any uid; here uids become parts of document ids and field paths.
  if (!idSchema.safeParse(claims.uid).success) throw new ApiError('forbidden');
  return {
    uid: claims.uid,
    email: claims.email ?? '',
    displayName: freeTextSchema.catch('').parse(claims.name),
    role: claims.role === 'admin' ? 'admin' : 'user',
    language: languageOf(/^[\w-]+/.exec(headers['accept-language'] ?? '')?.[0] ?? ''),
    timeZone: timeZoneSchema.catch('UTC').parse(headers['x-timezone']),
    signedInAt: claims.auth_time * SECOND_MS,
  };
}

async function verifyToken(auth: Auth, token: string): Promise<DecodedIdToken> {
  const checkRevoked = true;
  try {
    return await auth.verifyIdToken(token, checkRevoked);
  } catch (error) {
    if (isServiceError(error)) throw error;
    throw new ApiError('unauthenticated');
  }
}

function isServiceError(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code !== 'string' || !code.startsWith('auth/') || SERVICE_ERRORS.has(code);
}
