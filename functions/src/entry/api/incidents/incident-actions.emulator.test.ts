import type { ActionResult } from '@farwatch/core/contracts/api/incident-actions';
import type { IncidentEntry } from '@farwatch/core/contracts/api/incidents';
import type { IncidentMark } from '@farwatch/core/documents/monitor';
import { incidentSample, monitorSample } from '@farwatch/core/testing/samples';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { incidents, monitors } from '../../../platform/db/collections.ts';
import { reportAndDrain } from '../../../testing/api/calls.ts';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { TestAgent } from '../../../testing/test-agent.ts';
import { T0 } from '../../../testing/test-project.ts';

let api: TestApi;
let user: TestUser;

beforeAll(async () => {
  api = await newTestApi();
  user = await api.user({ displayName: 'Ann' });
});
beforeEach(() => {
  api.project.queue.waiting = [];
});
afterAll(() => api.close());

const ANN = { name: 'Ann', channelName: null };

async function act(what: string, body: object): Promise<ActionResult> {
  const answer = await api.call(user, 'POST', `/v1/incidents/${what}`, body);
  expect(answer.status).toBe(200);
  return answer.body as ActionResult;
}

async function put(id: string, changes: Parameters<typeof incidentSample>[0] = {}): Promise<void> {
  const incident = incidentSample({ ownerId: user.uid, monitorId: 'shops', triggeredAt: T0, ...changes });
  await incidents.ref(api.project.run(T0).db, id).create(incidents.toDocument(incident));
}

async function actionsOf(id: string) {
  return ((await stored(api).incident(id))?.actions ?? []).map(({ event, note }) => `${event} ${note}`.trim());
}

describe('POST /v1/incidents', () => {
  test('acknowledges those that are open, for the dashboard too, and skips the others', async () => {
    const mark: Pick<IncidentMark, 'location' | 'endedAt'> = { location: 'tw', endedAt: null };
    const shops = monitorSample({
      ownerId: user.uid,
      incidents: [
        { ...mark, at: T0, endpoint: 'endpoint' },
        { ...mark, at: T0, endpoint: 'other' },
      ],
    });
    await monitors.ref(api.project.run(T0).db, 'shops').create(monitors.toDocument(shops));
    await put('open');
    await put('over', { status: 'resolved', resolvedAt: T0 });
    await put('foreign', { ownerId: 'bob' });
    const ids = ['open', 'over', 'foreign', 'unknown', 'open'];
    expect(await act('acknowledge', { ids, note: ' On it ' })).toEqual({
      changed: ['open'],
      skipped: [
        { id: 'foreign', reason: 'not_found' },
        { id: 'unknown', reason: 'not_found' },
        { id: 'over', reason: 'resolved' },
      ],
    });
    expect(await stored(api).incident('open')).toMatchObject({
      acknowledgement: { at: T0, by: ANN, severity: 'critical' },
      actions: [{ event: 'acknowledged', by: ANN, note: 'On it', until: null, createdAt: T0 }],
    });
    const marked = () => stored(api).monitor('shops');
    expect((await marked())?.incidents.map(({ acknowledgedBy }) => acknowledgedBy)).toEqual([ANN, undefined]);
    expect(api.project.queue.waiting).toEqual([{ name: 'notifyOwner', input: { ownerId: user.uid } }]);

    const { body } = await api.call(user, 'GET', '/incidents?status=active');
    const [entry] = (body as { data: IncidentEntry[] }).data;
    expect(entry?.updates.map(({ message }) => message)).toEqual(['Seen from Taiwan', 'Acknowledged by Ann: On it']);

    expect(await act('unacknowledge', { ids: ['open'] })).toEqual({ changed: ['open'], skipped: [] });
    expect((await stored(api).incident('open'))?.acknowledgement).toBeNull();
    expect((await marked())?.incidents[0]).not.toHaveProperty('acknowledgedBy');
  });

  test('channels look at it again, by the server’s clock, but not for a note', async () => {
    await put('snoozed');
    api.clock.nowMs += MINUTE_MS;
    await act('note', { id: 'snoozed', note: 'Restarted' });
    expect((await stored(api).incident('snoozed'))?.changedAt).toBe(T0);
    expect(api.project.queue.waiting).toEqual([]);
    await act('snooze', { ids: ['snoozed'], minutes: 30 });
    const { nowMs } = api.clock;
    const expected = { changedAt: nowMs, snoozedUntil: nowMs + 30 * MINUTE_MS };
    expect(await stored(api).incident('snoozed')).toMatchObject(expected);
    expect(api.project.queue.waiting).toHaveLength(1);
  });

  test('loses nothing that is done at the same time', async () => {
    await put('busy');
    await Promise.all([act('acknowledge', { ids: ['busy'] }), act('note', { id: 'busy', note: 'Restarted' })]);
    expect((await actionsOf('busy')).toSorted()).toEqual(['acknowledged', 'noted Restarted']);
    expect(await stored(api).incident('busy')).toMatchObject({ acknowledgement: { by: ANN } });
  });

  test.each([
    ['acknowledge', { ids: [] }],
    ['acknowledge', { ids: ['open'], note: 'x'.repeat(501) }],
    ['snooze', { ids: ['open'], minutes: 4 }],
    ['note', { id: 'open', note: ' ' }],
  ])('%s refuses %o', async (what, body) => {
    expect((await api.call(user, 'POST', `/v1/incidents/${what}`, body)).status).toBe(400);
  });
});

test('an acknowledgement and a recovery at the same time both count', async () => {
  await putAgent(api, 'tw1', 'tw', { state: { spool: null, seq: 0 } });
  const monitor = await createMonitor(api, user, monitorBody(['a']));
  const endpoint = idOf(monitor, 'a');
  const agent = new TestAgent('tw1');
  await reportAndDrain(api, agent, user, { up: [endpoint] });
  for (let round = 0; round < 3; round += 1) {
    api.clock.nowMs += MINUTE_MS;
    await reportAndDrain(api, agent, user, { down: [endpoint] });
    const id = (await stored(api).endpoint(endpoint))?.openIncidentId ?? '';
    api.clock.nowMs += MINUTE_MS;
    const [{ changed }] = await Promise.all([
      act('acknowledge', { ids: [id] }),
      reportAndDrain(api, agent, user, { up: [endpoint] }),
    ]);
    const incident = await stored(api).incident(id);
    expect(incident).toMatchObject({ status: 'resolved', resolvedAt: api.clock.nowMs });
    expect(incident?.acknowledgement !== null).toBe(changed.length > 0);
    const mark = (await stored(api).monitor(monitor.id))?.incidents.at(-1);
    expect(mark).toMatchObject({ endedAt: api.clock.nowMs });
    expect(mark?.acknowledgedBy !== undefined).toBe(changed.length > 0);
  }
});
