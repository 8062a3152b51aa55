import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { expect, test } from 'vitest';
import { authenticate } from './authenticate.ts';

/** The Auth emulator always refuses revoked tokens, so only the call shows that the check is requested. */
test('checks whether the token is revoked and the account disabled', async () => {
  const app = initializeApp({ projectId: 'demo-authenticate' }, 'authenticate');
  const auth: Auth = getAuth(app);
  const calls: unknown[][] = [];
  auth.verifyIdToken = async (...args) => {
    calls.push(args);
    throw Object.assign(new Error('revoked'), { code: 'auth/id-token-revoked' });
  };
  await expect(authenticate(auth, { authorization: 'Bearer token' })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  expect(calls).toEqual([['token', true]]);
  await deleteApp(app);
});

test.each([['auth/internal-error'], ['app/network-error'], [undefined]])(
  'an error of the Auth service (%s) does not sign the caller out',
  async (code) => {
    const app = initializeApp({ projectId: 'demo-authenticate' }, `authenticate-${code}`);
    const auth: Auth = getAuth(app);
    const failure = Object.assign(new Error('away'), { code });
    auth.verifyIdToken = () => Promise.reject(failure);
    await expect(authenticate(auth, { authorization: 'Bearer token' })).rejects.toBe(failure);
    await deleteApp(app);
  },
);
