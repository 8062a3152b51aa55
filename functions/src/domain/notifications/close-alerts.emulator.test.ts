import type { Channel } from '@farwatch/core/documents/channel';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { notifyOwner } from '../../entry/tasks/notify-owner.ts';
import { outboxes } from '../../platform/db/collections.ts';
import { useChannelServices } from '../../testing/channels/channel-services.ts';
import { holdNext, resetProxy } from '../../testing/firestore-proxy.ts';
import { outageIncident, putIncidents } from '../../testing/outbox.ts';
import { chatChannel, putChannels, settingsWith } from '../../testing/put-channels.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';
import { saveSettings } from './save-settings.ts';

const services = useChannelServices();
const at = (minute: number) => T0 + minute * MINUTE_MS;
let project: TestProject;
let key: string;

/** A pager that has opened an alert, by a key of its own. */
beforeEach(async () => {
  project = newTestProject();
  key = crypto.randomUUID().replaceAll('-', '').replace(/^./, 'R');
  await seedProject(project, { owners: [{ id: OWNER }] });
  await putChannels(project, { pager: pager(key) });
  await putIncidents(project, { one: outageIncident(T0, { endpointId: 'one' }) });
  await look(at(1));
  expect(await eventsOf(key)).toEqual(['trigger one']);
});
afterEach(async () => {
  await services.setMode({ service: 'pagerduty', mode: 'ok' });
  await project.close();
});

function pager(routingKey: string, changes: Partial<Channel> = {}): Channel {
  return { ...chatChannel('pager', changes), type: 'pagerduty', settings: { routingKey } };
}

const look = (atMs: number) => notifyOwner(project.run(atMs), { ownerId: OWNER }, virtualClock(atMs));

/** What the service has accepted with a key. */
async function eventsOf(routingKey: string): Promise<string[]> {
  const received = await services.received('pagerduty');
  return received.flatMap(({ status, request }) => {
    const event = request as { routing_key: string; event_action: string; dedup_key: string };
    if (status !== 202 || event.routing_key !== routingKey) return [];
    return [`${event.event_action} ${event.dedup_key.replace('incident:', '')}`];
  });
}

async function save(channels: Record<string, Channel>, atMs: number): Promise<void> {
  await saveSettings(project.run(atMs), OWNER, () => settingsWith(channels));
  await look(atMs);
}

const storedOutboxes = async () => (await outboxes.collection(project.run(T0).db).get()).docs.map(({ id }) => id);

it('a channel that is deleted closes its open alert', async () => {
  await save({}, at(2));
  expect(await eventsOf(key)).toEqual(['trigger one', 'resolve one']);
  expect(await storedOutboxes()).toEqual([]);
});

it('a channel that is disabled closes it, and opens it again when it is enabled', async () => {
  await save({ pager: pager(key, { enabled: false }) }, at(2));
  expect(await eventsOf(key)).toEqual(['trigger one', 'resolve one']);
  await save({ pager: pager(key) }, at(4));
  expect(await eventsOf(key)).toEqual(['trigger one', 'resolve one', 'trigger one']);
});

it('another key closes it with the old one and opens it with the new one', async () => {
  const other = key.replace(/^R/, 'S');
  await save({ pager: pager(other) }, at(2));
  expect(await eventsOf(key)).toEqual(['trigger one', 'resolve one']);
  expect(await eventsOf(other)).toEqual(['trigger one']);
});

it('another name or filter closes nothing', async () => {
  await save({ pager: pager(key, { name: 'Night shift', severity: 'high' }) }, at(2));
  expect(await eventsOf(key)).toEqual(['trigger one']);
});

it('what is closed already is not closed again', async () => {
  const over = outageIncident(T0, { endpointId: 'one', status: 'resolved', resolvedAt: at(2), changedAt: at(2) });
  const outage = over.outage && { ...over.outage, endedAt: at(2) };
  await putIncidents(project, { one: { ...over, outage } });
  await look(at(3));
  expect(await eventsOf(key)).toEqual(['trigger one', 'resolve one']);
  await save({}, at(4));
  expect(await eventsOf(key)).toEqual(['trigger one', 'resolve one']);
});

it('a service that cannot be reached is tried again by the sweep, for a day', async () => {
  await services.setMode({ service: 'pagerduty', mode: 'error' });
  await save({}, at(2));
  expect(await storedOutboxes()).toHaveLength(1);
  await services.setMode({ service: 'pagerduty', mode: 'ok' });
  await sweep(project.run(at(10)));
  await project.queue.work(project.run(at(10)));
  expect(await eventsOf(key)).toEqual(['trigger one', 'resolve one']);
  expect(await storedOutboxes()).toEqual([]);
});

it('a key that the service no longer knows is given up, and so is a service that is away for longer', async () => {
  await services.setMode({ service: 'pagerduty', mode: 'unknown_key' });
  await save({}, at(2));
  expect(await storedOutboxes()).toEqual([]);
  await services.setMode({ service: 'pagerduty', mode: 'ok' });
  await save({ pager: pager(key) }, at(3));
  await services.setMode({ service: 'pagerduty', mode: 'error' });
  await save({}, at(4));
  for (const hour of [1, 20, 26]) await look(at(4) + hour * HOUR_MS);
  expect(await storedOutboxes()).toEqual([]);
});

it.each<[string, (otherKey: string) => Record<string, Channel>, string[]]>([
  ['is deleted', () => ({}), []],
  ['is disabled', () => ({ pager: pager(key, { enabled: false }) }), []],
  ['gets another key', (other) => ({ pager: pager(other) }), ['trigger one', 'trigger two']],
])('an alert that is sent while its channel %s is closed once the lease has ended', async (_, after, others) => {
  await putIncidents(project, { two: outageIncident(at(2), { endpointId: 'two' }) });
  const other = key.replace(/^R/, 'S');
  const held = await holdNext('/messages/');
  const sending = notifyOwner(project.viaProxy(at(3)), { ownerId: OWNER }, virtualClock(at(3)));
  await held.arrived();
  expect(await eventsOf(key)).toEqual(['trigger one', 'trigger two']);
  await saveSettings(project.run(at(3)), OWNER, () => settingsWith(after(other)));
  await held.release();
  await sending;
  await resetProxy();
  await look(at(3));
  expect(await eventsOf(key)).toEqual(['trigger one', 'trigger two']);
  await sweep(project.run(at(5)));
  await project.queue.work(project.run(at(5)));
  expect((await eventsOf(key)).toSorted()).toEqual(['resolve one', 'resolve two', 'trigger one', 'trigger two']);
  expect((await eventsOf(other)).toSorted()).toEqual(others);
});

it('an alert without an answer is closed with its channel', async () => {
  await putIncidents(project, { two: outageIncident(at(2), { endpointId: 'two' }) });
  await services.setMode({ service: 'pagerduty', mode: 'error' });
  await look(at(3));
  await services.setMode({ service: 'pagerduty', mode: 'ok' });
  await save({}, at(4));
  expect((await eventsOf(key)).toSorted()).toEqual(['resolve one', 'resolve two', 'trigger one']);
});
