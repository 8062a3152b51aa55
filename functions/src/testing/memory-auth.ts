import { randomUUID } from 'node:crypto';
import { Auth, UserRecord } from 'firebase-admin/auth';

/** An account as Auth's REST API has it. */
type Account = {
  localId: string;
  email?: string;
  emailVerified: boolean;
  displayName?: string;
  disabled: boolean;
  customAttributes?: string;
  /** In seconds. */
  validSince: string;
  /** In ms. */
  createdAt: string;
  lastLoginAt?: string;
};
type Properties = {
  uid?: string;
  email?: string;
  emailVerified?: boolean;
  displayName?: string;
  disabled?: boolean;
  password?: string;
};

const ACCOUNTS = Symbol.for('the accounts of functions/src/testing/memory-auth.ts');

/** Those of each project, by uid; one for the process, in which modules may be loaded again. */
function sharedAccounts(): Map<string, Map<string, Account>> {
  const shared: typeof globalThis & { [ACCOUNTS]?: Map<string, Map<string, Account>> } = globalThis;
  shared[ACCOUNTS] ??= new Map();
  return shared[ACCOUNTS];
}

function accountsOf(projectId: string): Map<string, Account> {
  const all = sharedAccounts();
  const found = all.get(projectId) ?? new Map<string, Account>();
  all.set(projectId, found);
  return found;
}

/**
 * Makes Auth keep its accounts in memory. Tokens are made and verified by the SDK as with the emulator: they are not
 * signed.
 */
export function useMemoryAuth(): void {
  Object.assign(Auth.prototype, methods);
}

const methods = {
  async createUser(this: Auth, { uid = randomUUID(), password: _, ...properties }: Properties) {
    const accounts = accountsOf(projectOf(this));
    if (accounts.has(uid)) throw authError('uid-already-exists');
    if (properties.email && withEmail(accounts, properties.email)) throw authError('email-already-exists');
    const times = { validSince: seconds(Date.now()), createdAt: String(Date.now()) };
    const account = { localId: uid, emailVerified: false, disabled: false, ...times, ...properties };
    accounts.set(uid, account);
    return recordOf(account);
  },
  async getUser(this: Auth, uid: string) {
    return recordOf(found(accountsOf(projectOf(this)).get(uid)));
  },
  async getUserByEmail(this: Auth, email: string) {
    return recordOf(found(withEmail(accountsOf(projectOf(this)), email)));
  },
  async listUsers(this: Auth) {
    return { users: [...accountsOf(projectOf(this)).values()].map((account) => recordOf(account)) };
  },
  async updateUser(this: Auth, uid: string, { password, ...properties }: Properties) {
    const revoked = password === undefined ? {} : { validSince: seconds(Date.now()) };
    return recordOf(Object.assign(found(accountsOf(projectOf(this)).get(uid)), properties, revoked));
  },
  async deleteUser(this: Auth, uid: string) {
    found(accountsOf(projectOf(this)).get(uid));
    accountsOf(projectOf(this)).delete(uid);
  },
  async setCustomUserClaims(this: Auth, uid: string, claims: object | null) {
    found(accountsOf(projectOf(this)).get(uid)).customAttributes = JSON.stringify(claims ?? {});
  },
  async revokeRefreshTokens(this: Auth, uid: string) {
    found(accountsOf(projectOf(this)).get(uid)).validSince = seconds(Date.now());
  },
};

/** The SDK's record of an account, whose constructor is not in its types. */
function recordOf(account: Account): UserRecord {
  const Constructor = UserRecord as unknown as new (response: Account) => UserRecord;
  return new Constructor(account);
}

/** The ID token of the account with this email. */
export function signInByEmail(email: string): string {
  const account = found(withEmail(accountsOf(ownProject()), email));
  return idToken(account, 'password', {});
}

/** The ID token that a custom token is exchanged for. */
export function signInByCustomToken(token: string): string {
  const accounts = accountsOf(ownProject());
  const { uid, claims } = payloadOf(token) as { uid: string; claims?: object };
  const times = { validSince: seconds(Date.now()), createdAt: String(Date.now()) };
  const account = accounts.get(uid) ?? { localId: uid, emailVerified: false, disabled: false, ...times };
  accounts.set(uid, account);
  return idToken(account, 'custom', claims ?? {});
}

function idToken(account: Account, provider: string, claims: object): string {
  if (account.disabled) throw new Error('USER_DISABLED');
  account.lastLoginAt = String(Date.now());
  const { localId: uid, email, emailVerified, displayName, customAttributes } = account;
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    ...(displayName !== undefined && { name: displayName }),
    ...(email !== undefined && { email, email_verified: emailVerified }),
    ...(JSON.parse(customAttributes ?? '{}') as object),
    ...claims,
    auth_time: now,
    user_id: uid,
    firebase: { identities: email === undefined ? {} : { email: [email] }, sign_in_provider: provider },
    iat: now,
    exp: now + 3600,
    aud: ownProject(),
    iss: `https://securetoken.google.com/${ownProject()}`,
    sub: uid,
  };
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(payload)}.`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function payloadOf(token: string): unknown {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

function withEmail(accounts: Map<string, Account>, email: string): Account | undefined {
  return [...accounts.values()].find((account) => account.email === email);
}

function found(account: Account | undefined): Account {
  if (!account) throw authError('user-not-found');
  return account;
}

function authError(code: string): Error {
  return Object.assign(new Error(code.replaceAll('-', ' ')), { code: `auth/${code}` });
}

function projectOf({ app }: Auth): string {
  return app.options.projectId ?? ownProject();
}

function ownProject(): string {
  return process.env.GCLOUD_PROJECT ?? '';
}

function seconds(atMs: number): string {
  return String(Math.floor(atMs / 1000));
}
