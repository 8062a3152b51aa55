import type { CheckError } from '@farwatch/core/values/check';
import { findHttpCaveat } from '@farwatch/core/values/check-types/http';
import { EVIDENCE } from '@farwatch/core/values/limits';
import type { LocalFailure } from '@farwatch/core/values/local-failure';
import { portOf } from '@farwatch/core/values/url';
import {
  HTTP1_REQUIRED,
  type Http2Session,
  type IncomingHeaders,
  NO_ERROR,
  startHttp2,
} from '../../network/http2-session.ts';
import { type Connection, type Failure, type Network, NO_PEER, type Peer, type Target } from '../../network/network.ts';
import type { PhaseTimer } from '../phase-timer.ts';
import { NO_OUTCOME, type Outcome } from '../probe.ts';
import { type Fields, type Head, Http1Reader, type Listener } from './http1-reader.ts';
import type { HttpRequest } from './request.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const BODY_BYTES = 64 * 1024;
/** How long to wait for the body of an answer whose status is a failure already: it often contains the reason. */
const REASON_MS = 500;
/**
 * The types of bodies that need not end: events, pictures of a camera, radio. If assertions read the body, it is read
 * for `STREAM_MS`, otherwise until it starts.
 */
const STREAMS = /^\s*(?:text\/event-stream|multipart\/x-mixed-replace|audio\/|video\/)/i;
const STREAM_MS = 2_000;
/**
 * How long to read a body of any other type that states no length. It is judged by what has arrived if the server has
 * sent some of it in the last `STALLED_MS`, and no assertion reads it.
 */
const ENDLESS_MS = 5_000;
const STALLED_MS = 2_000;
/** HTTP/2 first, as browsers do; some servers support nothing else. */
const ALL_PROTOCOLS = ['h2', 'http/1.1'];

/**
 * One request and its answer. `location` is set for a redirect that is to be followed; `setCookies` as received. `body`:
 * the parts of its start that are kept; `isCut`: there was more, or may have been; `isOutOfTime`: more was arriving when
 * the check's time was up.
 */
export type Hop = Outcome & {
  location: string | null;
  setCookies: readonly string[];
  fields: () => Fields;
  body: readonly Buffer[];
  isCut: boolean;
  isOutOfTime: boolean;
  peer: Peer;
};

/** How an answer is read. The request ends with `signal`. */
export type HopOptions = {
  network: Network;
  signal: AbortSignal;
  phases?: PhaseTimer;
  /** Whether a status counts as up. */
  accepts?: (statusCode: number) => boolean;
  followsRedirects?: boolean;
  /** This many bytes of the body are read for any status, and kept. Without it 64 KiB are read, and 2 KB kept. */
  bodyLimit?: number;
  /** How long the answer may take, if that is limited. */
  maxResponseMs?: number;
  family?: 4 | 6;
  pinnedSha256?: string;
  isLegacyAccepted?: boolean;
};

const noFields = (): Fields => [];

/** A hop without an answer. */
export function unanswered(error: CheckError | null, localFailure: LocalFailure | null = null): Hop {
  return {
    ...NO_OUTCOME,
    error,
    localFailure,
    location: null,
    setCookies: [],
    fields: noFields,
    body: [],
    isCut: false,
    isOutOfTime: false,
    peer: NO_PEER,
  };
}

/** Whether an http(s) URL may be requested: no credentials, no port of another protocol, no refused address. */
export function mayRequest(url: URL, network: Network): boolean {
  return findHttpCaveat(url) === null && network.admits(url.hostname);
}

/**
 * One request on a new connection. Never rejects: a failure is the hop's `error`. Ends with the final answer's body or
 * the part of it that is read.
 */
