import { type CheckInInput, checkInInputSchema, isTimely } from '@farwatch/core/contracts/calls/check-in';
import { type CheckInDecision, decideCheckIn } from '@farwatch/core/decisions/agents/decide-check-in';
import { dropFutureChecks } from '@farwatch/core/decisions/agents/drop-future-checks';
import { type AgentState, newAgentState } from '@farwatch/core/documents/agent';
import { MINUTE_MS, windowStart } from '@farwatch/core/values/time';
import { afterEach } from 'vitest';
import { Attachments } from '../../attachments.ts';
import { type Calls, createCalls } from '../../client/server.ts';
import { type Clock, createClock, type Guess } from '../../clock/clock.ts';
import { planKey } from '../../schedule/plan.ts';
import { Spool } from '../../spool/spool.ts';
import { sampleCheck, sampleReport } from '../../spool/testing/sample.ts';
import { type Answer, callableServer } from '../../testing/callable-server.ts';
import { newFolder } from '../../testing/folders.ts';
import type { VerdictToReport } from '../../verdict/verdict-to-report.ts';
import { CheckInLoop } from '../loop.ts';
import { Reporter, UnreportedVerdicts } from '../reporter.ts';

let stop = new AbortController();
const spools: Spool[] = [];
afterEach(async () => {
  stop.abort();
  stop = new AbortController();
  for (const spool of spools.splice(0)) await spool.close();
});

export type CheckInOptions = {
  folder?: string;
  clock?: Clock;
  server?: ServerState;
  /** Answers in the server's place, before the report is applied. */
  deny?: (call: number) => Answer | null;
  /** Loses the answer of a report that was applied. */
  lose?: (call: number) => boolean;
};

/** The check-in over a real spool and a real HTTP server that decides as the product's does. */
export async function startCheckIn(options: CheckInOptions = {}) {
  const server = options.server ?? new ServerState();
  const bodies: string[] = [];
  const functions = await callableServer((_name, data, body) => {
    bodies.push(body);
    const denied = options.deny?.(bodies.length);
    if (denied) return denied;
    const answer = server.answer(data);
    return options.lose?.(bodies.length) ? 'cut' : answer;
  });
  const clock = options.clock ?? createClock(undefined, testNow);
  const correctionOf = (guess: Guess) => clock.correctionOf(guess);
  const spool = await Spool.open(options.folder ?? (await newFolder()), { correctionOf });
  spools.push(spool);
  const verdicts = new Map<string, VerdictToReport>();
  const unreported = new UnreportedVerdicts();
  const attachments = new Attachments();
  const signIns: number[] = [];
  const onSignIn = () => signIns.push(bodies.length);
  const { loop, context, logged } = startLoop({
    spool,
    unreported,
    attachments,
    clock,
    verdicts,
    calls: createCalls(functions),
    onSignIn,
  });
  const check = async (endpoint: string, ageMs = 0, up = true): Promise<void> => {
    await spool.append(sampleCheck(endpoint, testNow() - ageMs));
    const verdict = { up, since: 1, statusCode: null, error: up ? null : ('timeout' as const) };
    const key = planKey('o1', endpoint);
    verdicts.set(key, { key, ownerId: 'o1', generation: 1, rev: 0, endpoint, verdict });
    unreported.note(key);
  };
  return { server, bodies, logged, spool, attachments, context, loop, signIns, ended: loop.run(), check };
}

type LoopParts = {
  spool: Spool;
  unreported: UnreportedVerdicts;
  attachments: Attachments;
  clock: Clock;
  verdicts: Map<string, VerdictToReport>;
  calls: Calls;
  onSignIn: () => void;
};

function startLoop({ spool, unreported, attachments, clock, verdicts, calls, onSignIn }: LoopParts) {
  const { device } = sampleReport(spool.status, 0, []);
  const nothing = { problems: [], uncheckedPercent: 0 };
  const context = { abstaining: false, device, clockOffsetMs: 3, syncedAt: null, ...nothing };
  const logged: string[] = [];
  const note = (text: string) => logged.push(text);
  const verdictOf = (key: string) => verdicts.get(key) ?? null;
  const loop = new CheckInLoop({
    spool,
    reporter: new Reporter({ spool, unreported, attachments, context: async () => context, verdictOf }),
    clock,
    log: { info: note, warn: note, debug: () => undefined },
    signal: stop.signal,
    checkIn: calls.checkIn,
    signIn: async () => {
      onSignIn();
      return null;
    },
    onArrived: () => undefined,
  });
  return { loop, context, logged };
}

/** The time in these tests: two minutes into a window, so that no window ends within a test. */
const SHIFT_MS = windowStart(Date.now()) + 2 * MINUTE_MS - Date.now();
export const testNow = () => Date.now() + SHIFT_MS;

/**
 * The server's side of check-ins over core's own decision, with the memory of one agent that holds o1 (generation 1)
 * and o2 (generation 4).
 */
export class ServerState {
  readonly applied: CheckInInput[] = [];
  private state: AgentState = { ...newAgentState('tw'), owners: { o1: 1, o2: 4 } };

  /** Forgets reports as a database restored from an older copy would. */
  restore(seq: number): void {
    this.state = { ...this.state, seq };
  }

  answer(data: unknown): Answer {
    const parsed = checkInInputSchema.safeParse(data);
    if (!parsed.success) return refusal('INVALID_ARGUMENT', { reason: 'malformed' });
    const decision: CheckInDecision = decideCheckIn(this.state, parsed.data, testNow());
    if (decision.outcome === 'refused') {
      return refusal('FAILED_PRECONDITION', { reason: 'gap', expectedSeq: decision.expectedSeq });
    }
    if (decision.outcome === 'limited') return refusal('RESOURCE_EXHAUSTED', { reason: 'too_many' });
    if (decision.outcome === 'applied') {
      this.state = { ...this.state, ...decision.state };
      this.applied.push(parsed.data);
    }
    const timely = isTimely(parsed.data, testNow());
    const applied = decision.outcome === 'applied' || decision.isOwn;
    const { futureChecks } = dropFutureChecks(parsed.data, testNow());
    return { result: { seq: parsed.data.seq, applied, timely, serverAt: testNow(), futureChecks } };
  }

  /** What arrived in the end: the endpoints of all checks, in order, and all reported verdicts. */
  checks(): string[] {
    return this.parts().flatMap(({ checks }) => checks.map(({ endpoint }) => endpoint));
  }

  verdicts(): [string, boolean][] {
    return this.parts().flatMap(({ verdicts }) =>
      Object.entries(verdicts).map(([endpoint, { up }]): [string, boolean] => [endpoint, up]),
    );
  }

  private parts() {
    return this.applied.flatMap(({ owners }) => Object.values(owners));
  }
}

export function refusal(status: string, details: { reason: string; expectedSeq?: number }): Answer {
  return { error: { status, message: details.reason, details } };
}
