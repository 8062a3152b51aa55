import type { IncomingMessage, ServerResponse } from 'node:http';
import { parsePingPath, parseRunId } from '@farwatch/core/decisions/heartbeats/ping-path';
import { HEARTBEAT } from '@farwatch/core/values/limits';
import { error as logError } from 'firebase-functions/logger';
import { readHeartbeatKeys } from '../../domain/heartbeats/keys.ts';
import { recordPing } from '../../domain/heartbeats/record-ping.ts';
import type { Run } from '../../platform/db/run.ts';
import { pingLimits } from './ping-limits.ts';
import { readPingBody } from './read-body.ts';

type Answer = { status: number; text: string; retryAfterSec?: number };
export type PingHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const PREFIX = '/ping/';
/** Shared caches keep nothing: Hosting would keep a 404 for ten minutes. */
const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store, no-cache, max-age=0, must-revalidate',
  'Access-Control-Allow-Origin': '*',
  'Ping-Body-Limit': String(HEARTBEAT.advisedBytes),
  'X-Content-Type-Options': 'nosniff',
};

/** The function `ping`: stores pings of any method and answers as Healthchecks does (docs/heartbeats.md, Pings). */
export function pingHandler(newRun: () => Run): PingHandler {
  const limits = pingLimits();
  return async (request, response) => {
    const answer = await answerPing(newRun(), limits, request).catch((error: unknown): Answer => {
      logError('a ping could not be stored', error);
      return { status: 503, text: 'try again later', retryAfterSec: 5 };
    });
    const { status, text, retryAfterSec } = answer;
    response.writeHead(status, { ...HEADERS, ...(retryAfterSec !== undefined && { 'Retry-After': retryAfterSec }) });
    response.end(request.method === 'HEAD' ? '' : text);
  };
}

const STORED: Answer = { status: 200, text: 'OK' };
const NOT_FOUND: Answer = { status: 404, text: 'not found' };
/** Also of a body with a content encoding, which is not inflated. */
const TOO_LARGE: Answer = { status: 413, text: 'body too large' };

async function answerPing(run: Run, limits: ReturnType<typeof pingLimits>, request: IncomingMessage): Promise<Answer> {
  const url = URL.parse(`http://localhost${request.url ?? ''}`);
  if (!url?.pathname.startsWith(PREFIX)) return NOT_FOUND;
  const parsed = parsePingPath(url.pathname.slice(PREFIX.length));
  if ('refused' in parsed) return parsed.refused;
  const { target, kind, exitStatus } = parsed;
  const rid = parseRunId(url.searchParams.get('rid'));
  if (rid === undefined) return { status: 400, text: 'invalid uuid format' };
  const keys = await readHeartbeatKeys(run);
  if (!('key' in target ? keys.isKey(target.key) : keys.isPingKey(target.pingKey))) return NOT_FOUND;
  const retryAfterSec = limits.take(target, run.nowMs);
  if (retryAfterSec !== null) return { status: 429, text: 'rate limit exceeded', retryAfterSec };
  const body = await readPingBody(request);
  if (body === null) return TOO_LARGE;
  if ('key' in target && target.key === keys.canaryKey) return STORED;
  const result = await recordPing(run, target, { kind, exitStatus, rid, ...body });
  if ('refused' in result && result.refused === 'not found') limits.miss(target, run.nowMs);
  if ('refused' in result) return { status: result.refused === 'not found' ? 404 : 409, text: result.refused };
  limits.learn(target, result.heartbeat);
  return STORED;
}