export function requestOnce(request: HttpRequest, cookie: string, options: HopOptions): Promise<Hop> {
  const { network, signal, phases } = options;
  if (!mayRequest(request.url, network)) return Promise.resolve(unanswered('address', 'refused-address'));
  return new Promise((resolve) => {
    let socket: Connection['socket'] | null = null;
    let isStable = false;
    const answer = new AnswerReader(options, (failure) => {
      if (isStable) return;
      isStable = true;
      phases?.end();
      signal.removeEventListener('abort', abort);
      socket?.destroy();
      if (!(failure instanceof Error)) resolve({ ...answer.hop, error: failure });
      else void network.explain(failure).then((explained) => resolve(withFailure(answer.hop, explained)));
    });
    const abort = () => answer.abort(signal.reason);
    signal.addEventListener('abort', abort);
    const connect = (protocols: readonly string[]) => {
      const exchangeOver = (connection: Connection) => {
        socket = connection.socket;
        // It may have failed before this could listen.
        if (socket.destroyed) return answer.end(socket.errored ?? 'reset');
        phases?.begin('firstByte');
        const listener = answer.over(connection);
        const exchange = { request, cookie, bodyBytes: answer.mostBytes };
        if (connection.protocol !== 'h2') return requestHttp1(socket, exchange, listener);
        requestHttp2(socket, exchange, listener, () => {
          if (isStable || !listener.isCurrent()) return;
          listener.stop();
          socket?.destroy();
          connect(['http/1.1']);
        });
      };
      // Node throws for headers that HTTP/2 does not allow.
      network
        .connect(targetOf(request, options, protocols))
        .then(exchangeOver)
        .catch(answer.end);
    };
    connect(ALL_PROTOCOLS);
  });
}

function targetOf({ url }: HttpRequest, options: HopOptions, protocols: readonly string[]): Target {
  const { signal, family, pinnedSha256, isLegacyAccepted = false } = options;
  const tls = { protocols, isLegacyAccepted, ...(pinnedSha256 !== undefined && { pinnedSha256 }) };
  const secured = url.protocol === 'https:' ? { tls } : {};
  return { host: url.hostname, port: portOf(url) ?? 0, ...(family && { family }), ...secured, signal };
}

/** Returns the hop of a request that failed, with what is known of its answer. */
function withFailure(hop: Hop, { error, localFailure, peer }: Failure): Hop {
  return { ...hop, error, localFailure, peer: hop.peer === NO_PEER ? peer : hop.peer };
}

/** Reads one answer into a hop, and calls `complete` when enough of it is there, or it fails. */
class AnswerReader {
  readonly hop = unanswered(null);
  readonly mostBytes: number;
  private readonly keptBytes: number;
  private readonly options: HopOptions;
  private readonly complete: (failure: CheckError | Error | null) => void;
  private readonly body: Buffer[] = [];
  private bodyBytes = 0;
  private arrivedAtMs = 0;
  private isStream = false;
  private hasLength = false;
  private isRefused = false;
  private isWhole = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: HopOptions, complete: (failure: CheckError | Error | null) => void) {
    this.options = options;
    this.complete = complete;
    this.mostBytes = options.bodyLimit ?? BODY_BYTES;
    this.keptBytes = options.bodyLimit ?? EVIDENCE.bodyBytes;
    this.hop.body = this.body;
  }

  /** The answer ends. Once its status is a failure, nothing else is. */
  readonly end = (failure: CheckError | Error | null): void => {
    clearTimeout(this.timer);
    this.hop.isCut = this.hop.statusCode !== null && (!this.isWhole || this.bodyBytes > this.keptBytes);
    this.complete(this.isRefused ? 'status' : failure);
  };

  /** The request is ended. An answer of which more was arriving when its time was up is judged by what has arrived. */
  abort(reason: Error & { code?: unknown }): void {
    this.hop.isOutOfTime = reason.code === 'ETIMEDOUT' && !this.isStream && this.isArriving();
    this.end(this.hop.isOutOfTime || (this.isStream && reason.code === 'ETIMEDOUT') ? null : reason);
  }

  private isArriving(): boolean {
    return !this.hasLength && this.bodyBytes > 0 && performance.now() - this.arrivedAtMs < STALLED_MS;
  }

  /** Reads what comes over a connection, until it is stopped because another one takes over. */
  over({ isProof, certificateEndsAtMs, peer }: Connection): Listener & { stop: () => void; isCurrent: () => boolean } {
    let isCurrent = true;
    return {
      head: (head) => this.readHead(head, { isProof, certificateEndsAtMs, peer }),
      body: (part) => this.readBody(part),
      end: (failure) => {
        this.isWhole = failure === null;
        if (isCurrent) this.end(failure);
      },
      stop: () => {
        isCurrent = false;
      },
      isCurrent: () => isCurrent,
    };
  }

  private readHead(head: Head, connection: Pick<Hop, 'isProof' | 'certificateEndsAtMs' | 'peer'>): void {
    const { accepts = isBelow400, followsRedirects = true, bodyLimit, phases } = this.options;
    const { statusCode, setCookies, fields, hasLength } = head;
    const location = followsRedirects ? redirectTarget(head) : null;
    Object.assign(this.hop, { statusCode, setCookies, fields, location, ...connection });
    this.isRefused = location === null && !accepts(statusCode);
    this.hasLength = hasLength;
    this.isStream = !hasLength && STREAMS.test(head.contentType);
    this.hop.isTimedByPhases = this.isStream;
    if (location !== null) this.end(null);
    else if (this.isRefused || this.isStream) {
      phases?.end();
      if (bodyLimit === undefined) this.timer = setTimeout(this.end, REASON_MS, null);
      else if (this.isStream) this.timer = setTimeout(this.end, STREAM_MS, null);
    } else {
      phases?.begin('body');
      if (!hasLength && bodyLimit === undefined) this.awaitEnd();
    }
  }

  /** Ends what still arrives after its time, in which it could still be as slow as a check must notice. */
  private awaitEnd(): void {
    const { maxResponseMs = 0 } = this.options;
    const look = () => {
      if (this.isArriving()) this.end(null);
      else this.timer = setTimeout(look, STALLED_MS);
    };
    this.timer = setTimeout(look, Math.max(ENDLESS_MS, maxResponseMs));
  }

  private readBody(part: Buffer): void {
    // A copy: a part of the buffer would keep all of it in memory.
    if (this.bodyBytes < this.keptBytes) this.body.push(Buffer.from(part.subarray(0, this.keptBytes - this.bodyBytes)));
    this.bodyBytes += part.length;
    this.arrivedAtMs = performance.now();
    if (this.bodyBytes >= this.neededBytes()) this.end(null);
  }

  private neededBytes(): number {
    if (this.isRefused) return this.keptBytes;
    return this.isStream && this.options.bodyLimit === undefined ? 1 : this.mostBytes;
  }
}

