import { type CheckInDecision, decideCheckIn } from '@farwatch/core/agents/decide-check-in';
import { type CheckInInput, checkInInputSchema, isTimely } from '@farwatch/core/calls/check-in';
import { type AgentState, newAgentState } from '@farwatch/core/documents/agent';
import { checkKey } from './spooled.ts';

/** What a callable answers: a result, or an error as HttpsError sends it. */
export type Answer = { result: unknown } | { error: { status: string; message: string; details?: unknown } };

/** A report that was applied, and how often the server had forgotten by then. */
export type Applied = { report: CheckInInput; era: number };

/** The server's side of check-ins, by core's own decision, with a memory that can become that of an older copy. */
export class ServerMemory {
  readonly applied: Applied[] = [];
  /** Reports that came twice under one number and were not the same. */
  readonly changed: string[] = [];
  replayed = 0;
  forgot = 0;
  private state: AgentState;
  private readonly copies: AgentState[] = [];
  private readonly arrived = new Set<string>();
  private counted = 0;
  private readonly heard = new Map<string, string>();

  constructor(owners: Record<string, number>) {
    this.state = { ...newAgentState('tw'), owners };
  }

  /** What the server knows of an endpoint, null for nothing. */
  isUp(ownerId: string, endpoint: string): boolean | null {
    const memory = this.state.verdicts[ownerId]?.endpoints[endpoint];
    return memory ? memory[0] === 1 : null;
  }

  /** The checks that have arrived. */
  keys(): ReadonlySet<string> {
    for (const { report } of this.applied.slice(this.counted)) {
      for (const [ownerId, { checks }] of Object.entries(report.owners)) {
        for (const { endpoint, at } of checks) this.arrived.add(checkKey(ownerId, endpoint, at));
      }
    }
    this.counted = this.applied.length;
    return this.arrived;
  }

  /** Returns to its state of that many reports ago, like a database restored from a copy. Filed reports stay. */
  forget(reports: number): void {
    const copy = this.copies.at(-1 - reports) ?? this.copies[0];
    if (!copy) return;
    this.state = copy;
    this.forgot += 1;
    this.heard.clear();
  }

  /** Takes a report, or says why not. One that was long on its way may be of before the server forgot: `isLate`. */
  apply(data: unknown, nowMs: number, isLate = false): Answer {
    const parsed = checkInInputSchema.safeParse(data);
    if (!parsed.success) return refusal('INVALID_ARGUMENT', { reason: 'malformed' });
    const report = parsed.data;
    const decision: CheckInDecision = decideCheckIn(this.state, report, nowMs);
    if (decision.outcome === 'refused') {
      return refusal('FAILED_PRECONDITION', { reason: 'gap', expectedSeq: decision.expectedSeq });
    }
    if (decision.outcome === 'limited') return refusal('RESOURCE_EXHAUSTED', { reason: 'too_many' });
    const isApplied = decision.outcome === 'applied';
    if (!isLate) this.compare(report, isApplied);
    if (isApplied) {
      const { verdicts, ...rest } = decision.state;
      this.copies.push(this.state);
      this.state = { ...this.state, ...rest, verdicts: { ...this.state.verdicts, ...verdicts } };
      this.applied.push({ report, era: this.forgot });
    } else this.replayed += 1;
    const applied = decision.outcome === 'applied' || decision.isOwn;
    return { result: { seq: report.seq, applied, timely: isTimely(report, nowMs), serverAt: nowMs } };
  }

  /** What comes again under a number must be the same report, whichever process sends it. */
  private compare(report: CheckInInput, isApplied: boolean): void {
    const key = `${report.spool}/${report.seq}`;
    const text = JSON.stringify({ ...report, sender: null });
    const before = this.heard.get(key);
    if (!isApplied && before !== undefined && before !== text) this.changed.push(key);
    this.heard.set(key, text);
  }
}

function refusal(status: string, details: { reason: string; expectedSeq?: number }): Answer {
  return { error: { status, message: details.reason, details } };
}
