import { type MessageAnswer, messageCalls } from '@farwatch/core/contracts/api/messages';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import type { Message } from '@farwatch/core/documents/message';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import { resend } from '../../domain/notifications/resend.ts';
import { messages } from '../../platform/db/collections.ts';
import { readNewestPage } from '../../platform/http/cursor.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';

export const listMessages = route(messageCalls.list, {
  run: async (run, caller, { query: { channelId, limit, cursor } }) => {
    const own = messages.collection(run.db).where('ownerId', '==', caller.accountId);
    const found = channelId === undefined ? own : own.where('channelId', '==', channelId);
    const { docs, next } = await readNewestPage(found, 'createdAt', { cursor, limit });
    return { messages: messageAnswers(docs), next };
  },
});

const RETRY_SEC = 2;

export const resendMessage = route(messageCalls.resend, {
  run: async (run, caller, { params: { id } }) => {
    const message = messages.read(await messages.ref(run.db, id).get());
    if (message?.ownerId !== caller.accountId) throw new ApiError('not_found');
    const resent = await resend(run, id, message);
    if (!resent) throw new ApiError('not_resendable');
    return answerOf(resent.id, resent.message);
  },
  // The key is claimed before the message is sent, and its entry is logged afterwards.
  repeat: async (run, _caller, id) => {
    const message = messages.read(await messages.ref(run.db, id).get());
    if (!message) throw new ApiError('in_progress', { retryAfterSec: RETRY_SEC });
    return answerOf(id, message);
  },
});

/** Messages as answers have them; those that cannot be read are left out. */
export function messageAnswers(documents: readonly DocumentSnapshot[]): MessageAnswer[] {
  return documents.flatMap((document) => {
    const message = messages.readIfValid(document);
    return message ? [answerOf(document.id, message)] : [];
  });
}

function answerOf(id: string, message: Message): MessageAnswer {
  const { channelId, channelType, channelName, state, code, reason, resendOf = null, createdAt } = message;
  const contents = message.contents.map(({ kind, severity, endpointId, incidentId, outage, values }) => {
    const { endpoint, monitor, locations, occurredAt } = values;
    const about = { kind, severity, endpointId, incidentId, outage };
    return { ...about, endpoint, monitor, locations, occurredAt: isoOf(occurredAt) };
  });
  const about = { id, channelId, channelType, channelName, state, code, reason, contents };
  return { ...about, resendOf, createdAt: isoOf(createdAt) };
}
