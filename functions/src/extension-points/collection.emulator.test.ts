import { randomUUID } from 'node:crypto';
import { noteCollection, WITH_NOTES } from '@farwatch/core/testing/sample-collection';
import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bindCollection } from '../platform/db/collection.ts';
import { newTestProject, T0, type TestProject } from '../testing/test-project.ts';

let project: TestProject;
let app: App;

// A new collection: one line in core's table. All users of the table are imported again with it.
beforeAll(() => {
  vi.resetModules();
  vi.doMock('@farwatch/core/documents/collections', () => WITH_NOTES);
  project = newTestProject();
  app = initializeApp({ projectId: project.id }, `auth-${project.id}`);
});
afterAll(async () => {
  vi.doUnmock('@farwatch/core/documents/collections');
  vi.resetModules();
  await Promise.all([project.close(), deleteApp(app)]);
});

it('is exported without its secrets and deleted with the account, as are its subcollections', async () => {
  const { copyAccount } = await import('../domain/accounts/copy-account.ts');
  const { deleteAccount } = await import('../domain/accounts/delete-account.ts');
  const auth = getAuth(app);
  const account = await auth.createUser({ email: `${randomUUID()}@farwatch.test` });
  const run = project.run(T0);
  const notes = bindCollection(noteCollection);
  const note = { text: 'Call them', secret: 'key', tags: [], createdAt: T0, expireAt: T0 };
  for (const ownerId of [account.uid, 'other']) {
    await notes.ref(run.db, ownerId).create(notes.toDocument({ ...note, ownerId }));
    await run.db.doc(`notes/${ownerId}/comments/one`).create({ text: 'Done' });
  }

  const exported: string[] = [];
  for await (const { lines } of copyAccount(run.db, account.uid, account)) exported.push(...lines);
  expect(Object.assign({}, ...exported.map((line) => JSON.parse(line)))).toMatchObject({
    [`notes/${account.uid}`]: { secret: '***', createdAt: new Date(T0).toISOString() },
    [`notes/${account.uid}/comments/one`]: { text: 'Done' },
  });
  expect(exported.join()).not.toContain('notes/other');

  await deleteAccount(run, auth, account.uid);
  const paths = async (group: string) => (await run.db.collectionGroup(group).get()).docs.map(({ ref }) => ref.path);
  expect([await paths('notes'), await paths('comments')]).toEqual([['notes/other'], ['notes/other/comments/one']]);
});
