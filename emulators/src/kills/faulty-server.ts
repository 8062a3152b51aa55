import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CheckInInput, checkInInputSchema } from '@farwatch/core/calls/check-in';
import type { Random } from '@farwatch/core/testing/seeded';
import { readText, sendJson } from '../platform/http-body.ts';
import { listenLocally } from '../platform/local-server.ts';
import { AGENT_ID } from './agent-process.ts';
import type { Answer, ServerMemory } from './memory.ts';

/**
 * What becomes of a call. `fails` and `unavailable` are not applied, `cut` before or after; `hangs` never answers; `late`
 * answers after a while, `delayed` is applied after a while though its connection is gone; `twice` comes and answers twice;
 * `forgets` first loses the memory of the last reports; `signed-out` takes the token for stale.
 */
const FATES = [
  ...(['well', 'well', 'well', 'well', 'well', 'well', 'well'] as const),
  ...(['fails', 'fails-after', 'unavailable', 'hangs', 'hangs-after', 'cut', 'cut-after'] as const),
  ...(['late', 'delayed', 'twice', 'forgets', 'signed-out'] as const),
] as const;
export type Fate = (typeof FATES)[number];

export type FaultyServer = {
  host: string;
  /** How often each became of a report. */
  readonly fates: Record<string, number>;
  /** From now on all goes well, and what was delayed is applied. */
  mend(): void;
  close(): Promise<void>;
};

export type FaultyServerOptions = {
  memory: ServerMemory;
  random: Random;
  onReport: (report: CheckInInput) => void;
};

const STATUS = { INVALID_ARGUMENT: 400, FAILED_PRECONDITION: 400, UNAUTHENTICATED: 401, UNAVAILABLE: 503 } as const;
/** By how much at most what is late is late. */
const LATE_MS = 1_500;

/** The product's callables and its sign-in, as an agent sees them on a bad day that `random` makes up. */
export async function startFaultyServer(options: FaultyServerOptions): Promise<FaultyServer> {
  const { memory, random, onReport } = options;
  const fates: Record<string, number> = {};
  let isMended = false;
  const server = await listenLocally((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  }, 0);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await readText(request);
    if (path.includes('/identitytoolkit')) return sendJson(response, 200, signedIn(path));
    if (path.includes('/securetoken')) return sendJson(response, 200, refreshed());
    if (path.endsWith('/agentToken')) {
      // Also the first call of each run may fail, but rarely: nothing is reported before it went well.
      if (!isMended && random.share() < 0.08) return sendJson(response, 500, errorOf('INTERNAL'));
      return sendJson(response, 200, { result: { token: tokenOf(AGENT_ID), serverAt: Date.now() } });
    }
    const { data } = JSON.parse(body) as { data: unknown };
    const fate = isMended ? 'well' : random.one(FATES);
    fates[fate] = (fates[fate] ?? 0) + 1;
    const report = checkInInputSchema.parse(data);
    if (fate === 'forgets') memory.forget(random.whole(1, 6));
    onReport(report);
    await meet(fate, report, request, response);
  }

  async function meet(fate: Fate, report: CheckInInput, request: IncomingMessage, response: ServerResponse) {
    const apply = (isLate = false) => memory.apply(report, Date.now(), isLate);
    const whileMs = random.whole(10, LATE_MS);
    switch (fate) {
      case 'fails':
        return sendJson(response, 500, errorOf('INTERNAL'));
      case 'fails-after':
        apply();
        return sendJson(response, 500, errorOf('INTERNAL'));
      case 'unavailable':
        return sendJson(response, 503, errorOf('UNAVAILABLE'));
      case 'signed-out':
        return sendJson(response, 401, errorOf('UNAUTHENTICATED'));
      case 'hangs':
        return;
      case 'hangs-after':
        return void apply();
      case 'cut':
        return void request.socket.destroy();
      case 'cut-after':
        apply();
        return void request.socket.destroy();
      case 'late':
        await sleep(whileMs);
        return reply(response, apply());
      case 'delayed':
        request.socket.destroy();
        await sleep(whileMs);
        return void apply(true);
      case 'twice':
        reply(response, apply());
        await sleep(whileMs);
        return void apply(true);
      default:
        return reply(response, apply());
    }
  }

  return {
    host: `127.0.0.1:${server.port}`,
    fates,
    mend: () => {
      isMended = true;
    },
    close: server.close,
  };
}

function reply(response: ServerResponse, answer: Answer): void {
  const code = 'error' in answer ? (STATUS[answer.error.status as keyof typeof STATUS] ?? 500) : 200;
  sendJson(response, code, answer);
}

function errorOf(status: string): Answer {
  return { error: { status, message: status.toLowerCase() } };
}

/** What Auth answers to a custom token and to the question who that is. */
function signedIn(path: string): object {
  if (path.includes('accounts:lookup')) return { users: [{ localId: AGENT_ID }] };
  return { idToken: tokenOf(AGENT_ID), refreshToken: 'r', expiresIn: '3600', isNewUser: false };
}

/** What Auth answers an hour later to the refresh token. */
function refreshed(): object {
  const token = tokenOf(AGENT_ID);
  return { access_token: token, id_token: token, refresh_token: 'r', expires_in: '3600', user_id: AGENT_ID };
}

/** An unsigned token, as the emulators make them. */
function tokenOf(uid: string): string {
  const nowSec = Math.floor(Date.now() / 1_000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ uid, sub: uid, user_id: uid, iat: nowSec, exp: nowSec + 3_600 })}.`;
}
