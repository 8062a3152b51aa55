import type { IncomingHttpHeaders } from 'node:http';
import type { Role } from '@farwatch/core/contracts/api/me';
import { memberId } from '@farwatch/core/documents/member';
import { type AccountRole, accountOf, fromClaim, type NeededRole, ownerOf } from '@farwatch/core/values/account';
import type { ApiKeyScope } from '@farwatch/core/values/api-key';
import { freeTextSchema, idSchema } from '@farwatch/core/values/fields';
import { type Language, languageOf } from '@farwatch/core/values/languages';
import { HOUR_MS, SECOND_MS } from '@farwatch/core/values/time';
import { timeZoneSchema } from '@farwatch/core/values/zone';
import type { Auth, DecodedIdToken, UserRecord } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { apiKeys, members, users } from '../db/collections.ts';
import { codeOf, isMissing } from '../db/retry.ts';
import type { Run } from '../db/run.ts';
import { apiKeyId } from './api-key.ts';
import { ApiError } from './errors.ts';

/**
 * The caller, from the claims of the ID token, or the owner of an API key. `language`: of the request, the first
 * language of their alerts; `timeZone`: also of the request, in which their summaries begin.
 */
export type Caller = {
  /** The person who calls, by their uid at Auth: who did it, whose password, name and address. */
  uid: string;
  /** The account that the call is about: whose monitors, plan, limits. */
  accountId: string;
  /** What the person may do in that account. */
  accountRole: AccountRole;
  /** The roles in other accounts than the own that the person's token names. */
  memberOf: Readonly<Record<string, AccountRole>>;
  /** The person's verified address. */
  email: string;
  displayName: string;
  role: Role;
  language: Language;
  timeZone: string;
  /** When they last proved who they are, epoch ms; 0 for a program. */
  signedInAt: number;
  /** The API key with which a program calls; null for a person. */
  key: CallerKey | null;
};
export type CallerKey = { id: string; name: string; scope: ApiKeyScope };

/** The caller of a call for anyone, who needs no token. */
export const VISITOR: Caller = {
  uid: '',
  accountId: '',
  accountRole: 'viewer',
  memberOf: {},
  email: '',
  displayName: '',
  role: 'user',
  language: 'en',
  timeZone: 'UTC',
  signedInAt: 0,
  key: null,
};

type Headers = Pick<IncomingHttpHeaders, 'authorization' | 'accept-language'> & { 'x-timezone'?: unknown };

/** Auth errors that are the service's fault, not the token's. */
const SERVICE_ERRORS = new Set(['auth/internal-error', 'auth/insufficient-permission', 'auth/quota-exceeded']);

/**
 * The caller of a request with a bearer ID token that is not revoked and whose account is not disabled. Throws
 * ApiError: unauthenticated, unverified (the email), forbidden (an agent's token).
 */
export async function authenticate(auth: Auth, headers: Headers): Promise<Caller> {
  const token = bearerOf(headers);
  if (token === null) throw new ApiError('unauthenticated');
  const claims = await verifyToken(auth, token);
  if (claims.agent !== undefined) throw new ApiError('forbidden');
  if (claims.email_verified !== true) throw new ApiError('unverified');
  // An imported account may have any uid; here uids become parts of document ids and field paths.
  if (!idSchema.safeParse(claims.uid).success) throw new ApiError('forbidden');
  return {
    uid: claims.uid,
    accountId: accountOf(claims.uid, claims),
    accountRole: 'owner',
    memberOf: fromClaim(claims.in),
    email: claims.email ?? '',
    displayName: freeTextSchema.catch('').parse(claims.name),
    role: claims.role === 'admin' ? 'admin' : 'user',
    ...preferencesOf(headers),
    signedInAt: claims.auth_time * SECOND_MS,
    key: null,
  };
}

/** The bearer token of a request; null without one. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

function preferencesOf(headers: Headers): Pick<Caller, 'language' | 'timeZone'> {
  return {
    language: languageOf(/^[\w-]+/.exec(headers['accept-language'] ?? '')?.[0] ?? ''),
    timeZone: timeZoneSchema.catch('UTC').parse(headers['x-timezone']),
  };
}

/**
 * The owner of a valid API key, for whom a program calls. It reads one document, so that a revoked key is refused at
 * once. Throws ApiError: unauthenticated, unverified.
 */
