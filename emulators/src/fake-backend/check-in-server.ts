import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CheckInInput, checkInInputSchema, isTimely } from '@farwatch/core/contracts/calls/check-in';
import { decideCheckIn } from '@farwatch/core/decisions/agents/decide-check-in';
import { type AgentState, newAgentState } from '@farwatch/core/documents/agent';
import { readText, sendJson } from '../platform/http-body.ts';
import { type LocalServer, listenLocally } from '../platform/local-server.ts';
import { AGENT_ID } from './agent-program.ts';

/** A fault of one report: when it is applied, and what the agent gets instead of the answer. */
export type Fault = {
  applied: 'never' | 'now' | 'later' | 'twice';
  answer: 'result' | 'INTERNAL' | 'UNAVAILABLE' | 'UNAUTHENTICATED' | 'none' | 'cut';
};

export type CheckInServerOptions = {
  /** The owners whose endpoints the agent checks, with the generation of their assignments. */
  generations: Record<string, number>;
  /** The fault of the next report, or null. */
  nextFault: () => Fault | null;
  /** Called for each report, before it is applied. */
  onReport: (report: CheckInInput) => void;
  /** Called once for each applied report. */
  onApplied: (report: CheckInInput) => void;
};

/** A callable's answer: a result, or an error as HttpsError sends it. */
type Answer = { result: unknown } | { error: { status: string; message: string; details?: unknown } };

const HTTP_STATUS: Record<string, number> = {
  ...{ INVALID_ARGUMENT: 400, FAILED_PRECONDITION: 400, UNAUTHENTICATED: 401, UNAVAILABLE: 503 },
};
const LATE_MS = 700;

/** The callables and the sign-in that an agent uses. Check-ins are decided by core, the state is in memory. */
export function startCheckInServer(options: CheckInServerOptions): Promise<LocalServer> {
  let state: AgentState = { ...newAgentState('tw'), owners: options.generations };

  function apply(report: CheckInInput): Answer {
    const nowMs = Date.now();
    const decision = decideCheckIn(state, report, nowMs);
    if (decision.outcome === 'refused') {
      return errorOf('FAILED_PRECONDITION', { reason: 'gap', expectedSeq: decision.expectedSeq });
    }
    if (decision.outcome === 'limited') return errorOf('RESOURCE_EXHAUSTED', { reason: 'too_many' });
    if (decision.outcome === 'applied') {
      const { verdicts, ...rest } = decision.state;
      state = { ...state, ...rest, verdicts: { ...state.verdicts, ...verdicts } };
      options.onApplied(report);
    }
    const applied = decision.outcome === 'applied' || decision.isOwn;
    return { result: { seq: report.seq, applied, timely: isTimely(report, nowMs), serverAt: nowMs } };
  }

  async function checkIn(report: CheckInInput, fault: Fault, response: ServerResponse): Promise<void> {
    const answer = fault.applied === 'now' || fault.applied === 'twice' ? apply(report) : errorOf('INTERNAL');
    if (fault.answer === 'cut') response.destroy();
    else if (fault.answer === 'result') send(response, answer);
    else if (fault.answer !== 'none') send(response, errorOf(fault.answer));
    if (fault.applied !== 'later' && fault.applied !== 'twice') return;
    await sleep(LATE_MS);
    apply(report);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await readText(request);
    if (path.includes('/identitytoolkit')) return sendJson(response, 200, signedIn(path));
    if (path.includes('/securetoken')) return sendJson(response, 200, refreshed());
    if (path.endsWith('/agentToken')) return send(response, { result: { token: newToken(), serverAt: Date.now() } });
    const report = checkInInputSchema.parse((JSON.parse(body) as { data: unknown }).data);
    options.onReport(report);
    await checkIn(report, options.nextFault() ?? { applied: 'now', answer: 'result' }, response);
  }

  return listenLocally((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  }, 0);
}

function send(response: ServerResponse, answer: Answer): void {
  sendJson(response, 'error' in answer ? (HTTP_STATUS[answer.error.status] ?? 500) : 200, answer);
}

function errorOf(status: string, details?: object): Answer {
  return { error: { status, message: status.toLowerCase(), ...(details && { details }) } };
}

/** Auth's answers to a custom token, and to a lookup of its user. */
function signedIn(path: string): object {
  if (path.includes('accounts:lookup')) return { users: [{ localId: AGENT_ID }] };
  return { idToken: newToken(), refreshToken: 'r', expiresIn: '3600', isNewUser: false };
}

/** Auth's answer to the refresh token. */
function refreshed(): object {
  const token = newToken();
  return { access_token: token, id_token: token, refresh_token: 'r', expires_in: '3600', user_id: AGENT_ID };
}

/** An unsigned token, as the emulators create them. */
function newToken(): string {
  const nowSec = Math.floor(Date.now() / 1_000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { agent: AGENT_ID, uid: AGENT_ID, sub: AGENT_ID, user_id: AGENT_ID, iat: nowSec, exp: nowSec + 3_600 };
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}
