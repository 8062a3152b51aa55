import { afterAll, expect, test } from 'vitest';
import { alerts } from '../db/collections.ts';
import { newWorld, T0 } from './world.ts';

const world = newWorld();
const { db } = world.run(T0);
const mine = alerts.collection(db).where('ownerId', '==', 'ann');
afterAll(() => world.close());

test('a query without its index fails, counted and over the wire too', async () => {
  const lacking = mine.where('severity', '==', 'major').orderBy('createdAt');
  const lacks = /lacks alerts: ownerId ASCENDING, severity ASCENDING, createdAt ASCENDING/;
  await expect(lacking.get()).rejects.toThrow(lacks);
  await expect(lacking.count().get()).rejects.toThrow(lacks);
  const wired = alerts.collection(world.wired(T0).db).where('ownerId', '==', 'ann').orderBy('severity');
  await expect(wired.get()).rejects.toThrow('lacks alerts');
});

test('one with its index is answered, by pages too', async () => {
  const waiting = mine.where('state', '==', 'waiting').orderBy('createdAt');
  expect((await waiting.orderBy('__name__').limit(1).get()).size).toBe(0);
  expect((await waiting.count().get()).data()).toEqual({ count: 0 });
  await db.recursiveDelete(db.doc('endpoints/none'));
});
