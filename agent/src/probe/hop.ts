import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { CheckError } from '@farwatch/core/checks/check';
import type { Guard } from '../guard/guard.ts';
import { checkErrorOf } from './check-error.ts';
import { ALL_PROTOCOLS, openConnection, type Protocols } from './connection.ts';
import { requestHttp1, requestHttp2 } from './exchange.ts';
import { PROBE } from './limits.ts';
import { ownFaultOf } from './own-fault.ts';
import type { Head, Listener } from './response.ts';
import { type Hop, type Phases, unanswered } from './result.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Options of a hop. `isPublic`: whether an address is on the internet. `onBody` gets the body, its first 64 KiB.
 * `isWallRight`: whether the machine's clock is right, which is assumed if left out.
 */
export type HopOptions = {
  guard: Guard;
  isPublic: (address: string) => boolean;
  deadlineMs: number;
  signal: AbortSignal;
  onBody?: (part: Buffer) => void;
  isWallRight?: () => boolean;
};

/**
 * One GET on a fresh connection. Never rejects: a failure is the hop's `error`. Ends with the final answer's body or
 * its first 64 KiB, and by `deadlineMs` (performance.now()); an abort is a `network` error.
 */
export function requestOnce(url: URL, cookie: string, options: HopOptions): Promise<Hop> {
  const { guard, deadlineMs, signal } = options;
  return new Promise((resolve) => {
    const hop = unanswered(null);
    let stop: () => void = () => undefined;
    let settled = false;
    const settle = (failure: CheckError | Error | null) => {
      if (settled) return;
      settled = true;
      clearTimeout(connectTimer);
      clearTimeout(totalTimer);
      signal.removeEventListener('abort', aborted);
      stop();
      if (failure instanceof Error) void withFailure(hop, failure, options.isWallRight).then(resolve);
      else resolve({ ...hop, error: failure });
    };
    const aborted = () => settle('network');
    const connectTimer = setTimeout(settle, PROBE.connectMs, 'timeout');
    const totalTimer = setTimeout(settle, Math.max(0, deadlineMs - performance.now()), 'timeout');
    if (signal.aborted) return aborted();
    signal.addEventListener('abort', aborted);
    const timed = (phase: Partial<Phases>) => {
      hop.phases = { ...hop.phases, ...phase };
      if (phase.connectMs !== undefined) clearTimeout(connectTimer);
    };
    const saw = (seen: Partial<Hop>, firstByteMs: number) => {
      Object.assign(hop, seen);
      timed({ firstByteMs });
    };
    const request = (protocols: Protocols): void => {
      stop = openConnection(url, protocols, guard, timed, (connected) => {
        if ('error' in connected) return settle(connected.error);
        const { socket, certificateEndsAtMs } = connected;
        stop = readAnswer(socket, { url, cookie, options, certificateEndsAtMs }, saw, settle, () => {
          if (settled) return;
          stop();
          request(['http/1.1']);
        });
      });
    };
    request(ALL_PROTOCOLS);
  });
}

async function withFailure(hop: Hop, failure: Error, isWallRight?: () => boolean): Promise<Hop> {
  return { ...hop, error: checkErrorOf(failure), ownFault: await ownFaultOf(failure, undefined, isWallRight) };
}

type Exchange = { url: URL; cookie: string; options: HopOptions; certificateEndsAtMs: number | null };

/**
 * Sends the request and settles by the answer, or requests again if the server wants another protocol. Returns what ends
 * the connection.
 */
function readAnswer(
  socket: Socket,
  { url, cookie, options, certificateEndsAtMs }: Exchange,
  saw: (seen: Partial<Omit<Hop, 'phases'>>, firstByteMs: number) => void,
  settle: (failure: CheckError | Error | null) => void,
  requestAgain: () => void,
): () => void {
  const requestedMs = performance.now();
  let bodyBytes = 0;
  let isOver = false;
  const listener: Listener = {
    head(head) {
      const location = redirectTarget(head);
      const { statusCode, setCookies } = head;
      const firstByteMs = performance.now() - requestedMs;
      const isProof = socket instanceof TLSSocket && options.isPublic(socket.remoteAddress ?? '');
      saw({ statusCode, setCookies, location, isProof, certificateEndsAtMs }, firstByteMs);
      if (location !== null) settle(null);
      else if (statusCode >= 400) settle('status');
    },
    body(part) {
      bodyBytes += part.length;
      options.onBody?.(part);
      if (bodyBytes >= PROBE.bodyBytes) settle(null);
    },
    end: (failure) => isOver || settle(failure),
  };
  const declined = () => {
    if (isOver) return;
    isOver = true;
    requestAgain();
  };
  if (socket instanceof TLSSocket && socket.alpnProtocol === 'h2')
    requestHttp2(socket, url, cookie, listener, declined);
  else requestHttp1(socket, url, cookie, listener);
  return () => socket.destroy();
}

/** Headers are read a byte a character; browsers read this one's bytes as UTF-8. */
function redirectTarget({ statusCode, location }: Head): string | null {
  if (!REDIRECTS.has(statusCode) || location === null) return null;
  return Buffer.from(location, 'latin1').toString('utf8');
}
