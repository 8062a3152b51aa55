import type { StatusEvent } from '@farwatch/core/documents/endpoint';
import { agentSample, incidentSample } from '@farwatch/core/testing/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agents, incidents, monitors, statusEvents } from '../../platform/db/collections.ts';
import { createMonitor, idOf, monitorBody } from '../../testing/api/monitors.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { T0 } from '../../testing/test-project.ts';

let api: TestApi;
let user: TestUser;
let endpointId: string;
let monitorId: string;

/** An admin with a valid and an invalid document of each collection. */
beforeAll(async () => {
  api = await newTestApi();
  user = await api.user({ admin: true });
  const monitor = await createMonitor(api, user, monitorBody(['a']));
  endpointId = idOf(monitor, 'a');
  const { db } = api.project.run(T0);
  const ownerId = user.uid;
  const events = statusEvents.collection(db, endpointId);
  const changed = { changedAt: T0, previous: 'up', next: 'down' } as const;
  const event: StatusEvent = { ownerId, ...changed, locations: [], previousDurationMs: 1 };
  const incident = incidents.toDocument(incidentSample({ ownerId, monitorId: monitor.id, triggeredAt: T0 }));
  const agent = agents.toDocument(agentSample({ ownerId }));
  const known = (await monitors.ref(db, monitor.id).get()).data();
  await Promise.all([
    events.doc('valid').set(statusEvents.toDocument(event)),
    events.doc('invalid').set({ ...statusEvents.toDocument(event), next: 'elsewhere' }),
    incidents.ref(db, 'valid').set(incident),
    incidents.ref(db, 'invalid').set({ ...incident, severity: 'huge' }),
    agents.ref(db, 'valid').set(agent),
    agents.ref(db, 'invalid').set({ ...agent, notifiedOf: 'twice' }),
    monitors.ref(db, 'invalid').set({ ...known, locations: 'everywhere' }),
  ]);
  monitorId = monitor.id;
});
afterAll(() => api.close());

test.each([
  ['/agents', () => '/agents'],
  ['/monitors', () => '/monitors'],
  ['/incidents', () => '/incidents'],
  ['/incidents, searched', () => '/incidents?search=shop'],
  ['/incidents/monitor/{id}', () => `/incidents/monitor/${monitorId}`],
  ['/endpoints/{id}/status-history', () => `/endpoints/${endpointId}/status-history`],
])('GET %s: an unreadable document does not hide others', async (_, path) => {
  const { status, body } = await api.call(user, 'GET', path());
  const list = Array.isArray(body) ? body : (body as { data: unknown[] }).data;
  expect([status, list.length]).toEqual([200, 1]);
});

test('GET /dashboard/summary counts the readable monitors', async () => {
  expect((await api.call(user, 'GET', '/dashboard/summary')).body).toMatchObject({ totalMonitors: 1 });
});
