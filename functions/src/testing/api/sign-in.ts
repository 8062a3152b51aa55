import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Auth } from 'firebase-admin/auth';
import { agentUid } from '../../entry/callables/agent-token.ts';
import { signInByCustomToken, signInByEmail } from '../memory-auth.ts';
import { isInMemory } from '../memory-firestore.ts';

export type TestUser = { uid: string; email: string; token: string };
export type UserPlan = { admin?: boolean; verified?: boolean; displayName?: string };

const PASSWORD = 'farwatch-secret';
const CHANGED_PASSWORD = 'farwatch-changed';

/** A new account, signed in, verified by default. */
export async function signIn(auth: Auth, { admin, verified = true, displayName }: UserPlan): Promise<TestUser> {
  const email = `${randomUUID()}@farwatch.test`;
  const named = displayName === undefined ? {} : { displayName };
  const { uid } = await auth.createUser({ email, password: PASSWORD, emailVerified: verified, ...named });
  if (admin) await auth.setCustomUserClaims(uid, { role: 'admin' });
  return { uid, email, token: await passwordToken(email) };
}

/** The ID token of a verified account with this uid. */
export async function userIdToken(auth: Auth, uid: string): Promise<string> {
  const email = `${randomUUID()}@farwatch.test`;
  await auth.createUser({ uid, email, password: PASSWORD, emailVerified: true });
  return passwordToken(email);
}

/** The custom token of an agent's first device. */
export function agentCustomToken(auth: Auth, agentId: string): Promise<string> {
  return auth.createCustomToken(agentUid(agentId, 1), { agent: agentId, tokenGeneration: 1 });
}

/** The ID token that a custom token is exchanged for. */
export async function exchangeToken(token: string): Promise<string> {
  return isInMemory ? signInByCustomToken(token) : idToken('signInWithCustomToken', { token });
}

/** The ID token of an agent. */
export async function agentIdToken(auth: Auth, agentId: string): Promise<string> {
  return exchangeToken(await agentCustomToken(auth, agentId));
}

/**
 * Changes a user's password, once the account is so old that Auth, which counts whole seconds, dates the change later, and
 * signs in with it.
 */
export async function changePassword(auth: Auth, user: TestUser): Promise<TestUser> {
  const { metadata } = await auth.getUser(user.uid);
  const dated = async () => Date.parse((await auth.getUser(user.uid)).tokensValidAfterTime ?? '');
  do {
    await setTimeout(200);
    await auth.updateUser(user.uid, { password: CHANGED_PASSWORD });
  } while ((await dated()) <= Date.parse(metadata.creationTime) + 1000);
  return { ...user, token: await passwordToken(user.email, CHANGED_PASSWORD) };
}

/** The ID token of a new sign-in with a password. */
export async function passwordToken(email: string, password = PASSWORD): Promise<string> {
  return isInMemory ? signInByEmail(email) : idToken('signInWithPassword', { email, password });
}

async function idToken(method: string, body: object): Promise<string> {
  const service = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1`;
  const response = await fetch(`${service}/accounts:${method}?key=any`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  });
  const answer = (await response.json()) as { idToken?: string };
  if (!answer.idToken) throw new Error(JSON.stringify(answer));
  return answer.idToken;
}
