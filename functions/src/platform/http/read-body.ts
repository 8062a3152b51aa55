import type { IncomingMessage } from 'node:http';
import { jsonMeter } from '@farwatch/core/values/json-meter';

/** What the body of a request may have: `bytes`, and `values` if it is JSON; null if JSON is not parsed either. */
export type BodyLimit = { bytes: number; values: number | null };

/** Why a body was not read: too many bytes or values, a content encoding, which may inflate it, or no JSON. */
export type BodyRefusal = 'too_large' | 'encoded' | 'malformed';

/**
 * A request whose body has been read, as the functions runtime would do: `body` is the value of JSON and the bytes of
 * another type, missing if there is none or it was refused.
 */
export type ReadRequest = IncomingMessage & { body?: unknown; rawBody?: Buffer; bodyRefusal?: BodyRefusal };

const MAX_DEPTH = 50;

/**
 * Reads the body of a request within its limit, and parses JSON. It counts before it parses and keeps nothing of a body
 * beyond the limit. Returns false if the client went away. Body parsers that follow find nothing to read. A body that
 * was read before stays.
 */
export async function readBody(request: ReadRequest, limit: BodyLimit): Promise<boolean> {
  if (request.rawBody !== undefined || request.bodyRefusal !== undefined) return true;
  const length = request.headers['content-length'];
  if (length === undefined && request.headers['transfer-encoding'] === undefined) return true;
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') return refuse(request, 'encoded');
  if (Number(length ?? 0) > limit.bytes) return refuse(request, 'too_large');
  const result = await collect(request, limit);
  if (result === 'gone') return false;
  if (result === 'too_large') return refuse(request, result);
  request.rawBody = result;
  if (limit.values === null || !isJson(request)) {
    setBody(request, result);
    return true;
  }
  try {
    setBody(request, result.length === 0 ? {} : JSON.parse(result.toString('utf8')));
  } catch {
    return refuse(request, 'malformed');
  }
  return true;
}

/** The flag is for the parsers of Express 4, which the Functions emulator runs; later ones see that the stream ended. */
function setBody(request: ReadRequest, body: unknown): void {
  Object.assign(request, { body, _body: true });
}

/** Discards the rest of the body, and removes the headers by which body parsers expect one. */
function refuse(request: ReadRequest, refusal: BodyRefusal): true {
  request.bodyRefusal = refusal;
  for (const name of ['content-length', 'transfer-encoding', 'content-encoding']) delete request.headers[name];
  request.resume();
  return true;
}

function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
}

function collect(request: IncomingMessage, limit: BodyLimit): Promise<Buffer | 'too_large' | 'gone'> {
  const { values } = limit;
  const meter = values !== null && isJson(request) ? jsonMeter({ values, depth: MAX_DEPTH }) : () => true;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limit.bytes && meter(chunk)) chunks.push(chunk);
      else finish('too_large');
    };
    const onEnd = () => finish(Buffer.concat(chunks));
    const onGone = () => finish('gone');
    const finish = (result: Buffer | 'too_large' | 'gone') => {
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      resolve(result);
    };
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}
