import { Firestore } from '@google-cloud/firestore';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startWireProxy, type WireProxy } from '../src/wire/proxy.ts';
import type { Counts } from '../src/wire/tally.ts';

let proxy: WireProxy;
let db: Firestore;
let direct: Firestore;

beforeAll(async () => {
  const target = process.env.FIRESTORE_EMULATOR_HOST ?? '';
  proxy = await startWireProxy(target);
  const projectId = 'demo-wire';
  db = new Firestore({ projectId, ...at(proxy.host) });
  direct = new Firestore({ projectId, ...at(target) });
});
afterAll(async () => {
  await Promise.all([db.terminate(), direct.terminate()]);
  await proxy.stop();
});

beforeEach(async () => {
  await direct.recursiveDelete(direct.collection('things'));
  const batch = direct.batch();
  for (const n of [1, 2, 3]) batch.set(thing(String(n)), { n });
  await batch.commit();
  await post('/reset');
});

/** Settings of a client for that host, whatever the environment defines. */
function at(host: string) {
  const [name = '', port] = host.split(':');
  return { host: name, port: Number(port), ssl: false, customHeaders: { Authorization: 'Bearer owner' } };
}

const thing = (id: string, by: Firestore = direct) => by.collection('things').doc(id);
const things = () => db.collection('things');
const post = (path: string, body?: unknown) =>
  fetch(`http://${proxy.control}${path}`, {
    method: 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const counts = async () => (await (await fetch(`http://${proxy.control}/counts`)).json()) as Counts;
const faultsLeft = async () => (await fetch(`http://${proxy.control}/faults`)).json();
const cost = async () => {
  const { reads, writes, deletes } = await counts();
  return [reads, writes, deletes];
};

type Case = [name: string, run: () => Promise<unknown>, reads: number, writes: number, deletes: number];
it.each<Case>([
  ['get', () => thing('1', db).get(), 1, 0, 0],
  ['get of a missing document', () => thing('9', db).get(), 1, 0, 0],
  ['getAll', () => db.getAll(thing('1', db), thing('2', db), thing('9', db)), 3, 0, 0],
  ['query', () => things().where('n', '>', 1).get(), 2, 0, 0],
  ['query without a result', () => things().where('n', '>', 9).get(), 1, 0, 0],
  ['query with a limit', () => things().orderBy('n').limit(1).select().get(), 1, 0, 0],
  ['count', () => things().count().get(), 1, 0, 0],
  ['set', () => thing('1', db).set({ n: 7 }), 0, 1, 0],
  ['create', () => thing('4', db).create({ n: 4 }), 0, 1, 0],
  ['update by transforms as well', () => thing('1', db).update({ n: 2, at: new Date(), m: 1 }), 0, 1, 0],
  ['delete', () => thing('1', db).delete(), 0, 0, 1],
  [
    'batch',
    () => db.batch().set(thing('5', db), {}).update(thing('1', db), { n: 2 }).delete(thing('2', db)).commit(),
    0,
    2,
    1,
  ],
  [
    'transaction',
    () =>
      db.runTransaction(async (tx) => {
        await tx.getAll(thing('1', db), thing('2', db));
        await tx.get(things().where('n', '==', 3));
        tx.update(thing('1', db), { n: 8 });
      }),
    3,
    1,
    0,
  ],
  ['transaction without writes', () => db.runTransaction((tx) => tx.get(thing('1', db))), 1, 0, 0],
  ['a commit that fails', () => thing('1', db).create({}).catch(String), 0, 0, 0],
])('%s', async (_, run, ...expected) => {
  await run();
  expect(await cost()).toEqual(expected);
});

it('counts an increment within an update as one write', async () => {
  const { FieldValue } = await import('@google-cloud/firestore');
  await thing('1', db).update({ n: FieldValue.increment(1), at: FieldValue.serverTimestamp(), list: [1] });
  expect(await cost()).toEqual([0, 1, 0]);
});

it('counts each write of a bulk writer, except failed ones', async () => {
  const writer = db.bulkWriter();
  writer.onWriteError(() => false);
  const results = [
    writer.set(thing('1', db), {}),
    writer.delete(thing('2', db)),
    writer.create(thing('3', db), {}).catch(() => 'exists'),
  ];
  await writer.close();
  expect((await Promise.all(results)).at(-1)).toBe('exists');
  expect(await cost()).toEqual([0, 1, 1]);
  expect((await counts()).methods).toHaveProperty('BatchWrite');
});

it('counts each state of a document once for a listener', async () => {
  const seen: number[] = [];
  const stop = things().onSnapshot((snapshot) => seen.push(snapshot.size));
  await expect.poll(() => seen).toEqual([3]);
  await thing('1').update({ n: 5 });
  await expect.poll(() => seen.length).toBe(2);
  stop();
  await expect.poll(cost).toEqual([4, 0, 0]);
});

it('forwards a document larger than one frame', async () => {
  const text = 'x'.repeat(900_000);
  await thing('big', db).set({ text });
  expect((await thing('big', db).get()).get('text')).toBe(text);
});

it('loses a commit’s response, so that the client retries it', async () => {
  const { FieldValue } = await import('@google-cloud/firestore');
  await post('/faults', { fault: 'lose', method: 'Commit' });
  await thing('1', db).update({ n: FieldValue.increment(1) });
  expect((await thing('1').get()).get('n')).toBe(3);
  await post('/faults', { fault: 'lose', method: 'Commit' });
  await expect(thing('4', db).create({})).rejects.toMatchObject({ code: 6 });
  await post('/faults', { fault: 'lose', method: 'Commit' });
  const { updateTime } = await thing('2').get();
  const guarded = thing('2', db).update({ n: 9 }, updateTime ? { lastUpdateTime: updateTime } : {});
  await expect(guarded).rejects.toMatchObject({ code: 9 });
  expect((await thing('2').get()).get('n')).toBe(9);
});

it('refuses calls that touch a document, with the requested status and as often as requested', async () => {
  await post('/faults', { fault: 'refuse', method: 'Commit', status: 7, times: 2, touching: '/things/1' });
  await thing('2', db).update({ n: 0 });
  await expect(thing('1', db).update({ n: 0 })).rejects.toMatchObject({ code: 7 });
  await expect(thing('1', db).update({ n: 0 })).rejects.toMatchObject({ code: 7 });
  await thing('1', db).update({ m: 1 });
  expect((await thing('1').get()).data()).toEqual({ n: 1, m: 1 });
  expect(await faultsLeft()).toEqual([]);
});

it('delays a call', async () => {
  await post('/faults', { fault: 'delay', method: 'Commit', delayMs: 300, touching: '/things/1' });
  const order: string[] = [];
  await Promise.all([
    thing('1', db)
      .update({ n: 0 })
      .then(() => order.push('held')),
    thing('2', db)
      .update({ n: 0 })
      .then(() => order.push('next')),
  ]);
  expect(order).toEqual(['next', 'held']);
});

it('holds a call until it is released', async () => {
  await post('/faults', { fault: 'hold', method: 'Commit', touching: '/things/1' });
  const held = thing('1', db).update({ n: 0 });
  await expect.poll(faultsLeft).toEqual([]);
  await thing('2', db).update({ n: 0 });
  expect((await thing('1').get()).get('n')).toBe(1);
  await post('/release');
  await held;
  expect((await thing('1').get()).get('n')).toBe(0);
});

it('waits for pending calls before it returns or resets counts', async () => {
  const startUpdate = async () => {
    await post('/faults', { fault: 'delay', method: 'Commit', delayMs: 300 });
    const update = thing('1', db).update({ n: 0 });
    await expect.poll(faultsLeft).toEqual([]);
    return { update };
  };
  const first = await startUpdate();
  expect(await cost()).toEqual([0, 1, 0]);
  await first.update;
  const second = await startUpdate();
  await post('/reset');
  expect(await cost()).toEqual([0, 0, 0]);
  await second.update;
  expect(await cost()).toEqual([0, 0, 0]);
});

it.each([{ fault: 'lose' }, { fault: 'explode', method: 'Commit' }, { fault: 'lose', method: 'Commit', times: 0 }, 7])(
  'rejects %j as a fault',
  async (fault) => expect((await post('/faults', fault)).status).toBe(400),
);

it('forwards REST', async () => {
  const url = `http://${proxy.host}/v1/projects/demo-wire/databases/(default)/documents/things/1`;
  const response = await fetch(url, { headers: { Authorization: 'Bearer owner' } });
  expect(await response.json()).toMatchObject({ fields: { n: { integerValue: '1' } } });
  expect(await cost()).toEqual([0, 0, 0]);
});
