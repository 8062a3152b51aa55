import type { StatusEvent } from '@farwatch/core/documents/endpoint';
import { endpointSample } from '@farwatch/core/testing/samples';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, expect, test } from 'vitest';
import { endpoints, statusEvents } from '../../platform/db/collections.ts';
import type { TaskInputs } from '../../platform/db/tasks.ts';
import { newTestProject, T0 } from '../../testing/test-project.ts';
import { removeMonitor } from './remove-monitor.ts';

const project = newTestProject();
const run = project.run(T0);
afterAll(() => project.close());

async function putEvents(endpointId: string, count: number): Promise<void> {
  const events = statusEvents.collection(run.db, endpointId);
  const event: StatusEvent = {
    ownerId: 'owner',
    changedAt: T0,
    previous: 'up',
    next: 'down',
    locations: [],
    previousDurationMs: 1,
  };
  const batch = run.db.batch();
  for (let index = 0; index < count; index += 1) batch.create(events.doc(), statusEvents.toDocument(event));
  await batch.commit();
}

const eventsOf = async (id: string) => (await statusEvents.collection(run.db, id).count().get()).data().count;

test('deletes the history of deleted endpoints and not of existing ones, also when repeated', async () => {
  await endpoints.ref(run.db, 'existing').create(endpoints.toDocument(endpointSample()));
  await putEvents('existing', 3);
  await putEvents('gone', 450);
  for (const _ of [1, 2]) {
    await removeMonitor(run, { monitorId: 'm', endpointIds: ['existing', 'gone', 'never'] });
    expect([await eventsOf('existing'), await eventsOf('gone')]).toEqual([3, 0]);
  }
  await removeMonitor(run, { monitorId: 'm', endpointIds: [] });
});

test('enqueues further tasks until everything is deleted', async () => {
  const ids = Array.from({ length: 5 }, (_, index) => `much-${index}`);
  for (const id of ids) await putEvents(id, 3);
  let nowMs = T0;
  const slow = () => {
    nowMs += MINUTE_MS;
    return nowMs;
  };
  const left: number[] = [];
  for (let input: TaskInputs['removeMonitor'] | undefined = { monitorId: 'm', endpointIds: ids }; input; ) {
    await removeMonitor(run, input, slow);
    const counts = await Promise.all(ids.map(eventsOf));
    left.push(counts.filter((count) => count > 0).length);
    const [next] = project.queue.waiting.splice(0);
    input = next?.name === 'removeMonitor' ? next.input : undefined;
  }
  expect(left).toEqual([3, 1, 0]);
});
