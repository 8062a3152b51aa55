import type { CheckInInput, OwnerReport } from '@farwatch/core/contracts/calls/check-in';
import type { ReportedVerdict } from '@farwatch/core/documents/verdict-change';
import { CONDITION, reportSample } from '@farwatch/core/testing/samples';
import type { CheckPhases } from '@farwatch/core/values/phases';
import type { AgentRelease } from '@farwatch/core/values/release';
import { windowStart } from '@farwatch/core/values/time';
import { AgentRefused } from '../entry/callables/agent-refused.ts';
import { checkIn } from '../entry/callables/check-in.ts';
import { drain } from '../entry/triggers/drain.ts';
import type { Run } from '../platform/db/run.ts';
import { OWNER } from './seed-project.ts';

/** What an agent saw of one owner's endpoints in one round of checks, under the revision that it knows. */
export type Seen = {
  up?: string[];
  down?: string[];
  ownerId?: string;
  generation?: number;
  rev?: number;
  abstaining?: boolean;
  /** What the verdicts say of slow responses. */
  slow?: ReportedVerdict['slow'];
  evidence?: OwnerReport['evidence'];
  certificates?: OwnerReport['certificates'];
};

/** Reports as an agent does: in order, numbered, and again if the server needs an earlier report first. */
export class TestAgent {
  readonly id: string;
  #seq = 0;
  #spool: string;
  tokenGeneration = 1;
  /** Reported for each check; null for an agent that reports none. */
  phases: CheckPhases | null = [3, 12, 20, 80, 5];

  constructor(id: string, spool = `spool-${id}`) {
    this.id = id;
    this.#spool = spool;
  }

  /** The next report, with all checks at the same time. */
  buildReport(atMs: number, seen: Seen = {}): CheckInInput {
    this.#seq += 1;
    const { ownerId = OWNER, abstaining = false } = seen;
    const ownerReport = this.buildOwnerReport(atMs, seen);
    const owners = ownerReport.checks.length > 0 ? { [ownerId]: ownerReport } : {};
    const condition = { ...CONDITION, abstaining };
    return reportSample({ spool: this.#spool, seq: this.#seq, windowAt: windowStart(atMs), owners, condition });
  }

  /** One owner's part of a report. */
  buildOwnerReport(atMs: number, seen: Seen): OwnerReport {
    const { up = [], down = [], generation = 1, rev = 0, slow, evidence, certificates } = seen;
    const verdict = (isUp: boolean): ReportedVerdict => ({
      up: isUp,
      since: atMs,
      statusCode: isUp ? 200 : 503,
      error: isUp ? null : 'status',
      rev,
      ...(slow !== undefined && { slow }),
    });
    const verdicts = [
      ...up.map((id) => [id, verdict(true)] as const),
      ...down.map((id) => [id, verdict(false)] as const),
    ];
    const checks = verdicts.map(([endpoint, { statusCode, error }]) => ({
      endpoint,
      at: atMs,
      ms: 120,
      statusCode,
      error,
      ...(this.phases && { phases: this.phases }),
    }));
    return { generation, checks, verdicts: Object.fromEntries(verdicts), evidence, certificates };
  }

  /** `newest`: the release that the server offers. */
  send(run: Run, report: unknown, newest: AgentRelease | null = null) {
    const caller = { agentId: this.id, tokenGeneration: this.tokenGeneration, ipAddress: '192.0.2.1' };
    return checkIn(run, caller, report, newest);
  }

  /** Repeats a report until the server has those before it. */
  async sendUntilAccepted(run: Run, report: CheckInInput): Promise<void> {
    for (;;) {
      try {
        await this.send(run, report);
        return;
      } catch (error) {
        if (!(error instanceof AgentRefused) || error.refusal.reason !== 'gap') throw error;
      }
    }
  }

  /** Sends the next report at the run's time. */
  async report(run: Run, seen: Seen) {
    return this.send(run, this.buildReport(run.nowMs, seen));
  }

  /** Sends the next report and applies its verdict changes, as the trigger does. */
  async reportAndDrain(run: Run, seen: Seen = {}): Promise<void> {
    await this.report(run, seen);
    await drain(run, this.id);
  }
}
