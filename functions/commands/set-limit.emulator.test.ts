import { newUser } from '@farwatch/core/documents/user';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../src/platform/db/collections.ts';
import { newTestProject, T0, type TestProject } from '../src/testing/test-project.ts';
import { setLimit } from './set-limit.ts';

let project: TestProject;

beforeAll(() => {
  project = newTestProject();
});
afterAll(() => project.close());

const ACCOUNT = { id: 'uid', name: 'a@farwatch.test (uid)' };

it('sets the limit of an account and prints it before and after', async () => {
  const { db } = project.run(T0);
  const user = newUser({ displayName: '', email: 'a@farwatch.test' }, T0);
  await users.ref(db, 'uid').set(users.toDocument({ ...user, endpointCount: 150 }));
  const maxEndpoints = async () => users.read(await users.ref(db, 'uid').get())?.maxEndpoints;
  expect(await setLimit(db, ACCOUNT, '2000')).toBe(
    'a@farwatch.test (uid) may have 2000 endpoints, before 200. It has 150.',
  );
  expect(await maxEndpoints()).toBe(2000);
  expect(await setLimit(db, ACCOUNT, '100')).toBe(
    'a@farwatch.test (uid) may have 100 endpoints, before 2000. It has 150. Nothing can be added until there are fewer.',
  );
  expect(await maxEndpoints()).toBe(100);
});

it.each(['0', '2001', '-5', '1e3', '10.5', 'many', '', '99999999999999999999'])('refuses "%s"', async (text) => {
  await expect(setLimit(project.run(T0).db, ACCOUNT, text)).rejects.toThrow(
    `"${text}" is not a limit: use a whole number from 1 to 2000.`,
  );
});

it('refuses an account without a profile', async () => {
  await expect(setLimit(project.run(T0).db, { id: 'new', name: 'new' }, '300')).rejects.toThrow('no profile yet');
});
