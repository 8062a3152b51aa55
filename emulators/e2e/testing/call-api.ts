import { addressesFromEnv } from '../../src/addresses.ts';
import { signIn } from '../../src/agents/sign-in.ts';
import type { Account } from './accounts.ts';

/** Calls the product's API as the account. Throws unless it succeeds. */
export async function callApi(account: Account, method: string, path: string, body?: unknown): Promise<unknown> {
  const { authHost, origin } = addressesFromEnv();
  const idToken = await signIn(authHost, { email: account.email, password: account.password });
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${idToken}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
