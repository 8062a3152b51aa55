import { addressesFromEnv } from '../../src/addresses.ts';
import type { Account } from './accounts.ts';

/** Calls the product's API as the account, who signs in for it. Throws for anything but success. */
export async function callApi(account: Account, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${addressesFromEnv().origin}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${await tokenOf(account)}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function tokenOf({ email, password }: Account): Promise<string> {
  const host = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  const url = `http://${host}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  });
  return ((await response.json()) as { idToken: string }).idToken;
}
