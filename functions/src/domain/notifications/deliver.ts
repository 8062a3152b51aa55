import type { DueMessage } from '@farwatch/core/decisions/notifications/plan-look';
import type { Channel } from '@farwatch/core/documents/channel';
import type { Message, MessageContent } from '@farwatch/core/documents/message';
import { composeMessage } from '@farwatch/core/texts/compose-message';
import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import { composeSummary } from '@farwatch/core/texts/summary/compose-summary';
import { type Texts, textsOf } from '@farwatch/core/texts/texts';
import { DEFAULT_LANGUAGE } from '@farwatch/core/values/languages';
import { RETENTION } from '@farwatch/core/values/limits';
import type { Run } from '../../platform/db/run.ts';
import { appUrl } from '../../platform/links/app-url.ts';
import { incidentLink } from '../../platform/links/incident-link.ts';
import { reportLink } from '../../platform/links/report-link.ts';
import type { DeliveryResult } from '../channels/channel-sender.ts';
import { sendToChannel } from '../channels/send-to-channel.ts';
import { hashOf, type LogEntry, type OpenOutbox } from './outbox.ts';
import type { Owner } from './owner.ts';

/** A channel of an owner. */
export type OwnedChannel = { owner: Owner; channelId: string; channel: Channel };

/** One message, and what it announces. */
export type Batch = readonly [DueMessage, ...DueMessage[]];

/** Sends one message; several due ones are one digest. Never throws. */
export async function deliver(
  run: Run,
  { owner, channelId, channel }: OwnedChannel,
  open: OpenOutbox,
  batch: Batch,
): Promise<DeliveryResult> {
  const texts = await textsOf(channel.language ?? owner.user?.language ?? DEFAULT_LANGUAGE);
  const url = appUrl(process.env);
  const id = messageId(open, batch);
  const [{ content, summary }] = batch;
  if (summary) {
    const message = composeSummary(summary, content, texts, { id, link: reportLink(url, summary, texts.language) });
    return sendToChannel(channel, message, { run, ownerId: owner.id, channelId, appUrl: url });
  }
  const contents = contentsOf(batch);
  const link = await linkOf(run, url, { ownerId: owner.id, channelId }, contents, texts);
  const message = composeMessage(contents, texts, { id, nowMs: run.nowMs, link });
  return sendToChannel(channel, message, { run, ownerId: owner.id, channelId, appUrl: url });
}

function contentsOf([first, ...rest]: Batch): [MessageContent, ...MessageContent[]] {
  return [first.content, ...rest.map(({ content }) => content)];
}

/** To the only incident of the message, else to the app. */
async function linkOf(
  run: Run,
  url: string,
  target: { ownerId: string; channelId: string },
  [content, ...others]: readonly MessageContent[],
  texts: Texts,
): Promise<OutgoingMessage['link']> {
  const incidentId = others.length > 0 ? null : (content?.incidentId ?? null);
  if (incidentId === null) return { label: texts.alerts.openApp, url };
  return { label: texts.alerts.openIncident, url: await incidentLink(run, url, { incidentId, ...target }) };
}

/** The same whenever the same is announced by the same generation of a channel. */
function messageId({ id, outbox }: OpenOutbox, batch: Batch): string {
  const meanings = batch.map(({ key, content, announced }) => {
    const { kind, incidentId, outage, ended, severity, values } = content;
    return [
      key,
      announced.incidentId,
      kind,
      incidentId,
      outage,
      ended,
      severity,
      values.locations,
      values.stillFailing,
      ...(kind === 'reminder' ? [announced.reminders] : []),
    ];
  });
  return hashOf([id, outbox.generation, meanings]);
}

/** The entry of the log for a message that was sent, or that never will be. */
export function logEntry(
  { owner, channelId, channel }: OwnedChannel,
  open: OpenOutbox,
  batch: Batch,
  result: Pick<Message, 'state' | 'code' | 'reason'>,
  nowMs: number,
): LogEntry {
  const message: Message = {
    ownerId: owner.id,
    channelId,
    channelType: channel.type,
    channelName: channel.name,
    ...result,
    contents: contentsOf(batch),
    createdAt: nowMs,
    expireAt: nowMs + RETENTION.messageMs,
  };
  return { id: messageId(open, batch), message };
}
