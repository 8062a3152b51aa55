import { alertSchema } from '@farwatch/core/documents/alert';
import { endpointSchema } from '@farwatch/core/documents/endpoint';
import type { Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { UIDS } from '../seed/users.ts';
import type { Message, ToldAlert } from './judge.ts';
import { SITES } from './plan.ts';

const millis = z.custom<{ toMillis(): number }>().transform((stored) => stored.toMillis());
const toldSchema = alertSchema
  .pick({ endpointId: true, incidentId: true, outage: true, kind: true, severity: true, state: true, messageId: true })
  .extend({ createdAt: millis, values: z.object({ occurredAt: millis }) });
const statusSchema = endpointSchema.pick({ status: true });
const sentSchema = z.array(z.object({ message_id: z.number(), date_ms: z.number(), text: z.string() }));

/** Every alert of the demo user that was made after that. */
export async function alertsSince(db: Firestore, sinceMs: number): Promise<ToldAlert[]> {
  const { docs } = await db.collection('alerts').where('ownerId', '==', UIDS.user).get();
  return docs
    .map((doc) => toldSchema.parse(doc.data()))
    .map(({ values, ...alert }) => ({ ...alert, occurredAt: values.occurredAt }))
    .filter(({ createdAt }) => createdAt >= sinceMs);
}

/** Everything that the chat has got. */
export async function messagesIn(telegram: string): Promise<Message[]> {
  const sent = sentSchema.parse(await (await fetch(`${telegram}/messages`)).json());
  return sent.map(({ message_id: id, date_ms: atMs, text }) => ({ id, atMs, text }));
}

/** How many incidents are open. */
export async function openIncidents(db: Firestore): Promise<number> {
  return (await db.collection('incidents').where('status', '==', 'active').count().get()).data().count;
}

/** What is not yet as it is when nothing goes on, in words: sites that are up by now, and alerts that wait. */
export async function unsettled(db: Firestore): Promise<string[]> {
  const sites = await Promise.all(
    SITES.map(async ({ endpointId, name }) => {
      const { status } = statusSchema.parse((await db.doc(`endpoints/${endpointId}`).get()).data());
      return status === 'up' ? [] : [`${name} is ${status}`];
    }),
  );
  const open = await db.collection('incidents').where('status', '==', 'active').get();
  const names = new Set<unknown>(SITES.map(({ endpointId }) => endpointId));
  const own = open.docs.filter((doc) => names.has(doc.get('endpointId'))).map(({ id }) => `incident ${id} is open`);
  const waiting = await db.collection('alerts').where('state', 'in', ['waiting', 'deferred']).get();
  const late = await db.collection('flips').where('state', 'in', ['new', 'parked']).get();
  return [
    ...sites.flat(),
    ...own,
    ...waiting.docs.map(({ id }) => `alert ${id} waits`),
    ...late.docs.map(({ id }) => `flip ${id} waits`),
  ];
}
