import type { ChannelAnswer } from '@farwatch/core/contracts/api/channels';
import type { RotationAnswer, ShiftAnswer } from '@farwatch/core/contracts/api/rotations';
import { ROTATION } from '@farwatch/core/documents/rotation';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { rotations } from '../../platform/db/collections.ts';
import { addMember } from '../../testing/api/members.ts';
import { addRotation, rotationBody } from '../../testing/api/rotations.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { useTelegram } from '../../testing/telegram-chat.ts';

let api: TestApi;
let owner: TestUser;
let editor: TestUser;
let viewer: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  useTelegram();
  api = await newTestApi();
  owner = await api.user({ displayName: 'Olga' });
  editor = await addMember(api, owner, 'editor');
  api.clock.nowMs += MINUTE_MS;
  viewer = await addMember(api, owner, 'viewer');
  stranger = await api.user();
});
afterAll(() => api.close());

beforeEach(async () => {
  api.clock.nowMs += 5 * MINUTE_MS;
  for (const { id } of await listed()) await api.call(owner, 'DELETE', `/v1/rotations/${id}`);
});

const iso = (hours: number) => new Date(api.clock.nowMs + hours * HOUR_MS).toISOString();
const call = (user: TestUser, method: string, path: string, body?: unknown) =>
  api.call(user, method, path, body, { 'X-Account': owner.uid });
const listed = async (user = owner): Promise<RotationAnswer[]> => {
  const { body } = await call(user, 'GET', '/v1/rotations');
  return (body as { rotations: RotationAnswer[] }).rotations;
};
const one = async (): Promise<RotationAnswer> => {
  const [first] = await listed();
  if (!first) throw new Error('no rotation');
  return first;
};
const add = (changes: Record<string, unknown> = {}) =>
  addRotation(api, owner, { people: [owner.uid, editor.uid, viewer.uid], unit: 'days', timeZone: 'UTC', ...changes });
const override = (user: TestUser, id: string, ...overrides: object[]) =>
  call(user, 'POST', `/v1/rotations/${id}/overrides`, { overrides });
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string }).code,
  (body as { details?: { path: string }[] }).details?.[0]?.path,
];
const stored = async (id: string) => rotations.read(await rotations.ref(api.project.run(0).db, id).get());

test('people see who is on duty now and next, with the names of all', async () => {
  await add();
  const { body } = await call(viewer, 'GET', '/v1/rotations');
  const { rotations: found, people } = body as { rotations: RotationAnswer[]; people: object[] };
  expect(people).toEqual([
    { id: owner.uid, name: 'Olga' },
    { id: editor.uid, name: 'A editor' },
    { id: viewer.uid, name: 'A viewer' },
  ]);
  const [{ current, next, ...rest } = {} as RotationAnswer] = found;
  expect(rest).toMatchObject({ name: 'Servers', every: 1, unit: 'days', overrides: [] });
  expect(current.startsAt).toBe(iso(0));
  expect(next?.startsAt).toBe(current.endsAt);
  const order = [owner.uid, editor.uid, viewer.uid, owner.uid];
  expect(order[order.indexOf(current.uid ?? '') + 1]).toBe(next?.uid);
});

