import { afterAll, expect, test } from 'vitest';
import { incidents } from '../platform/db/collections.ts';
import { newTestProject, T0 } from './test-project.ts';

const project = newTestProject();
const { db } = project.run(T0);
const ofOwner = incidents.collection(db).where('ownerId', '==', 'ann');
afterAll(() => project.close());

test('a query without its index fails, also as a count and through the proxy', async () => {
  const lacking = ofOwner.where('severity', '==', 'major').orderBy('changedAt');
  const lacks = /lacks incidents: ownerId ASCENDING, severity ASCENDING, changedAt ASCENDING/;
  await expect(lacking.get()).rejects.toThrow(lacks);
  await expect(lacking.count().get()).rejects.toThrow(lacks);
  const proxied = incidents.collection(project.viaProxy(T0).db).where('ownerId', '==', 'ann').orderBy('severity');
  await expect(proxied.get()).rejects.toThrow('lacks incidents');
});

test('a query with its index succeeds, also by pages', async () => {
  const active = ofOwner.where('status', '==', 'active').orderBy('triggeredAt', 'desc');
  expect((await active.orderBy('__name__', 'desc').limit(1).get()).size).toBe(0);
  expect((await active.count().get()).data()).toEqual({ count: 0 });
  await db.recursiveDelete(db.doc('endpoints/none'));
});
