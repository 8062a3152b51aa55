import { expect, test } from 'vitest';
import { Database } from './database.ts';
import { Store } from './store.ts';
import { FieldPath, FieldValue, Timestamp } from './values.ts';

/** A database whose steps each let others go first. */
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

const code = (expected: number) => expect.objectContaining({ code: expected });

test('what exists cannot be created, and what is not there not be updated', async () => {
  const { one } = databases();
  await one.doc('a/x').create({ n: 1 });
  await expect(one.doc('a/x').create({ n: 2 })).rejects.toEqual(code(6));
  await expect(one.doc('a/y').update({ n: 2 })).rejects.toEqual(code(5));
});

test('a batch happens as a whole or not at all', async () => {
  const { one } = databases();
  await one.doc('a/x').create({ n: 1 });
  const batch = one.batch().create(one.doc('a/y'), { n: 1 }).create(one.doc('a/x'), { n: 2 });
  await expect(batch.commit()).rejects.toEqual(code(6));
  expect((await one.doc('a/y').get()).exists).toBe(false);
});

test('a write by an older version is refused', async () => {
  const { one } = databases();
  const { writeTime: lastUpdateTime } = await one.doc('a/x').create({ n: 1 });
  await one.doc('a/x').update({ n: 2 }, { lastUpdateTime });
  await expect(one.doc('a/x').update({ n: 3 }, { lastUpdateTime })).rejects.toEqual(code(9));
  await expect(one.doc('a/x').delete({ lastUpdateTime })).rejects.toEqual(code(9));
});

test('dotted paths change a field of a map, and removing what is not there makes nothing', async () => {
  const { one } = databases();
  const ref = one.doc('a/x');
  await ref.create({ map: { one: 1, two: 2 } });
  await ref.update({ 'map.one': FieldValue.delete(), 'map.three': 3, 'none.at.all': FieldValue.delete() });
  expect((await ref.get()).data()).toEqual({ map: { two: 2, three: 3 } });
});

test('a merge keeps the rest, and named fields are set whole', async () => {
  const { one } = databases();
  const ref = one.doc('a/x');
  await ref.set({ map: { one: { a: 1 }, two: 2 } });
  await ref.set({ map: { one: { b: 2 } } }, { merge: true });
  expect((await ref.get()).data()).toEqual({ map: { one: { a: 1, b: 2 }, two: 2 } });
  await ref.set({ map: { one: { c: 3 } } }, { mergeFields: [new FieldPath('map', 'one')] });
  expect((await ref.get()).data()).toEqual({ map: { one: { c: 3 }, two: 2 } });
});

test('a transaction begins again when what it read has changed', async () => {
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

test('queries compare values of one type, and order by what they compare', async () => {
  const { one } = databases();
  for (const [id, at, tag] of [
    ['late', 30, 'a'],
    ['early', 10, 'a'],
    ['none', null, 'a'],
    ['other', 20, 'b'],
  ] as const) {
    await one.doc(`a/${id}`).create({ at: at === null ? null : Timestamp.fromMillis(at), tag, list: [tag] });
  }
  const all = one.collection('a');
  const ids = async (query: ReturnType<typeof all.where>) => (await query.get()).docs.map(({ id }) => id);
  expect(await ids(all.where('at', '<=', Timestamp.fromMillis(30)))).toEqual(['early', 'other', 'late']);
  expect(await ids(all.where('tag', '==', 'a').orderBy('at', 'desc').limit(1))).toEqual(['late']);
  expect(await ids(all.where('tag', 'in', ['b', 'c']))).toEqual(['other']);
  expect(await ids(all.where('list', 'array-contains', 'b'))).toEqual(['other']);
  expect((await all.where('tag', '==', 'a').count().get()).data().count).toBe(3);
});

test('a document that is written as it is keeps its time, and nobody hears of it', async () => {
  const { store, one } = databases();
  const { writeTime } = await one.doc('a/x').create({ n: 1, at: Timestamp.fromMillis(5) });
  let heard = 0;
  store.onCommit = () => {
    heard += 1;
  };
  expect((await one.doc('a/x').update({ at: Timestamp.fromMillis(5) })).writeTime).toBe(writeTime);
  expect(heard).toBe(0);
});