describe('the calendar', () => {
  const shiftsOf = async (id: string, query = '') => {
    const answer = await call(viewer, 'GET', `/v1/rotations/${id}/shifts${query}`);
    return { ...answer, ...(answer.body as { shifts: ShiftAnswer[]; until: string }) };
  };

  test('shows the next four weeks, with overrides', async () => {
    const id = await add();
    await override(owner, id, { uid: viewer.uid, startsAt: iso(50), endsAt: iso(60) });
    const { shifts, until } = await shiftsOf(id);
    expect([shifts[0]?.startsAt, shifts.at(-1)?.endsAt, until]).toEqual([iso(0), iso(28 * 24), iso(28 * 24)]);
    expect(shifts.filter(({ isOverride }) => isOverride)).toEqual([
      { uid: viewer.uid, startsAt: iso(50), endsAt: iso(60), isOverride: true },
    ]);
    expect(new Set(shifts.map(({ uid }) => uid))).toEqual(new Set([owner.uid, editor.uid, viewer.uid]));
  });

  test('is cut to as many shifts as an answer lists', async () => {
    const id = await add({ unit: 'hours' });
    const minutely = Array.from({ length: 5 }, (_, day) =>
      Array.from({ length: 10 }, (__, index) => {
        const startsAt = iso(24 * day + 2 * index + 0.5);
        return { uid: viewer.uid, startsAt, endsAt: iso(24 * day + 2 * index + 0.6) };
      }),
    );
    for (const overrides of minutely) expect((await override(owner, id, ...overrides)).status).toBe(201);
    const { shifts, until } = await shiftsOf(id, `?from=${iso(0)}&until=${iso(35 * 24)}`);
    expect(shifts.length).toBeLessThanOrEqual(ROTATION.listed);
    expect(until).toBe(shifts.at(-1)?.endsAt);
  });

  it.each([
    ['until', 'from=F&until=F'],
    ['until', 'from=F&until=L'],
    ['from', 'from=yesterday'],
  ])('is refused for a wrong %s: %s', async (path, query) => {
    const id = await add();
    const filled = query.replaceAll('F', iso(0)).replaceAll('L', iso(35 * 24 + 1));
    expect(codeOf(await shiftsOf(id, `?${filled}`))).toEqual([400, 'invalid', path]);
  });
});

describe('take over', () => {
  it('is for the person themselves, or by an editor for anybody', async () => {
    const id = await add({ people: [owner.uid] });
    expect((await override(viewer, id, { uid: viewer.uid, endsAt: iso(3) })).status).toBe(201);
    expect((await one()).current).toEqual({ uid: viewer.uid, startsAt: iso(0), endsAt: iso(3), isOverride: true });
    const forOther = { uid: owner.uid, endsAt: iso(3) };
    expect(codeOf(await override(viewer, id, forOther))).toEqual([403, 'forbidden', undefined]);
    expect((await override(editor, id, forOther)).status).toBe(201);
    expect((await one()).current.uid).toBe(owner.uid);
  });

  it('swaps two shifts at once, or stores none', async () => {
    const id = await add();
    const [first, second] = [
      { uid: viewer.uid, startsAt: iso(24), endsAt: iso(30) },
      { uid: editor.uid, startsAt: iso(48), endsAt: iso(54) },
    ];
    expect(codeOf(await override(editor, id, first, { ...second, uid: stranger.uid }))).toEqual([
      400,
      'invalid',
      'overrides.1.uid',
    ]);
    expect((await one()).overrides).toEqual([]);
    expect((await override(editor, id, first, second)).status).toBe(201);
    expect((await one()).overrides).toMatchObject([first, second]);
  });

  it('never rewrites who was on duty', async () => {
    const id = await add();
    await override(owner, id, { uid: owner.uid, startsAt: iso(-5), endsAt: iso(2) });
    const [made] = (await one()).overrides;
    expect(made?.startsAt).toBe(iso(0));
    api.clock.nowMs += HOUR_MS;
    expect((await call(owner, 'DELETE', `/v1/rotations/${id}/overrides/${made?.id}`)).status).toBe(200);
    expect((await one()).overrides).toEqual([]);
    expect((await stored(id))?.overrides).toMatchObject([
      { startsAt: api.clock.nowMs - HOUR_MS, endsAt: api.clock.nowMs },
    ]);
    expect(codeOf(await call(owner, 'DELETE', `/v1/rotations/${id}/overrides/${made?.id}`))[1]).toBe('not_found');
  });

  it('is removed by the person themselves, or an editor', async () => {
    const id = await add();
    await override(owner, id, { uid: owner.uid, startsAt: iso(2), endsAt: iso(3) });
    await override(viewer, id, { uid: viewer.uid, startsAt: iso(4), endsAt: iso(5) });
    const [ofOwner, ofViewer] = (await one()).overrides;
    const remove = (user: TestUser, each: typeof ofOwner) =>
      call(user, 'DELETE', `/v1/rotations/${id}/overrides/${each?.id}`);
    expect(codeOf(await remove(viewer, ofOwner))).toEqual([403, 'forbidden', undefined]);
    expect((await remove(viewer, ofViewer)).status).toBe(200);
    expect((await remove(editor, ofOwner)).status).toBe(200);
    expect((await one()).overrides).toEqual([]);
  });

  it.each<[string, object]>([
    ['overrides.0.endsAt', { endsAt: -1 }],
    ['overrides.0.endsAt', { startsAt: 3, endsAt: 2 }],
    ['overrides.0.endsAt', { startsAt: 3, endsAt: 3 }],
    ['overrides.0.endsAt', { startsAt: 1, endsAt: 24 * 400 }],
    ['overrides.0.startsAt', { startsAt: 24 * 400, endsAt: 24 * 401 }],
  ])('is refused for a wrong %s: %j', async (path, hours) => {
    const id = await add();
    const times = Object.fromEntries(Object.entries(hours).map(([name, value]) => [name, iso(value as number)]));
    expect(codeOf(await override(owner, id, { uid: owner.uid, ...times }))).toEqual([400, 'invalid', path]);
  });

  it('is refused beyond the limit, until old ones are a week over', async () => {
    const id = await add();
    const ten = (hours: number) =>
      Array.from({ length: 10 }, () => ({ uid: owner.uid, startsAt: iso(hours), endsAt: iso(hours + 1) }));
    for (let count = 0; count < ROTATION.overrides; count += 10) await override(owner, id, ...ten(1));
    expect(codeOf(await override(owner, id, ...ten(1)))).toEqual([400, 'invalid', 'overrides']);
    api.clock.nowMs += 3 * HOUR_MS + ROTATION.keptMs;
    expect((await override(owner, id, ...ten(1))).status).toBe(201);
    expect((await stored(id))?.overrides).toHaveLength(10);
  });
});

