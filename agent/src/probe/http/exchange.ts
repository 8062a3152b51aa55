import { HTTP1_REQUIRED, type Http2Session, NO_ERROR, startHttp2 } from '../../network/http2-session.ts';
import type { Connection } from '../../network/network.ts';
import { Http1Reader, type Listener } from './http1-reader.ts';

type Socket = Connection['socket'];

const HEADERS = { accept: '*/*', 'user-agent': 'Mozilla/5.0 (compatible; Farwatch uptime check)' };
/** Of all that comes over HTTP/2: several times what an answer of the allowed sizes takes. */
const CONNECTION_BYTES = 1024 * 1024;
const LOOK_AT_BYTES_MS = 50;
/** Interim answers over HTTP/2: each costs far more time than its bytes do. */
const INTERIM = 20;

/**
 * One GET over HTTP/1.1. A parsed URL contains nothing that would end the request's line, and `cookie` must not either.
 */
export function requestHttp1(socket: Socket, url: URL, cookie: string, listener: Listener): void {
  const reader = new Http1Reader(listener);
  socket.on('error', (error) => listener.end(error));
  socket.on('data', (chunk: Buffer) => reader.push(chunk));
  socket.on('end', () => reader.close());
  socket.on('close', () => listener.end('reset'));
  const fields = Object.entries({ host: url.host, ...HEADERS, ...cookieField(cookie), connection: 'close' });
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
}

/** One GET over HTTP/2. `declined`: the server supports it but requires HTTP/1.1 for this request. */
export function requestHttp2(socket: Socket, url: URL, cookie: string, listener: Listener, declined: () => void): void {
  const session = startHttp2(socket, url);
  const failed = (error: Error) => {
    if (stream.rstCode === HTTP1_REQUIRED) declined();
    else listener.end(error);
  };
  session.on('goaway', (code) => code === HTTP1_REQUIRED && declined());
  session.on('error', failed);
  const stream = session.request({ ':path': `${url.pathname}${url.search}`, ...HEADERS, ...cookieField(cookie) });
  stream.on('error', failed);
  let answered = false;
  stream.on('response', (headers) => {
    answered = true;
    const { ':status': statusCode = 0, location = null, 'set-cookie': setCookies = [] } = headers;
    // Node takes any three digits, the server of the agents does not.
    if (statusCode < 100) listener.end('protocol');
    else listener.head({ statusCode, location, setCookies });
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
  endFlood(socket, session, listener);
}

/** Frames that carry no part of the answer have no other bound, and Node does not report them. */
function endFlood(socket: Socket, session: Http2Session, listener: Listener): void {
  const timer = setInterval(() => socket.bytesRead > CONNECTION_BYTES && listener.end('protocol'), LOOK_AT_BYTES_MS);
  session.on('close', () => clearInterval(timer));
}

function cookieField(cookie: string): { cookie?: string } {
  return cookie === '' ? {} : { cookie };
}
