import type { IncomingHttpHeaders } from 'node:http';
import type { Role } from '@farwatch/core/contracts/api/me';
import { idSchema } from '@farwatch/core/values/fields';
import { type Language, languageOf } from '@farwatch/core/values/languages';
import type { Auth, DecodedIdToken } from 'firebase-admin/auth';
import { codeOf } from '../db/retry.ts';
import { ApiError } from './errors.ts';

/** The caller, by the claims of the ID token. `language`: what they read now, which their alerts are in at first. */
export type Caller = { uid: string; email: string; displayName: string; role: Role; language: Language };

type Headers = Pick<IncomingHttpHeaders, 'authorization' | 'accept-language'>;

/** Errors of Auth in which its service is at fault, not the token. */
const FAULTS = new Set(['auth/internal-error', 'auth/insufficient-permission', 'auth/quota-exceeded']);

/**
 * The caller of a request by its bearer ID token, which must not be revoked, nor its account disabled. Throws ApiError:
 * unauthenticated; unverified while the e-mail is; forbidden for an agent's token.
 */
export async function authenticate(auth: Auth, headers: Headers): Promise<Caller> {
  const [, token] = /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) throw new ApiError('unauthenticated');
  const claims = await verified(auth, token);
  if (claims.agent !== undefined) throw new ApiError('forbidden');
  if (claims.email_verified !== true) throw new ApiError('unverified');
  // An imported account may have any uid; here uids become parts of document ids and field paths.
  if (!idSchema.safeParse(claims.uid).success) throw new ApiError('forbidden');
  return {
    uid: claims.uid,
    email: claims.email ?? '',
    displayName: typeof claims.name === 'string' ? claims.name : '',
    role: claims.role === 'admin' ? 'admin' : 'user',
    language: languageOf(/^[\w-]+/.exec(headers['accept-language'] ?? '')?.[0] ?? ''),
  };
}

async function verified(auth: Auth, token: string): Promise<DecodedIdToken> {
  const checkRevoked = true;
  try {
    return await auth.verifyIdToken(token, checkRevoked);
  } catch (error) {
    if (isFault(error)) throw error;
    throw new ApiError('unauthenticated');
  }
}

function isFault(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code !== 'string' || !code.startsWith('auth/') || FAULTS.has(code);
}
