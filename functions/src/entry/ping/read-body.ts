import { HEARTBEAT } from '@farwatch/core/values/limits';
import { BODY_LIMITS } from '../../platform/http/guard-bodies.ts';
import { type ReadRequest, readBody } from '../../platform/http/read-body.ts';

/** The body of a ping: its length, and its last 10 KB as text, since a job that fails prints the reason at the end. */
export type PingBody = { bytes: number; body: string };

/** Reads a ping's body: null if it is refused. One in another charset is decoded as the agents decode a page. */
export async function readPingBody(request: ReadRequest): Promise<PingBody | null> {
  await readBody(request, BODY_LIMITS.ping);
  const { rawBody = Buffer.alloc(0), bodyRefusal } = request;
  if (bodyRefusal !== undefined || rawBody.length > BODY_LIMITS.ping.bytes) return null;
  const end = endOf(rawBody);
  const utf8 = new TextDecoder().decode(rawBody.length > end.length ? withoutPartAtStart(end) : end);
  const contentType = request.headers['content-type'] ?? '';
  const isUtf8 = !utf8.includes('\ufffd') && !OTHER_CHARSET.test(contentType);
  const text = isUtf8 ? utf8 : await decodeEnd(rawBody, contentType);
  return { bytes: rawBody.length, body: text.replaceAll('\0', '') };
}

const OTHER_CHARSET = /\bcharset\s*=\s*["']?(?!utf-?8\b)\w/i;

/** Decodes a whole body, since its end may not show where characters start. Few pings need the decoders. */
async function decodeEnd(body: Buffer, contentType: string): Promise<string> {
  const { decodeText } = await import('@farwatch/core/values/charset/decode-text');
  const text = decodeText(body, contentType).slice(-HEARTBEAT.keptBytes);
  return /^[\udc00-\udfff]/.test(text) ? text.slice(1) : text;
}

function endOf(body: Buffer): Buffer {
  return body.subarray(-HEARTBEAT.keptBytes);
}

/** Removes the rest of a character that the cut has split: at most three bytes that continue one in UTF-8. */
function withoutPartAtStart(body: Buffer): Buffer {
  const start = body.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80);
  return body.subarray(Math.max(0, start));
}