describe('a rotation', () => {
  it.each<[string, Record<string, unknown>]>([
    ['people', { people: [] }],
    ['people', { people: Array(51).fill('x') }],
    ['every', { every: 0 }],
    ['every', { every: 367 }],
    ['unit', { unit: 'months' }],
    ['start', { start: '2026-11-02T09:00Z' }],
    ['start', { start: '2026-02-30T09:00' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: 'CST' }],
    ['name', { name: ' ' }],
  ])('is refused for a wrong %s: %j', async (path, changes) => {
    expect(codeOf(await api.call(owner, 'POST', '/v1/rotations', rotationBody(owner, { ...changes })))).toEqual([
      400,
      'invalid',
      path,
    ]);
  });

  it('takes only people of the account', async () => {
    const body = rotationBody(owner, { people: [owner.uid, stranger.uid] });
    expect(codeOf(await api.call(owner, 'POST', '/v1/rotations', body))).toEqual([400, 'invalid', 'people.1']);
    const id = await add();
    expect(codeOf(await api.call(owner, 'PUT', `/v1/rotations/${id}`, body))).toEqual([400, 'invalid', 'people.1']);
  });

  it('is one of ten at most', async () => {
    for (let count = 0; count < ROTATION.perAccount; count += 1) await add();
    expect(codeOf(await api.call(owner, 'POST', '/v1/rotations', rotationBody(owner)))[1]).toBe('too_many_rotations');
  });

  it('is of one account', async () => {
    const id = await add();
    for (const [method, path, body] of [
      ['GET', '/shifts', undefined],
      ['PUT', '', rotationBody(stranger)],
      ['DELETE', '', undefined],
      ['POST', '/overrides', { overrides: [{ uid: stranger.uid, endsAt: iso(1) }] }],
      ['DELETE', '/overrides/x', undefined],
    ] as const)
      expect(codeOf(await api.call(stranger, method, `/v1/rotations/${id}${path}`, body))[1]).toBe('not_found');
  });

  it('keeps its overrides when it is changed, and activity names the person', async () => {
    const id = await add();
    await override(owner, id, { uid: owner.uid, endsAt: iso(2) });
    api.clock.nowMs += MINUTE_MS;
    const body = rotationBody(owner, { name: 'Nights', unit: 'hours', every: 12 });
    expect(await call(editor, 'PUT', `/v1/rotations/${id}`, body)).toMatchObject({
      status: 200,
      body: { name: 'Nights', every: 12, overrides: [{ uid: owner.uid }] },
    });
    const { body: activity } = await api.call(owner, 'GET', '/v1/activity');
    const [newest] = (activity as { entries: object[] }).entries;
    expect(newest).toMatchObject({ kind: 'rotation', action: 'changed', actorName: 'A editor', subjectName: 'Nights' });
  });

  it('skips who has left the account', async () => {
    const leaving = await addMember(api, owner, 'viewer');
    await add({ people: [leaving.uid, owner.uid] });
    await api.call(owner, 'DELETE', `/v1/members/${leaving.uid}`);
    const { current, next, people } = await one();
    expect([people, current.uid, next]).toEqual([[leaving.uid, owner.uid], owner.uid, null]);
  });
});

