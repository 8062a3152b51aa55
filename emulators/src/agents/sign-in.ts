/** An ID token for a user with that password, from the Auth emulator. */
export async function signIn(authHost: string, account: { email: string; password: string }): Promise<string> {
  const url = `http://${authHost}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-api-key`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, returnSecureToken: true }),
  });
  const answer = (await response.json()) as { idToken?: string; error?: { message: string } };
  if (!answer.idToken) throw new Error(`${account.email} could not sign in: ${answer.error?.message}`);
  return answer.idToken;
}
