import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { expect, it } from 'vitest';

const projectId = 'demo-farwatch';
const auth = getAuth(initializeApp({ projectId }, 'set-admin'));
const script = join(import.meta.dirname, 'admin.ts');

/** Runs the command as an operator does. */
async function admin(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args, '--project', projectId]);
  return stdout.trim();
}

it('grants and revokes the role, keeps other claims, and prints the result', async () => {
  const email = `${randomUUID()}@farwatch.test`;
  const { uid } = await auth.createUser({ email });
  await auth.setCustomUserClaims(uid, { team: 'night' });
  const claims = async () => (await auth.getUser(uid)).customClaims;
  expect(await admin('grant', email)).toBe(`${email} is an admin from the next sign-in.`);
  expect(await claims()).toEqual({ team: 'night', role: 'admin' });
  expect(await admin('grant', email)).toBe(`${email} is already an admin.`);
  expect(await admin('revoke', email)).toBe(`${email} is no longer an admin.`);
  expect(await claims()).toEqual({ team: 'night' });
  expect(await admin('revoke', email)).toBe(`${email} is not an admin.`);
});

it.each([
  ['an unknown email', ['grant', 'unknown@farwatch.test'], 'There is no user record'],
  ['an unknown action', ['promote', 'a@farwatch.test'], 'Usage:'],
  ['no email', ['grant'], 'Usage:'],
])('%s prints one sentence and exits with code 1', async (_, args, text) => {
  await expect(admin(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(text) });
});
