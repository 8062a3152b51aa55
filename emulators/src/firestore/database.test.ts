import { expect, test } from 'vitest';
import { Database } from './database.ts';
import { Store } from './store.ts';
import { Timestamp } from './values.ts';

/** Two databases over one store; each step yields to others. */
function databases() {
  const store = new Store();
  const step = async <T>(work: () => T) => {
    await Promise.resolve();
    return work();
  };
  let ids = 0;
  const open = () => new Database(store, { read: step, commit: step, newId: () => `id${++ids}`, nowMs: () => 5 });
  return { store, one: open(), other: open() };
}

test('a transaction is retried when a document that it read has changed', async () => {
  const { one, other } = databases();
  await one.doc('a/x').create({ n: 0 });
  const add = (db: Database) =>
    db.runTransaction(async (tx) => {
      const snapshot = await tx.getAll(db.doc('a/x'));
      tx.update(db.doc('a/x'), { n: Number(snapshot[0]?.get('n')) + 1 });
    });
  await Promise.all([add(one), add(other), add(one)]);
  expect((await one.doc('a/x').get()).get('n')).toBe(3);
});

test('a document that is written with the same data keeps its time, and no commit is announced', async () => {
  const { store, one } = databases();
  const { writeTime } = await one.doc('a/x').create({ n: 1, at: Timestamp.fromMillis(5) });
  let commits = 0;
  store.onCommit = () => {
    commits += 1;
  };
  expect((await one.doc('a/x').update({ at: Timestamp.fromMillis(5) })).writeTime).toBe(writeTime);
  expect(commits).toBe(0);
});

test('a query over a group finds the documents of all collections with that name', async () => {
  const { one } = databases();
  for (const path of ['a/x/notes/1', 'a/y/notes/2', 'notes/3', 'a/x/others/4']) await one.doc(path).create({ n: 1 });
  const { docs } = await one.collectionGroup('notes').where('n', '==', 1).get();
  expect(docs.map(({ ref }) => [ref.path, ref.parent.parent?.path ?? null]).sort()).toEqual([
    ['a/x/notes/1', 'a/x'],
    ['a/y/notes/2', 'a/y'],
    ['notes/3', null],
  ]);
});
