import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { TLSSocket } from 'node:tls';
import type { CheckError } from '@farwatch/core/checks/check';
import type { Guard } from '../guard/guard.ts';
import { checkErrorOf } from './check-error.ts';
import { PROBE } from './limits.ts';
import { type Hop, NO_PHASES, type Phases } from './result.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const HEADERS = { accept: '*/*', 'user-agent': 'Mozilla/5.0 (compatible; Farwatch uptime check)' };

/**
 * One GET on a fresh connection (design 4). Never rejects: what goes wrong is the hop's `error`. Ends at the final
 * answer's body or its first 64 KiB, and at `deadlineMs` (of performance.now()) at the latest; an abort is a `network` error.
 */
export function requestOnce(url: URL, guard: Guard, deadlineMs: number, signal: AbortSignal): Promise<Hop> {
  return new Promise((resolve) => {
    const seen: Omit<Hop, 'error'> = { statusCode: null, location: null, certificateEndsAtMs: null, phases: NO_PHASES };
    const request = open(url, guard, signal);
    const settle = (error: CheckError | null) => {
      clearTimeout(connectTimer);
      clearTimeout(totalTimer);
      resolve({ ...seen, error });
      request.destroy();
    };
    const connectTimer = setTimeout(settle, PROBE.connectMs, 'timeout');
    const totalTimer = setTimeout(settle, Math.max(0, deadlineMs - performance.now()), 'timeout');

    request.on('error', (error) => settle(checkErrorOf(error)));
    watchPhases(request, (phase) => {
      seen.phases = { ...seen.phases, ...phase };
      if (phase.connectMs !== undefined) clearTimeout(connectTimer);
    });
    request.on('response', (response) => {
      seen.statusCode = validStatus(response.statusCode);
      seen.certificateEndsAtMs = certificateEnd(response);
      seen.location = redirectTarget(response);
      if (seen.statusCode === null) settle('protocol');
      else if (seen.location !== null) settle(null);
      else if (seen.statusCode >= 400) settle('status');
      else readBody(response, settle);
    });
    request.end();
  });
}

function open(url: URL, guard: Guard, signal: AbortSignal): ClientRequest {
  const client = url.protocol === 'https:' ? https : http;
  const happyEyeballs = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: PROBE.attemptMs };
  return client.request(url, {
    ...happyEyeballs,
    agent: false,
    lookup: guard.lookup,
    maxHeaderSize: PROBE.headerBytes,
    rejectUnauthorized: true,
    headers: HEADERS,
    signal,
  });
}

function watchPhases(request: ClientRequest, on: (phase: Partial<Phases>) => void): void {
  let markMs = performance.now();
  const lap = () => {
    const sinceMs = performance.now() - markMs;
    markMs += sinceMs;
    return sinceMs;
  };
  request.on('socket', (socket) => {
    socket.once('lookup', () => on({ dnsMs: lap() }));
    socket.once('connect', () => on({ connectMs: lap() }));
    socket.once('secureConnect', () => on({ tlsMs: lap() }));
  });
  request.on('response', () => on({ firstByteMs: lap() }));
}

function validStatus(statusCode: number | undefined): number | null {
  return statusCode !== undefined && statusCode >= 100 && statusCode <= 999 ? statusCode : null;
}

/** Node reads headers as Latin-1; browsers take the bytes of this one for UTF-8. */
function redirectTarget({ statusCode, headers }: IncomingMessage): string | null {
  if (!REDIRECTS.has(statusCode ?? 0) || headers.location === undefined) return null;
  return Buffer.from(headers.location, 'latin1').toString('utf8');
}

function certificateEnd(response: IncomingMessage): number | null {
  if (!(response.socket instanceof TLSSocket)) return null;
  const endsAtMs = Date.parse(response.socket.getPeerCertificate().valid_to);
  return Number.isNaN(endsAtMs) ? null : endsAtMs;
}

function readBody(response: IncomingMessage, settle: (error: CheckError | null) => void): void {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes >= PROBE.bodyBytes) settle(null);
  });
  response.on('end', () => settle(null));
  response.on('error', (error) => settle(checkErrorOf(error)));
}
