import type { IncomingMessage } from 'node:http';
import { HEARTBEAT } from '@farwatch/core/values/limits';

/** The body of a ping: its length, up to 100 KB, and its first 10 KB as text. */
export type PingBody = { bytes: number; body: string };

/** Cloud Functions reads the body before the handler runs. */
type Request = IncomingMessage & { rawBody?: Buffer };

/** Reads a ping's body. A longer one is cut, never refused; what is not UTF-8 is replaced. */
export async function readBody(request: Request): Promise<PingBody> {
  const received = (request.rawBody ?? (await readStream(request))).subarray(0, HEARTBEAT.receivedBytes);
  const kept = received.subarray(0, HEARTBEAT.keptBytes);
  // A character that the cut splits is left out: more of it could follow.
  const body = new TextDecoder().decode(kept, { stream: received.length > kept.length });
  return { bytes: received.length, body: body.replaceAll('\0', '') };
}

/** What is over the limit is read, so that the connection stays usable, and dropped. */
async function readStream(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Buffer) || bytes >= HEARTBEAT.receivedBytes) continue;
    chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks);
}
