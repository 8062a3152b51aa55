import {
  HTTP1_REQUIRED,
  type Http2Session,
  type IncomingHeaders,
  NO_ERROR,
  startHttp2,
} from '../../network/http2-session.ts';
import type { Connection } from '../../network/network.ts';
import { type Fields, Http1Reader, type Listener } from './http1-reader.ts';
import type { HttpRequest } from './request.ts';

type Socket = Connection['socket'];

/** What comes over HTTP/2 besides the body: several times what headers of the allowed size take. */
const OVERHEAD_BYTES = 1024 * 1024;
const LOOK_AT_BYTES_MS = 50;
/** Interim answers over HTTP/2: each costs far more time than its bytes do. */
const INTERIM = 20;

/** What to send, with the Cookie header that fits it, '' for none; and how much of the answer's body is read. */
export type Exchange = { request: HttpRequest; cookie: string; bodyBytes: number };

/**
 * One request over HTTP/1.1. Neither a parsed URL nor the headers contain what would end their lines, and `cookie` must
 * not either.
 */
export function requestHttp1(socket: Socket, { request, cookie }: Exchange, listener: Listener): void {
  const { url, method, headers, body } = request;
  const reader = new Http1Reader(listener, method === 'HEAD');
  socket.on('error', (error) => listener.end(error));
  socket.on('data', (chunk: Buffer) => reader.push(chunk));
  socket.on('end', () => reader.close());
  socket.on('close', () => listener.end('reset'));
  const fields: Record<string, string> = { host: url.host, ...headers, ...cookieField(headers, cookie) };
  fields.connection = 'close';
  let head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\n`;
  for (const name in fields) head += `${name}: ${fields[name]}\r\n`;
  socket.write(`${head}\r\n`, 'latin1');
  if (body) socket.write(body);
}

/** One request over HTTP/2. `declined`: the server supports it but requires HTTP/1.1 for this request. */
export function requestHttp2(socket: Socket, exchange: Exchange, listener: Listener, declined: () => void): void {
  const { url, method, headers, body } = exchange.request;
  const session = startHttp2(socket, url);
  const failed = (error: Error) => {
    if (stream.rstCode === HTTP1_REQUIRED) declined();
    else listener.end(error);
  };
  session.on('goaway', (code) => code === HTTP1_REQUIRED && declined());
  session.on('error', failed);
  const pseudo = { ':method': method, ':path': `${url.pathname}${url.search}` };
  const fields = { ...pseudo, ...headers, ...cookieField(headers, exchange.cookie) };
  const stream = session.request(fields, { endStream: body === null });
  if (body) stream.end(body);
  stream.on('error', failed);
  let answered = false;
  stream.on('response', (received) => {
    answered = true;
    const { ':status': statusCode = 0, location = null, 'set-cookie': setCookies = [] } = received;
    // Node takes any three digits, the server of the agents does not.
    if (statusCode < 100) listener.end('protocol');
    else listener.head({ statusCode, location, setCookies, fields: laterFieldsOf(received) });
  });
  let interim = 0;
  stream.on('headers', () => {
    interim += 1;
    if (interim > INTERIM) listener.end('protocol');
  });
  stream.on('data', (chunk: Buffer) => listener.body(chunk));
  // A connection that ends before the response leaves a code, whichever side ended it.
  stream.on('close', () => listener.end(answered && stream.rstCode === NO_ERROR ? null : 'reset'));
  session.on('close', () => listener.end('reset'));
  endFlood(socket, session, OVERHEAD_BYTES + exchange.bodyBytes, listener);
}

/** A function of its own, so that the result keeps neither stream nor session in memory. */
function laterFieldsOf(received: Parameters<typeof fieldsOf>[0]): () => ReturnType<typeof fieldsOf> {
  return () => fieldsOf(received);
}

/** Frames that carry no part of the answer have no other bound, and Node does not report them. */
function endFlood(socket: Socket, session: Http2Session, mostBytes: number, listener: Listener): void {
  const timer = setInterval(() => socket.bytesRead > mostBytes && listener.end('protocol'), LOOK_AT_BYTES_MS);
  session.on('close', () => clearInterval(timer));
}

/** Cookies that the site set follow those of the check. */
function cookieField({ cookie: own }: Readonly<Record<string, string>>, cookie: string): { cookie?: string } {
  if (cookie === '') return {};
  return { cookie: own === undefined ? cookie : `${own}; ${cookie}` };
}

function fieldsOf(headers: IncomingHeaders): Fields {
  return Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(':') ? [] : [value ?? []].flat().map((each) => [name, String(each)] as const),
  );
}
