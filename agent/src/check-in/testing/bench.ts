import { afterEach } from 'vitest';
import { createCalls } from '../../client/calls.ts';
import { createClock } from '../../clock/clock.ts';
import { planKey } from '../../schedule/plan.ts';
import { Spool } from '../../spool/spool.ts';
import { sampleCheck, sampleReport } from '../../spool/testing/sample.ts';
import { type Answer, callableServer } from '../../testing/callable-server.ts';
import { newFolder } from '../../testing/folders.ts';
import type { ReportedVerdict } from '../build-report.ts';
import { Ledger } from '../ledger.ts';
import { CheckInLoop } from '../loop.ts';
import { Reporter } from '../reporter.ts';
import { ServerState, testNow } from './state.ts';

let stop = new AbortController();
const spools: Spool[] = [];
afterEach(async () => {
  stop.abort();
  stop = new AbortController();
  for (const spool of spools.splice(0)) await spool.close();
});

export type Bench = Awaited<ReturnType<typeof startBench>>;

/**
 * The check-in over a real spool and a real HTTP server that decides as the product's does. `intercept` may answer in its
 * place: before the report is applied (`deny`), or after (`lose`).
 */
export async function startBench(
  options: {
    folder?: string;
    server?: ServerState;
    deny?: (call: number) => Answer | null;
    lose?: (call: number) => boolean;
  } = {},
) {
  const server = options.server ?? new ServerState();
  const bodies: string[] = [];
  const said: string[] = [];
  const functions = await callableServer((_name, data, body) => {
    bodies.push(body);
    const denied = options.deny?.(bodies.length);
    if (denied) return denied;
    const answer = server.answer(data);
    return options.lose?.(bodies.length) ? 'cut' : answer;
  });
  const spool = await Spool.open(options.folder ?? (await newFolder()));
  spools.push(spool);
  const verdicts = new Map<string, ReportedVerdict>();
  const facts = { abstaining: false, device: sampleReport(spool.turn, 0, []).device, clockOffsetMs: 3, syncedAt: null };
  const ledger = new Ledger();
  const clock = createClock(undefined, testNow);
  const reporter = new Reporter({
    spool,
    ledger,
    facts: async () => facts,
    verdictOf: (key) => verdicts.get(key) ?? null,
  });
  const signIns: number[] = [];
  const note = (text: string) => said.push(text);
  const loop = new CheckInLoop({
    ...{ spool, ledger, reporter, clock, signal: stop.signal },
    log: { say: note, trouble: note, detail: () => undefined },
    checkIn: createCalls(functions).checkIn,
    signIn: async () => {
      signIns.push(bodies.length);
      return null;
    },
    onArrived: () => undefined,
  });
  return {
    ...{ server, bodies, said, spool, verdicts, facts, ledger, loop, signIns },
    ended: loop.run(),
    /** A check of o1, `ageMs` old, with the verdict it led to. */
    async check(endpoint: string, ageMs = 0, up = true): Promise<void> {
      await spool.append(sampleCheck(endpoint, testNow() - ageMs));
      const verdict = { up, since: 1, statusCode: null, error: up ? null : ('timeout' as const) };
      const key = planKey('o1', endpoint);
      verdicts.set(key, { key, owner: 'o1', gen: 1, endpoint, verdict });
      ledger.note(key);
    },
  };
}