describe('a channel of a person', () => {
  const newChannel = async () => {
    const input = { type: 'webhook', name: 'Hook', settings: { url: 'https://hooks.farwatch.test/x' } };
    const { body } = await api.call(owner, 'POST', '/v1/channels', input);
    return { id: (body as { id: string }).id, input };
  };
  const channel = async (id: string) => {
    const { body } = await api.call(owner, 'GET', '/v1/channels');
    return (body as { channels: ChannelAnswer[] }).channels.find((each) => each.id === id);
  };
  const setDuty = (id: string, personId: string | null, onDutyIn: string | null) =>
    call(editor, 'PUT', `/v1/channels/${id}/duty`, { personId, onDutyIn });

  it('keeps its rotation when it is changed, and loses it with the rotation', async () => {
    const rotation = await add();
    const { id, input } = await newChannel();
    expect((await setDuty(id, viewer.uid, rotation)).body).toMatchObject({ personId: viewer.uid, onDutyIn: rotation });
    const { type: _, ...changed } = input;
    expect((await api.call(owner, 'PUT', `/v1/channels/${id}`, { ...changed, name: 'Bot' })).status).toBe(200);
    expect(await channel(id)).toMatchObject({ name: 'Bot', personId: viewer.uid, onDutyIn: rotation });
    expect((await call(editor, 'DELETE', `/v1/rotations/${rotation}`)).status).toBe(200);
    const after = await channel(id);
    expect([after?.personId, after?.onDutyIn]).toEqual([viewer.uid, undefined]);
    expect((await setDuty(id, null, null)).status).toBe(200);
    expect((await channel(id))?.personId).toBeUndefined();
    await api.call(owner, 'DELETE', `/v1/channels/${id}`);
  });

  it('is refused for others, without a person, and for a rotation of another account', async () => {
    const rotation = await add();
    const foreign = await addRotation(api, stranger);
    const { id } = await newChannel();
    expect(codeOf(await setDuty(id, stranger.uid, rotation))).toEqual([400, 'invalid', 'personId']);
    expect(codeOf(await setDuty(id, null, rotation))).toEqual([400, 'invalid', 'personId']);
    expect(codeOf(await setDuty(id, viewer.uid, foreign))).toEqual([400, 'invalid', 'onDutyIn']);
    expect(codeOf(await setDuty(id, viewer.uid, 'gone'))).toEqual([400, 'invalid', 'onDutyIn']);
    expect(codeOf(await setDuty('gone', viewer.uid, rotation))[1]).toBe('not_found');
    expect(codeOf(await setDuty('telegram', viewer.uid, rotation))[1]).toBe('conflict');
    await api.call(owner, 'DELETE', `/v1/channels/${id}`);
  });
});
