import type { DocumentReference } from 'firebase-admin/firestore';
import { afterAll, describe, expect, test } from 'vitest';
import { newTestProject, T0 } from '../../testing/test-project.ts';
import { readThenWrite } from './read-then-write.ts';

const project = newTestProject();
const { db } = project.run(T0);
afterAll(() => project.close());

const countOf = async (ref: DocumentReference) => Number((await ref.get()).get('count'));

describe('readThenWrite', () => {
  test('loses no concurrent update', async () => {
    const ref = db.doc('things/counter');
    await ref.create({ count: 0 });
    const add = () =>
      readThenWrite({ db }, async (reader, writer) => {
        const [document] = await reader.getAll(ref);
        writer.update(ref, { count: Number(document?.get('count')) + 1 });
      });
    await Promise.all(Array.from({ length: 8 }, add));
    expect(await countOf(ref)).toBe(8);
  });

  test('starts over if a document that it read and writes was changed or deleted, also if read by a query', async () => {
    for (const disturb of [
      (ref: DocumentReference) => ref.update({ count: 10 }),
      (ref: DocumentReference) => ref.delete(),
    ]) {
      const ref = db.collection('things').doc();
      await ref.create({ count: 1, tag: ref.id });
      let attempts = 0;
      const seen = await readThenWrite({ db }, async (reader, writer) => {
        const { docs } = await reader.get(db.collection('things').where('tag', '==', ref.id));
        attempts += 1;
        if (attempts === 1) await disturb(ref);
        for (const doc of docs) writer.update(doc.ref, { count: Number(doc.get('count')) + 1 });
        return docs.map((doc) => Number(doc.get('count')));
      });
      expect(attempts).toBe(2);
      expect(await countOf(ref)).toBe(seen.length === 0 ? Number.NaN : 11);
    }
  });

  test('starts over if a document to create exists, or one to update unread is missing', async () => {
    for (const first of ['create', 'update'] as const) {
      const ref = db.collection('things').doc();
      let attempts = 0;
      await readThenWrite({ db }, async (_reader, writer) => {
        attempts += 1;
        if (attempts === 1 && first === 'create') await ref.create({ count: 1 });
        if (attempts === 1) writer[first](ref, { count: 2 });
      });
      expect(attempts).toBe(2);
      expect(await countOf(ref)).toBe(first === 'create' ? 1 : Number.NaN);
    }
  });

  test('writes nothing when the decision throws', async () => {
    const ref = db.collection('things').doc();
    const failing = readThenWrite({ db }, async (_reader, writer) => {
      writer.create(ref, { count: 1 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await ref.get()).exists).toBe(false);
  });
});
