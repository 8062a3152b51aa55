import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { expect, test } from 'vitest';
import { authenticate } from './authenticate.ts';

/** The Auth emulator always refuses revoked tokens, so only the call shows that this is requested. */
test('Auth checks whether the token is revoked and the account disabled', async () => {
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
  'a fault of Auth (%s) does not sign anybody out',
  async (code) => {
    const app = initializeApp({ projectId: 'demo-authenticate' }, `authenticate-${code}`);
    const auth: Auth = getAuth(app);
    const fault = Object.assign(new Error('away'), { code });
    auth.verifyIdToken = () => Promise.reject(fault);
    await expect(authenticate(auth, { authorization: 'Bearer token' })).rejects.toBe(fault);
    await deleteApp(app);
  },
);
