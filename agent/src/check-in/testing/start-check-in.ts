import { afterEach } from 'vitest';
import { type Calls, createCalls } from '../../client/calls.ts';
import { type Clock, createClock, type Guess } from '../../clock/clock.ts';
import { Attachments } from '../../evidence/attachments.ts';
import { planKey } from '../../schedule/plan.ts';
import { Spool } from '../../spool/spool.ts';
import { sampleCheck, sampleReport } from '../../spool/testing/sample.ts';
import { type Answer, callableServer } from '../../testing/callable-server.ts';
import { newFolder } from '../../testing/folders.ts';
import type { VerdictToReport } from '../../verdict/verdict-to-report.ts';
import { CheckInLoop } from '../loop.ts';
import { Reporter } from '../reporter.ts';
import { UnreportedVerdicts } from '../unreported-verdicts.ts';
import { ServerState, testNow } from './state.ts';

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
