import type { CheckError } from '@farwatch/core/values/check';
import type { LocalFailure } from '@farwatch/core/values/local-failure';
import { portOf, urlCaveat } from '@farwatch/core/values/url';
import type { Connection, Network } from '../../network/network.ts';
import type { PhaseTimer } from '../phase-timer.ts';
import { NO_OUTCOME, type Outcome } from '../probe.ts';
import { requestHttp1, requestHttp2 } from './exchange.ts';
import type { Head, Listener } from './http1-reader.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const BODY_BYTES = 64 * 1024;
/** HTTP/2 first, as browsers do; some servers support nothing else. */
const ALL_PROTOCOLS = ['h2', 'http/1.1'];

/** One request and its answer. `location` is set for a redirect that can be followed; `setCookies` as received. */
export type Hop = Outcome & { location: string | null; setCookies: readonly string[] };

/** `onBody` gets the body, its first 64 KiB. The request ends with `signal`. */
export type HopOptions = {
  network: Network;
  signal: AbortSignal;
  phases?: PhaseTimer;
  onBody?: (part: Buffer) => void;
};

/** A hop without an answer. */
export function unanswered(error: CheckError | null, localFailure: LocalFailure | null = null): Hop {
  return { ...NO_OUTCOME, error, localFailure, location: null, setCookies: [] };
}

/** Whether an http(s) URL may be requested: no credentials, no port of another protocol, no refused address. */
export function mayRequest(url: URL, network: Network): boolean {
  return urlCaveat(url.href) === null && network.admits(url.hostname);
}

/**
 * One GET on a new connection. Never rejects: a failure is the hop's `error`. Ends with the final answer's body or its
 * first 64 KiB.
 */
export function requestOnce(url: URL, cookie: string, options: HopOptions): Promise<Hop> {
  const { network, signal, phases } = options;
  if (!mayRequest(url, network)) return Promise.resolve(unanswered('address', 'refused-address'));
  return new Promise((resolve) => {
    const hop = unanswered(null);
    let socket: Connection['socket'] | null = null;
    let isStable = false;
    const complete = (failure: CheckError | Error | null) => {
      if (isStable) return;
      isStable = true;
      phases?.end();
      signal.removeEventListener('abort', abort);
      socket?.destroy();
      if (!(failure instanceof Error)) resolve({ ...hop, error: failure });
      else void network.explain(failure).then((explained) => resolve({ ...hop, ...explained }));
    };
    const abort = () => complete(signal.reason);
    signal.addEventListener('abort', abort);
    const request = (protocols: readonly string[]) => {
      const tls = url.protocol === 'https:' ? { tls: { protocols } } : {};
      network.connect({ host: url.hostname, port: portOf(url) ?? 0, ...tls, signal }).then((connection) => {
        socket = connection.socket;
        // It may have failed before this could listen.
        if (socket.destroyed) return complete(socket.errored ?? 'reset');
        phases?.begin('firstByte');
        readAnswer(connection, { url, cookie, options }, { hop, complete }, () => {
          if (isStable) return;
          socket?.destroy();
          request(['http/1.1']);
        });
      }, complete);
    };
    request(ALL_PROTOCOLS);
  });
}

type Request = { url: URL; cookie: string; options: HopOptions };

/** Where an exchange puts what it sees: the `hop` that it fills in, and its end. */
type Result = { hop: Hop; complete: (failure: CheckError | Error | null) => void };

/** Sends the request and completes with the response, or requests again if the server requires another protocol. */
function readAnswer(
  { socket, protocol, isProof, certificateEndsAtMs }: Connection,
  { url, cookie, options }: Request,
  { hop, complete }: Result,
  requestAgain: () => void,
): void {
  let bodyBytes = 0;
  let isOver = false;
  const listener: Listener = {
    head(head) {
      const location = redirectTarget(head);
      const { statusCode, setCookies } = head;
      Object.assign(hop, { statusCode, setCookies, location, isProof, certificateEndsAtMs });
      if (location !== null) complete(null);
      else if (statusCode >= 400) complete('status');
      else options.phases?.begin('body');
    },
    body(part) {
      bodyBytes += part.length;
      options.onBody?.(part);
      if (bodyBytes >= BODY_BYTES) complete(null);
    },
    end: (failure) => isOver || complete(failure),
  };
  const declined = () => {
    if (isOver) return;
    isOver = true;
    requestAgain();
  };
  if (protocol === 'h2') requestHttp2(socket, url, cookie, listener, declined);
  else requestHttp1(socket, url, cookie, listener);
}

/** Headers are read a byte a character; browsers read this one's bytes as UTF-8. */
function redirectTarget({ statusCode, location }: Head): string | null {
  if (!REDIRECTS.has(statusCode) || location === null) return null;
  return Buffer.from(location, 'latin1').toString('utf8');
}
