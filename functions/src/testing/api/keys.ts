import type { ApiKeyScope } from '@farwatch/core/values/api-key';
import type { TestUser } from './sign-in.ts';
import type { TestApi } from './test-api.ts';

/** Makes an API key; throws if the API refuses. */
export async function makeKey(
  api: TestApi,
  user: TestUser,
  scope: ApiKeyScope,
  expiresInDays: 30 | 90 | 365 | null = null,
): Promise<{ id: string; key: string }> {
  const { status, body } = await api.call(user, 'POST', '/v1/keys', { name: 'Script', scope, expiresInDays });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as { id: string; key: string };
}

/** A program that calls with this key, in the place of a signed-in user. */
export function program({ uid, email }: TestUser, key: string): TestUser {
  return { uid, email, token: key };
}

/** Starts a login by code, as a program does; throws if the API refuses. */
export async function startLogin(
  api: TestApi,
  { host = 'laptop', scope = 'write' }: { host?: string; scope?: ApiKeyScope } = {},
): Promise<{ deviceCode: string; userCode: string }> {
  const { status, body } = await api.call(null, 'POST', '/v1/logins', { host, scope });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as { deviceCode: string; userCode: string };
}

/** A person with a key that may write. */
export type KeyAccount = { user: TestUser; key: string };

/** Signs a person up, and creates such a key. */
export async function newKeyAccount(api: TestApi): Promise<KeyAccount> {
  const user = await api.user();
  return { user, key: (await makeKey(api, user, 'write')).key };
}
