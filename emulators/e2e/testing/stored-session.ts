import type { BrowserContext } from 'playwright-core';
import { addressesFromEnv } from '../../src/addresses.ts';
import { signInForTokens } from '../../src/agents/sign-in.ts';
import { webEnv } from '../../src/build.ts';
import type { Account } from './accounts.ts';

/** What a browser keeps of a site. */
export type Stored = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * What the browser of someone who signed in before and was remembered holds: Firebase Auth's own entry, with real tokens.
 * Saves a test the sign-in form, which tests of its own go through.
 */
export async function storedSession({ uid, email, password, displayName }: Account): Promise<Stored> {
  const addresses = addressesFromEnv();
  const apiKey = webEnv(addresses).VITE_FIREBASE_API_KEY ?? '';
  const { idToken, refreshToken, expiresIn } = await signInForTokens(addresses.authHost, { email, password });
  const now = Date.now();
  const user = {
    uid,
    email,
    emailVerified: true,
    displayName,
    isAnonymous: false,
    providerData: [{ providerId: 'password', uid: email, displayName, email, phoneNumber: null, photoURL: null }],
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: now + expiresIn * 1_000 },
    createdAt: String(now),
    lastLoginAt: String(now),
    apiKey,
    appName: '[DEFAULT]',
  };
  const entry = { name: `firebase:authUser:${apiKey}:[DEFAULT]`, value: JSON.stringify(user) };
  return { cookies: [], origins: [{ origin: addresses.origin, localStorage: [entry] }] };
}
