import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type ServerHttp2Stream,
} from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Faults } from './faults.ts';
import { FrameReader } from './frames.ts';
import { type Meter, meterFor } from './meter.ts';
import type { Tally } from './tally.ts';

/** Calls in both directions; of all others the whole request is read before it is forwarded. */
const bidirectional = new Set(['Listen', 'Write']);

export interface Call {
  stream: ServerHttp2Stream;
  headers: IncomingHttpHeaders;
  upstream: ClientHttp2Session;
}

type Trailers = IncomingHttpHeaders & IncomingHttpStatusHeader;

/** Forwards a gRPC call to Firestore and its answer back, counts it, and applies its pending fault. */
export async function forward(call: Call, tally: Tally, faults: Faults): Promise<void> {
  const method = String(call.headers[':path']).split('/').at(-1) ?? '';
  const meter = meterFor(method);
  if (bidirectional.has(method)) {
    const request = open(call);
    call.stream.pipe(request);
    return answer(call, request, meter, (trailers) => countCall(tally, method, meter, trailers));
  }
  tally.open(new Promise((resolve) => call.stream.once('close', resolve)));
  const body = await whole(call.stream);
  for (const message of new FrameReader().push(body)) meter.request?.(message);
  const fault = faults.take(method, body);
  if (fault?.fault === 'refuse') return refuse(call.stream, fault);
  if (fault?.fault === 'delay') await sleep(fault.delayMs);
  if (fault?.fault === 'hold') await faults.held();
  const request = open(call);
  request.end(body);
  const onEnd = (trailers: Trailers) => countCall(tally, method, meter, trailers);
  if (fault?.fault === 'lose') lose(call, request, meter, fault, onEnd);
  else answer(call, request, meter, onEnd);
}

function countCall(tally: Tally, method: string, meter: Meter, trailers: Trailers): void {
  if (trailers['grpc-status'] === '0') tally.add(method, meter.cost());
}

async function whole(stream: ServerHttp2Stream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A call to Firestore that ends with the caller's. */
function open({ stream, headers, upstream }: Call): ClientHttp2Stream {
  const request = upstream.request(headers, { endStream: false });
  stream.once('close', () => request.close(constants.NGHTTP2_CANCEL));
  request.once('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  return request;
}

function answer({ stream }: Call, request: ClientHttp2Stream, meter: Meter, onEnd: (t: Trailers) => void): void {
  let trailers: Trailers = {};
  const frames = new FrameReader();
  request.once('response', (headers) => {
    if (stream.closed) return;
    const { ':status': status, ...rest } = headers;
    // An answer with its status in the headers has no body and no trailers.
    const isWhole = headers['grpc-status'] !== undefined;
    if (isWhole) onEnd(headers);
    stream.respond({ ':status': status, ...rest }, isWhole ? { endStream: true } : { waitForTrailers: true });
  });
  request.once('trailers', (sent: Trailers) => {
    trailers = sent;
  });
  stream.once('wantTrailers', () => stream.sendTrailers(trailers));
  request.on('data', (chunk: Buffer) => {
    for (const message of frames.push(chunk)) meter.response?.(message);
    if (!stream.writable || stream.write(chunk)) return;
    request.pause();
    stream.once('drain', () => request.resume());
  });
  request.once('end', () => {
    onEnd(trailers);
    if (stream.writable) stream.end();
  });
}

/** Lets Firestore run the call, and returns the fault's answer instead of Firestore's. */
function lose(
  { stream }: Call,
  request: ClientHttp2Stream,
  meter: Meter,
  fault: Fault,
  onEnd: (t: Trailers) => void,
): void {
  let trailers: Trailers = {};
  const frames = new FrameReader();
  const keep = (sent: Trailers) => {
    trailers = { ...trailers, ...sent };
  };
  request.once('response', keep).once('trailers', keep);
  request.on('data', (chunk: Buffer) => {
    for (const message of frames.push(chunk)) meter.response?.(message);
  });
  request.once('end', () => {
    onEnd(trailers);
    refuse(stream, fault);
  });
}

function refuse(stream: ServerHttp2Stream, { status, fault, method }: Fault): void {
  if (stream.closed) return;
  const headers = { ':status': 200, 'content-type': 'application/grpc' };
  stream.respond(
    { ...headers, 'grpc-status': String(status), 'grpc-message': `${fault} ${method}` },
    { endStream: true },
  );
}
