import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { allDocuments } from '../src/testing/documents.ts';
import { OWNER, seedProject } from '../src/testing/seed-project.ts';
import { newTestProject, type TestProject } from '../src/testing/test-project.ts';

const script = join(import.meta.dirname, 'account.ts');
const EMAIL = 'closed@farwatch.test';
let project: TestProject;
let app: App;

/** Runs the command as an operator does. */
async function account(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args, '--project', project.id]);
  return stdout.trim();
}

beforeEach(async () => {
  project = newTestProject();
  app = initializeApp({ projectId: project.id }, `auth-${project.id}`);
  await getAuth(app).createUser({ uid: OWNER, email: EMAIL });
  await seedProject(project, {
    owners: [{ id: OWNER }],
    monitors: [{ id: 'm', ownerId: OWNER, locations: ['tw'], endpoints: ['e'] }],
  });
});
afterEach(() => Promise.all([project.close(), deleteApp(app)]));

it('an account is copied line by line, and closed only with --yes', async () => {
  const before = await allDocuments(project);
  const lines = (await account('copy', EMAIL)).split('\n').map((line) => JSON.parse(line) as object);
  expect(lines.flatMap(Object.keys)).toEqual(
    expect.arrayContaining([`account/${OWNER}`, `users/${OWNER}`, 'monitors/m']),
  );
  expect(await account('close', EMAIL)).toContain('with --yes');
  expect(await allDocuments(project)).toEqual(before);

  expect(await account('close', EMAIL, '--yes')).toContain(`${EMAIL} (${OWNER}) is closed`);
  const after = Object.keys(await allDocuments(project));
  expect(after.filter((path) => /^(users|monitors|endpoints)\//.test(path))).toEqual([]);
  expect((await getAuth(app).listUsers()).users).toEqual([]);
});
