import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  createServer,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type ServerHttp2Stream,
} from 'node:http2';
import * as net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText, sendJson } from '../platform/http-body.ts';
import { type LocalServer, listenLocally } from '../platform/local-server.ts';
import { type Fault, Faults, faultSchema } from './faults.ts';
import { FrameReader } from './frames.ts';
import { type Meter, meterFor } from './meter.ts';
import { Tally } from './tally.ts';

/** A running proxy: `host` is for FIRESTORE_EMULATOR_HOST, `control` is the host of its control API. */
export interface WireProxy {
  host: string;
  control: string;
  stop(): Promise<void>;
}

/**
 * Runs between Firestore and its clients, counts the documents on the wire, and makes calls fail as tests request.
 * `target` is Firestore's host:port.
 */
export async function startWireProxy(target: string): Promise<WireProxy> {
  const [tally, faults] = [new Tally(), new Faults()];
  const front = await listen(target, tally, faults);
  const control = await startControl(tally, faults);
  return {
    host: `127.0.0.1:${front.port}`,
    control: `127.0.0.1:${control.port}`,
    stop: async () => {
      await front.close();
      await control.close();
    },
  };
}

interface Front {
  port: number;
  close(): Promise<void>;
}

/**
 * Listens for Firestore's clients. HTTP/2 connections are forwarded call by call; everything else (REST, WebSockets) is
 * passed through and not counted.
 */
async function listen(target: string, tally: Tally, faults: Faults): Promise<Front> {
  const grpc = createServer();
  const upstreams = new Map<unknown, ClientHttp2Session>();
  grpc.on('session', (session) => {
    const upstream = connect(`http://${target}`);
    upstream.on('error', () => session.destroy());
    upstreams.set(session, upstream);
    session.once('close', () => {
      upstream.close();
      upstreams.delete(session);
    });
  });
  grpc.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    const upstream = upstreams.get(stream.session);
    if (!upstream) return stream.close();
    forward({ stream, headers, upstream }, tally, faults).catch(() => stream.close());
  });
  const sockets = new Set<net.Socket>();
  const front = net.createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      if (!first) return;
      socket.unshift(first);
      if (first.toString('latin1', 0, 3) === 'PRI') grpc.emit('connection', socket);
      else pipeRaw(socket, target);
    });
  });
  await new Promise<void>((resolve, reject) => {
    front.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return { port: (front.address() as net.AddressInfo).port, close: () => close(front, sockets, upstreams.values()) };
}

function pipeRaw(socket: net.Socket, target: string): void {
  const { hostname, port } = new URL(`http://${target}`);
  const upstream = net.connect(Number(port), hostname);
  upstream.on('error', () => socket.destroy());
  socket.once('close', () => upstream.destroy());
  socket.pipe(upstream).pipe(socket);
}

function close(front: net.Server, sockets: Iterable<net.Socket>, upstreams: Iterable<ClientHttp2Session>) {
  const closed = new Promise<void>((resolve) => front.close(() => resolve()));
  for (const upstream of upstreams) upstream.destroy();
  for (const socket of sockets) socket.destroy();
  return closed;
}

/** Calls in both directions; of all others the whole request is read before it is forwarded. */
const bidirectional = new Set(['Listen', 'Write']);

interface Call {
  stream: ServerHttp2Stream;
  headers: IncomingHttpHeaders;
  upstream: ClientHttp2Session;
}

type Trailers = IncomingHttpHeaders & IncomingHttpStatusHeader;

/** Forwards a gRPC call to Firestore and its answer back, counts it, and applies its pending fault. */
async function forward(call: Call, tally: Tally, faults: Faults): Promise<void> {
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

/**
 * Controls the proxy from tests: `GET /counts` and `POST /reset` (counts and faults), after the open calls have ended;
 * `POST /faults` adds a fault (faults.ts), `GET /faults` lists pending ones; `POST /release` releases held calls.
 */
function startControl(tally: Tally, faults: Faults): Promise<LocalServer> {
  return listenLocally((request, response) => handle(request, response, tally, faults), 0);
}

async function handle(request: IncomingMessage, response: ServerResponse, tally: Tally, faults: Faults): Promise<void> {
  const call = `${request.method} ${request.url}`;
  const body = await readText(request);
  if (call === 'GET /counts') {
    await tally.allEnded();
    return sendJson(response, 200, tally.counts());
  }
  if (call === 'GET /faults') return sendJson(response, 200, faults.list());
  if (call === 'POST /reset') {
    faults.clear();
    await tally.allEnded();
    tally.reset();
    return sendJson(response, 200, tally.counts());
  }
  if (call === 'POST /release') {
    faults.release();
    return sendJson(response, 200, faults.list());
  }
  if (call !== 'POST /faults') return sendJson(response, 404, { error: 'Not found' });
  const fault = faultSchema.safeParse(parsed(body));
  if (!fault.success) return sendJson(response, 400, { error: fault.error.message });
  faults.add(fault.data);
  sendJson(response, 200, faults.list());
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
