import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { CheckError } from '@farwatch/core/checks/check';
import type { Phase } from '@farwatch/core/checks/phases';
import type { Guard } from '../guard/guard.ts';
import { checkErrorOf } from './check-error.ts';
import { ALL_PROTOCOLS, openConnection, type Protocols } from './connection.ts';
import { requestHttp1, requestHttp2 } from './exchange.ts';
import { PROBE } from './limits.ts';
import { localFailureOf } from './local-failure.ts';
import { PhaseTimer } from './phase-timer.ts';
import type { Head, Listener } from './response.ts';
import { type Hop, unanswered } from './result.ts';

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
    const timer = new PhaseTimer();
    let stop: () => void = () => undefined;
    let settled = false;
    const settle = (failure: CheckError | Error | null) => {
      if (settled) return;
      settled = true;
      hop.phases = timer.end();
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
    const on = (phase: Phase) => {
      timer.begin(phase);
      if (phase === 'tls' || phase === 'firstByte') clearTimeout(connectTimer);
    };
    const request = (protocols: Protocols): void => {
      stop = openConnection(url, protocols, guard, on, (connected) => {
        if ('error' in connected) return settle(connected.error);
        on('firstByte');
        const { socket, certificateEndsAtMs } = connected;
        stop = readAnswer(socket, { url, cookie, options, certificateEndsAtMs }, { hop, on, settle }, () => {
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
  return { ...hop, error: checkErrorOf(failure), localFailure: await localFailureOf(failure, undefined, isWallRight) };
}

type Exchange = { url: URL; cookie: string; options: HopOptions; certificateEndsAtMs: number | null };

/** Where an exchange tells what it sees: the `hop` it fills in, each phase that begins, and the end. */
type Course = { hop: Hop; on: (phase: Phase) => void; settle: (failure: CheckError | Error | null) => void };

/**
 * Sends the request and settles by the answer, or requests again if the server wants another protocol. Returns what ends
 * the connection.
 */
function readAnswer(
  socket: Socket,
  { url, cookie, options, certificateEndsAtMs }: Exchange,
  { hop, on, settle }: Course,
  requestAgain: () => void,
): () => void {
  let bodyBytes = 0;
  let isOver = false;
  const listener: Listener = {
    head(head) {
      const location = redirectTarget(head);
      const { statusCode, setCookies } = head;
      const isProof = socket instanceof TLSSocket && options.isPublic(socket.remoteAddress ?? '');
      Object.assign(hop, { statusCode, setCookies, location, isProof, certificateEndsAtMs });
      if (location !== null) settle(null);
      else if (statusCode >= 400) settle('status');
      else on('body');
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