export async function authenticateKey(
  { db, nowMs, auth }: Pick<Run, 'db' | 'nowMs'> & { auth: Auth },
  key: string,
  headers: Headers,
): Promise<Caller> {
  const id = apiKeyId(key);
  if (id === null) throw new ApiError('unauthenticated', { text: 'This API key has a typing error' });
  const stored = apiKeys.read(await apiKeys.ref(db, id).get());
  if (!stored) throw new ApiError('unauthenticated', { text: 'This API key does not exist. It may have been revoked' });
  const { ownerId, name, scope, expiresAt, lastUsedAt } = stored;
  if (expiresAt !== null && expiresAt <= nowMs) {
    throw new ApiError('unauthenticated', { text: 'This API key has expired' });
  }
  const owner = await enabledOwner({ db, auth }, ownerId);
  // In both directions, because clocks may differ or be set.
  if (lastUsedAt === null || Math.abs(nowMs - lastUsedAt) >= HOUR_MS) {
    await apiKeys
      .ref(db, id)
      .update(apiKeys.toUpdate({ lastUsedAt: nowMs }))
      .catch((error: unknown) => {
        if (isMissing(error)) throw new ApiError('unauthenticated');
        // The time of the last use is no reason to refuse a call.
      });
  }
  return {
    uid: owner.uid,
    accountId: ownerId,
    accountRole: 'owner',
    memberOf: {},
    email: owner.email ?? '',
    displayName: freeTextSchema.catch('').parse(owner.displayName),
    role: 'user',
    ...preferencesOf(headers),
    signedInAt: 0,
    key: { id, name, scope },
  };
}

const ownerFields = users.pick('ownerUid');

/**
 * The caller in the account that a request names by its header X-Account, their own without it, and for calls about the
 * person. It reads the member document of another account each time, so that who was removed is refused at once; and of
 * the own account, for what only its owner may do, whether it was transferred since the token was issued. Throws ApiError
 * not_a_member.
 */
export async function enterAccount(
  { db }: Pick<Run, 'db'>,
  caller: Caller,
  named: string | undefined,
  needed: NeededRole,
): Promise<Caller> {
  const { accountId: own } = caller;
  if (needed === 'self') return caller;
  if (named === undefined || named === own) {
    if (needed !== 'owner' || caller.key) return caller;
    const account = ownerFields.read(await users.ref(db, own).get());
    return ownerOf(own, account) === caller.uid ? caller : enterAsMember(db, caller, own);
  }
  // A key belongs to one account.
  if (caller.key || !idSchema.safeParse(named).success) throw new ApiError('not_a_member');
  return enterAsMember(db, caller, named);
}

async function enterAsMember(db: Firestore, caller: Caller, named: string): Promise<Caller> {
  const ref = members.ref(db, memberId(named, caller.uid));
  const member = members.read(await ref.get());
  if (member?.ownerId !== named || member.uid !== caller.uid) throw new ApiError('not_a_member');
  const { role: accountRole, displayName, email } = member;
  if (email !== caller.email) {
    await ref.update(members.toUpdate({ email: caller.email })).catch((error: unknown) => {
      if (isMissing(error)) throw new ApiError('not_a_member');
      throw error;
    });
  }
  return { ...caller, accountId: named, accountRole, displayName: displayName || caller.displayName };
}

/**
 * The person who owns an account, for its keys and logins. Its document is read only if it is not the own account of the
 * person whose uid is its id. Throws ApiError: unauthenticated for a deleted or disabled account, unverified.
 */
export async function enabledOwner(
  { db, auth }: Pick<Run, 'db'> & { auth: Auth },
  accountId: string,
): Promise<UserRecord> {
  const find = (uid: string) =>
    auth.getUser(uid).catch((error: unknown) => {
      if (codeOf(error) === 'auth/user-not-found') return null;
      throw error;
    });
  const first = await find(accountId);
  const isOfFirst = first !== null && accountOf(accountId, first.customClaims) === accountId;
  const owner = isOfFirst
    ? first
    : await find(ownerOf(accountId, ownerFields.read(await users.ref(db, accountId).get())));
  if (!owner) throw new ApiError('unauthenticated');
  if (owner.disabled) throw new ApiError('unauthenticated');
  if (!owner.emailVerified) throw new ApiError('unverified');
  return owner;
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
