import { afterAll, expect, test } from 'vitest';
import { alerts } from '../db/collections.ts';
import { newTestProject, T0 } from './test-project.ts';

const project = newTestProject();
const { db } = project.run(T0);
const ofOwner = alerts.collection(db).where('ownerId', '==', 'ann');
afterAll(() => project.close());

test('a query without its index fails, also as a count and through the proxy', async () => {
  const lacking = ofOwner.where('severity', '==', 'major').orderBy('createdAt');
  const lacks = /lacks alerts: ownerId ASCENDING, severity ASCENDING, createdAt ASCENDING/;
  await expect(lacking.get()).rejects.toThrow(lacks);
  await expect(lacking.count().get()).rejects.toThrow(lacks);
  const proxied = alerts.collection(project.viaProxy(T0).db).where('ownerId', '==', 'ann').orderBy('severity');
  await expect(proxied.get()).rejects.toThrow('lacks alerts');
});

test('a query with its index succeeds, also by pages', async () => {
  const waiting = ofOwner.where('state', '==', 'waiting').orderBy('createdAt');
  expect((await waiting.orderBy('__name__').limit(1).get()).size).toBe(0);
  expect((await waiting.count().get()).data()).toEqual({ count: 0 });
  await db.recursiveDelete(db.doc('endpoints/none'));
});