function isBelow400(statusCode: number): boolean {
  return statusCode < 400;
}

/**
 * Headers are read a byte a character. In this one, a byte above ASCII in the path or query stands for itself, whatever
 * its charset, so it is percent-encoded as it is; a host is UTF-8. Browsers do not follow an empty one.
 */
function redirectTarget({ statusCode, location }: Head): string | null {
  if (!REDIRECTS.has(statusCode) || location === null || location.trim() === '') return null;
  const [authority = ''] = /^(?:[a-z][a-z0-9+.-]*:)?[\\/]{2,}[^\\/?#]*/i.exec(location) ?? [];
  const rest = location.slice(authority.length).replace(/[\x80-\xff]/g, percentEncoded);
  return Buffer.from(authority, 'latin1').toString('utf8') + rest;
}

function percentEncoded(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase()}`;
}

type Socket = Connection['socket'];

/** The most bytes over HTTP/2 in addition to the body: several times what headers of the allowed size take. */
const OVERHEAD_BYTES = 1024 * 1024;
const LOOK_AT_BYTES_MS = 50;
/** The most interim answers over HTTP/2: each costs far more time than its bytes do. */
const INTERIM = 20;

/** A request to send, the Cookie header that fits it ('' without one), and how much of the answer's body is read. */
type Exchange = { request: HttpRequest; cookie: string; bodyBytes: number };

/**
 * One request over HTTP/1.1. Neither a parsed URL nor the headers contain what would end their lines, and `cookie` must
 * not either.
 */
function requestHttp1(socket: Socket, { request, cookie }: Exchange, listener: Listener): void {
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
function requestHttp2(socket: Socket, exchange: Exchange, listener: Listener, declined: () => void): void {
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
    const { 'content-type': contentType = '', 'content-length': length } = received;
    // Node takes any three digits, the server of the agents does not.
    if (statusCode < 100) listener.end('protocol');
    else {
      const head = { statusCode, location, setCookies, contentType, hasLength: length !== undefined };
      listener.head({ ...head, fields: laterFieldsOf(received) });
    }
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

/** Returns the Cookie header. Cookies that the site set follow those of the check. */
function cookieField({ cookie: own }: Readonly<Record<string, string>>, cookie: string): { cookie?: string } {
  if (cookie === '') return {};
  return { cookie: own === undefined ? cookie : `${own}; ${cookie}` };
}

function fieldsOf(headers: IncomingHeaders): Fields {
  return Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(':') ? [] : [value ?? []].flat().map((each) => [name, String(each)] as const),
  );
}
