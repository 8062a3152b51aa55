import type { Batch, DueMessage } from '@farwatch/core/decisions/notifications/plan-look';
import type { Channel } from '@farwatch/core/documents/channel';
import type { Message, MessageContent } from '@farwatch/core/documents/message';
import { composeMessage, digestPath } from '@farwatch/core/texts/compose-message';
import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import { type Texts, textsOf } from '@farwatch/core/texts/texts';
import { linkInto } from '@farwatch/core/values/account';
import { DEFAULT_LANGUAGE } from '@farwatch/core/values/languages';
import { ALERT } from '@farwatch/core/values/limits';
import { accountZone } from '@farwatch/core/values/summary/account-zone';
import { reasonOf } from '../../platform/db/attempt-each.ts';
import { monitors } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { appUrl } from '../../platform/links/app-url.ts';
import { incidentLink } from '../../platform/links/incident-link.ts';
import type { DeliveryResult } from '../channels/channel-sender.ts';
import { sendToChannel } from '../channels/send-to-channel.ts';
import type { Owner } from './owner.ts';

export type OwnedChannel = { owner: Owner; channelId: string; channel: Channel };

/** Returns the texts of a channel's messages: in its own language, else its owner's. */
export function textsOfChannel({ owner: { user }, channel }: OwnedChannel): Promise<Texts> {
  return textsOf(channel.language ?? user?.language ?? DEFAULT_LANGUAGE, accountZone(user));
}

/**
 * Sends one message about alerts through a channel; several contents are one digest. `id`: services recognize a message
 * that is sent again by it. Never throws.
 */
export async function sendContents(
  run: Run,
  channel: OwnedChannel,
  contents: readonly [MessageContent, ...MessageContent[]],
  id: string,
): Promise<DeliveryResult> {
  const texts = await textsOfChannel(channel);
  const target = { ownerId: channel.owner.id, channelId: channel.channelId };
  const url = appUrl(process.env);
  const link = await linkOf(run, url, channel, contents, texts);
  const message = composeMessage(contents, texts, { id, nowMs: run.nowMs, link, appUrl: url });
  return sendToChannel(channel.channel, message, { run, ...target, account: channel.owner.user, appUrl: url });
}

/** A result as the log has it. */
export function stateOf(result: DeliveryResult): Pick<Message, 'state' | 'code' | 'reason'> {
  if (result.outcome === 'sent') return { state: 'sent', code: null, reason: null };
  return { state: 'failed', code: result.code, reason: result.reason };
}

/** To the only incident of the message, or to the list with all of them, else to the app. */
async function linkOf(
  run: Run,
  url: string,
  { owner, channelId }: OwnedChannel,
  [content, ...others]: readonly MessageContent[],
  texts: Texts,
): Promise<OutgoingMessage['link']> {
  const path = content && others.length > 0 ? digestPath([content, ...others]) : null;
  if (path !== null) return { label: texts.alerts.openIncidents, url: linkInto(`${url}${path}`, owner.id, owner.user) };
  const incidentId = others.length > 0 ? null : (content?.incidentId ?? null);
  if (incidentId === null) return { label: texts.alerts.openApp, url };
  const target = { incidentId, ownerId: owner.id, channelId };
  return { label: texts.alerts.openIncident, url: await incidentLink(run, url, target) };
}

/** Adds to failures, unless they are a digest, how many monitors depend on what failed: a read for each. */
export async function withDependents(run: Run, ownerId: string, [first, ...others]: Batch): Promise<Batch> {
  if (others.length >= ALERT.digestAbove) return [first, ...others];
  const counted = (message: DueMessage) => withCount(run, ownerId, message);
  return [await counted(first), ...(await Promise.all(others.map(counted)))];
}

async function withCount(run: Run, ownerId: string, message: DueMessage): Promise<DueMessage> {
  const { content, announced } = message;
  if (announced.monitorId === null || (content.kind !== 'outage' && content.kind !== 'down_again')) return message;
  const names = [announced.monitorId, `${announced.monitorId}/${content.endpointId}`];
  const dependents = await countDependents(run, ownerId, names);
  return dependents === null
    ? message
    : { ...message, content: { ...content, values: { ...content.values, dependents } } };
}

/** Returns how many monitors depend on one of these; null after an error, since no alert waits for that number. */
async function countDependents(run: Run, ownerId: string, names: readonly string[]): Promise<number | null> {
  try {
    const ofOwner = monitors.collection(run.db).where('ownerId', '==', ownerId);
    return (await ofOwner.where('dependsOn', 'array-contains-any', names).count().get()).data().count;
  } catch (error) {
    console.error(`The monitors that depend on ${names.join(' or ')} cannot be counted: ${reasonOf(error)}`);
    return null;
  }
}
