import { type CheckInInput, checkInInputSchema, isTimely } from '@farwatch/core/contracts/calls/check-in';
import { type CheckInDecision, decideCheckIn } from '@farwatch/core/decisions/agents/decide-check-in';
import { dropFutureChecks } from '@farwatch/core/decisions/agents/drop-future-checks';
import { type AgentState, newAgentState } from '@farwatch/core/documents/agent';
import { MINUTE_MS, windowStart } from '@farwatch/core/values/time';
import type { Answer } from '../../testing/callable-server.ts';

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
