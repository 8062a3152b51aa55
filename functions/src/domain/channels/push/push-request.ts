import { createHash } from 'node:crypto';
import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import type { PushMessage } from '@farwatch/core/values/channels/push';
import { clip } from '@farwatch/core/values/clip';
import { DAY_MS, SECOND_MS } from '@farwatch/core/values/time';

/** Some push services accept 3 KB; encryption adds 103 bytes (RFC 8188). */
const MAX_BYTES = 3 * 1024 - 103;
const MAX_TITLE = 300;
/** One UTF-16 unit is at most six bytes of JSON. */
const MOST_BYTES_OF_UNIT = 6;
/** A device that was off for longer learns of it from the app. */
const TTL_SEC = DAY_MS / SECOND_MS;

/**
 * What a browser is sent: the content, and how push services treat it (RFC 8030, 5). A message about an incident
 * replaces the one about it that the device has not received yet.
 */
export function pushRequest(message: OutgoingMessage) {
  const incidentId = incidentOf(message);
  const urgency = message.tone === 'down' || message.kind === 'test' ? ('high' as const) : ('normal' as const);
  const options = { TTL: TTL_SEC, urgency, ...(incidentId !== null && { topic: topicOf(incidentId) }) };
  return { payload: JSON.stringify(fitted(contentOf(message, incidentId ?? message.id))), options };
}

/** The one incident of a message; null for digests, notices and tests. */
function incidentOf({ contents: [content, ...others] }: OutgoingMessage): string | null {
  return others.length > 0 ? null : (content?.incidentId ?? null);
}

/** At most 32 characters of base64url. */
function topicOf(incidentId: string): string {
  return createHash('sha256').update(incidentId).digest('base64url').slice(0, 32);
}

/** The text has the title as its first line, and the link as its last. */
function contentOf({ title, text, link }: OutgoingMessage, tag: string): PushMessage {
  const lines = text.split('\n').slice(1);
  const body = lines.filter((line) => line !== link?.url).join('\n');
  return { title: clip(title, MAX_TITLE), body, tag, url: link?.url ?? null };
}

/** The content with its body cut to the bytes that are allowed. */
function fitted(content: PushMessage): PushMessage {
  const excess = Buffer.byteLength(JSON.stringify(content)) - MAX_BYTES;
  if (excess <= 0) return content;
  const kept = content.body.replace(/…$/, '');
  const length = kept.length - Math.ceil(excess / MOST_BYTES_OF_UNIT) - 1;
  return fitted({ ...content, body: `${clip(kept, Math.max(0, length))}…` });
}
