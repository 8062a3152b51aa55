import { z } from 'zod';

const tokensSchema = z.object({ idToken: z.string(), refreshToken: z.string(), expiresIn: z.coerce.number() });

/** Tokens of a signed-in user; `expiresIn` in seconds. */
export type Tokens = z.infer<typeof tokensSchema>;

/** Tokens for a user with that password, from the Auth emulator. Throws when it refuses. */
export async function signInForTokens(authHost: string, account: { email: string; password: string }): Promise<Tokens> {
  const url = `http://${authHost}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-api-key`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, returnSecureToken: true }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${account.email} could not sign in: ${JSON.stringify(answer)}`);
  return tokensSchema.parse(answer);
}

/** An ID token for a user with that password, from the Auth emulator. */
export async function signIn(authHost: string, account: { email: string; password: string }): Promise<string> {
  return (await signInForTokens(authHost, account)).idToken;
}
