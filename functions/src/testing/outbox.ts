import { randomInt } from 'node:crypto';
import { type Incident, incidentShard } from '@farwatch/core/documents/incident';
import type { Message, MessageContent } from '@farwatch/core/documents/message';
import { type Outbox, outboxId } from '@farwatch/core/documents/outbox';
import { incidentSample, outageSample } from '@farwatch/core/testing/samples';
import { incidents, messages, outboxes } from '../platform/db/collections.ts';
import { OWNER } from './seed-project.ts';
import { T0, type TestProject } from './test-project.ts';

/** A chat that no other test writes to. */
export function newChat(): string {
  return String(randomInt(1, 2 ** 47));
}

/** An incident of an outage that goes on, which every location sees. */
export function outageIncident(startedAt: number, changes: Partial<Incident> = {}): Incident {
  const endpoint = { name: changes.endpointId ?? 'a', url: `https://${changes.endpointId ?? 'a'}.farwatch.test/` };
  const outage = outageSample({ startedAt });
  const given = { ownerId: OWNER, endpointId: 'a', endpoint, triggeredAt: startedAt, outage };
  const shard = incidentShard(changes.ownerId ?? OWNER);
  return incidentSample({ ...given, changedAt: startedAt, shard, ...changes });
}

/** Stores incidents by their ids. */
export async function putIncidents(project: TestProject, put: Record<string, Incident>): Promise<void> {
  const { db } = project.run(T0);
  const batch = db.batch();
  for (const [id, incident] of Object.entries(put)) batch.set(incidents.ref(db, id), incidents.toDocument(incident));
  await batch.commit();
}

/** The log of all channels, the oldest first. */
export async function readLog(project: TestProject): Promise<Message[]> {
  const { docs } = await messages.collection(project.run(T0).db).get();
  return docs.flatMap((doc) => messages.read(doc) ?? []).sort((a, b) => a.createdAt - b.createdAt);
}

/** Reads what was sent through any channel, the oldest first. */
export async function readSent(project: TestProject): Promise<MessageContent[]> {
  return (await readLog(project)).flatMap(({ state, contents }) => (state === 'sent' ? contents : []));
}

/** The state of a channel. */
export async function readChannelOutbox(
  project: TestProject,
  channelId = 'telegram',
  ownerId = OWNER,
): Promise<Outbox> {
  const found = outboxes.read(await outboxes.ref(project.run(T0).db, outboxId(ownerId, channelId)).get());
  if (!found) throw new Error(`${channelId} has no outbox`);
  return found;
}
