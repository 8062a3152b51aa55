import { type MessageKind, messageContentSchema } from '@farwatch/core/documents/message';
import type { Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';

const loggedSchema = z.object({ contents: z.array(messageContentSchema.pick({ kind: true, endpointId: true })) });

/** When the first message of these kinds about each endpoint was logged as sent, since then, epoch ms, by endpoint. */
export async function announcedSince(
  db: Firestore,
  kinds: readonly MessageKind[],
  sinceMs: number,
): Promise<Map<string, number>> {
  const first = new Map<string, number>();
  for (const doc of (await db.collection('messages').where('state', '==', 'sent').get()).docs) {
    const atMs = doc.createTime.toMillis();
    if (atMs < sinceMs) continue;
    for (const { kind, endpointId } of loggedSchema.parse(doc.data()).contents) {
      if (endpointId === null || !kinds.includes(kind)) continue;
      first.set(endpointId, Math.min(atMs, first.get(endpointId) ?? atMs));
    }
  }
  return first;
}
