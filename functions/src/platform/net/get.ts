import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
  type IncomingHttpHeaders,
} from 'node:http2';
import { isIP } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { assertPublicUrl, isLocalStandIn, publicLookup } from './guard.ts';
import { type Answer, PostError, post, postErrorOf, readStart, USER_AGENT } from './post.ts';

type Limits = { accept: string; maxBytes: number; timeoutMs: number };
type Http2Request = { accept: string; maxBytes: number; signal: AbortSignal };

/** The server answers without TLS that can be trusted, as with a certificate that has expired. */
export class InsecureError extends PostError {
  constructor(cause: Error) {
    super('unreachable', cause.message, { cause });
  }
}

/** The protocols that are offered (ALPN): a server chooses the first that it speaks. */
const EITHER = ['h2', 'http/1.1'];
const HTTP1 = ['http/1.1'];

/**
 * Gets a URL over HTTP/2 where its server speaks it, and otherwise over HTTP/1.1: some answer 426 to the latter. Also a
 * server that breaks off HTTP/2 before it answers is requested over HTTP/1.1. Addresses, time and bytes are bounded as by
 * `post`, and a redirect is an answer. Throws a PostError.
 */
export async function get(text: string, { timeoutMs, ...limits }: Limits): Promise<Answer> {
  const url = new URL(text);
  const request = { method: 'GET', headers: { accept: limits.accept }, maxBytes: limits.maxBytes };
  if (url.protocol !== 'https:') return post(text, { ...request, timeoutMs });
  const deadlineMs = performance.now() + timeoutMs;
  const leftMs = () => Math.max(1, Math.ceil(deadlineMs - performance.now()));
  const signal = AbortSignal.timeout(leftMs());
  try {
    const first = await openTls(url, EITHER, signal);
    if (first.alpnProtocol !== 'h2') return await post(text, { ...request, connection: first, timeoutMs: leftMs() });
    const answer = await requestHttp2(first, url, { ...limits, signal });
    if (answer) return answer;
    const connection = await openTls(url, HTTP1, signal);
    return await post(text, { ...request, connection, timeoutMs: leftMs() });
  } catch (error) {
    throw postErrorOf(signal.aborted ? signal.reason : error);
  }
}

/** Connects to a public address of the host, and verifies its certificate. */
function openTls(url: URL, ALPNProtocols: string[], signal: AbortSignal): Promise<TLSSocket> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isStandIn = isLocalStandIn(url);
  if (!isStandIn) assertPublicUrl(url);
  const lookup = isStandIn ? {} : { lookup: publicLookup() };
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const socket = connectTls({ host, port: Number(url.port || 443), ALPNProtocols, ...servername, ...lookup });
  const abort = () => socket.destroy(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return new Promise((resolve, reject) => {
    let isConnected = false;
    socket.once('connect', () => {
      isConnected = true;
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const isInsecure = isConnected && !signal.aborted && error.code !== 'ECONNRESET';
      reject(isInsecure ? new InsecureError(error) : error);
    });
    socket.once('close', () => reject(new PostError('unreachable', 'the connection was closed')));
    socket.once('secureConnect', () => {
      signal.removeEventListener('abort', abort);
      resolve(socket);
    });
  });
}

/** Makes the request over HTTP/2; null if the server broke it off before it answered. Throws once time is up. */
async function requestHttp2(socket: TLSSocket, url: URL, request: Http2Request): Promise<Answer | null> {
  const session = connectHttp2(url, { createConnection: () => socket, settings: { enablePush: false } });
  try {
    return await answerOn(session, url, request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    return null;
  } finally {
    session.destroy();
    socket.destroy();
  }
}

function answerOn(session: ClientHttp2Session, url: URL, request: Http2Request): Promise<Answer> {
  const { accept, maxBytes, signal } = request;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    // Once the headers have come, the answer counts with what came of its body.
    const fail = (error: unknown) => {
      if (!isAnswered) reject(error);
    };
    const headers = { ':path': `${url.pathname}${url.search}`, accept, 'user-agent': USER_AGENT };
    const stream: ClientHttp2Stream = session.on('error', fail).request(headers, { endStream: true, signal });
    stream
      .on('error', fail)
      .once('close', () => fail(new PostError('unreachable', 'the stream was closed')))
      .once('response', (received) => {
        isAnswered = true;
        const answer = { status: received[':status'] ?? 0, headers: headersOf(received) };
        readStart(stream, maxBytes).then((text) => resolve({ ...answer, text }), reject);
      });
  });
}

function headersOf(received: IncomingHttpHeaders): Headers {
  const named = Object.entries(received).filter(([name]) => !name.startsWith(':'));
  return new Headers(
    named.flatMap(([name, value]) => [value ?? []].flat().map((each): [string, string] => [name, each])),
  );
}
