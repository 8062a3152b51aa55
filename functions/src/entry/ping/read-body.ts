import type { IncomingMessage } from 'node:http';
import { HEARTBEAT } from '@farwatch/core/values/limits';

/** The body of a ping: its length, and its last 10 KB as text, since a job that fails prints the reason at the end. */
export type PingBody = { bytes: number; body: string };

/** Cloud Functions reads the body before the handler runs. */
type Request = IncomingMessage & { rawBody?: Buffer };

/** Reads a ping's body. A longer one is cut, never refused; what is not UTF-8 is replaced. */
export async function readBody(request: Request): Promise<PingBody> {
  const { rawBody } = request;
  const { bytes, end } = rawBody ? { bytes: rawBody.length, end: endOf(rawBody) } : await readStream(request);
  const text = new TextDecoder().decode(bytes > end.length ? withoutPartAtStart(end) : end);
  return { bytes, body: text.replaceAll('\0', '') };
}

async function readStream(request: IncomingMessage): Promise<{ bytes: number; end: Buffer }> {
  let bytes = 0;
  let end: Buffer = Buffer.alloc(0);
  for await (const chunk of request) {
    if (!(chunk instanceof Buffer)) continue;
    bytes += chunk.length;
    end = endOf(Buffer.concat([end, chunk]));
  }
  return { bytes, end };
}

function endOf(body: Buffer): Buffer {
  return body.subarray(-HEARTBEAT.keptBytes);
}

/** Removes the rest of a character that the cut has split: at most three bytes that continue one in UTF-8. */
function withoutPartAtStart(body: Buffer): Buffer {
  const start = body.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80);
  return body.subarray(Math.max(0, start));
}
