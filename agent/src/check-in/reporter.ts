import type { CheckInInput, OwnerReport } from '@farwatch/core/contracts/calls/check-in';
import { AGENT, LIMITS } from '@farwatch/core/values/limits';
import type { AgentProblem } from '@farwatch/core/values/local-failure';
import { SECOND_MS, WINDOW_MS, windowStart } from '@farwatch/core/values/time';
import type { Attachments } from '../attachments.ts';
import { planKey } from '../schedule/plan.ts';
import type { SpooledCheck } from '../spool/line.ts';
import type { Taken } from '../spool/ranges.ts';
import type { Spool } from '../spool/spool.ts';
import type { VerdictToReport } from '../verdict/verdict-to-report.ts';

/** The rest of a report in addition to checks, read when it is built. */
export type ReportContext = {
  abstaining: boolean;
  device: CheckInInput['device'];
  clockOffsetMs: number;
  syncedAt: number | null;
  problems: AgentProblem[];
  uncheckedPercent: number;
};

export type ReporterOptions = {
  spool: Spool;
  unreported: UnreportedVerdicts;
  attachments: Attachments;
  context: () => Promise<ReportContext>;
  /** Returns the verdict of an endpoint by its key; null if it has none, or the endpoint is gone. */
  verdictOf: (key: string) => VerdictToReport | null;
};

/** Builds the next report of a lane and writes it to the spool as the one to send. */
export class Reporter {
  private readonly options: ReporterOptions;
  /** Windows whose live checks the current round has not reported yet. */
  private round: number[] = [];

  constructor(options: ReporterOptions) {
    this.options = options;
  }

  get inRound(): boolean {
    return this.round.length > 0;
  }

  /**
   * Builds a report of the live lane. The first call of a round always builds one, even if it is empty; the following
   * calls do while live checks are left that existed when the round started.
   */
  async live(nowMs: number): Promise<void> {
    const isFirst = !this.inRound;
    if (isFirst) this.round = this.windows('live', nowMs);
    while (this.round[0] !== undefined) {
      if (await this.report('live', this.round[0], nowMs)) return;
    }
    if (isFirst) await this.heartbeat(nowMs);
  }

  /** Builds a report of the oldest checks that waited too long for the live lane. Returns false if there are none. */
  async backfill(nowMs: number): Promise<boolean> {
    for (const windowAt of this.windows('backfill', nowMs)) {
      if (await this.report('backfill', windowAt, nowMs)) return true;
    }
    return false;
  }

  /** To be called when the server has stored the report in flight and its verdicts. */
  delivered(): void {
    this.options.unreported.delivered();
    this.options.attachments.forgetSent();
  }

  /** To be called when the report in flight came too late: its verdicts wait again. */
  returned(): void {
    this.options.unreported.returned();
    this.options.attachments.returned();
  }

  /**
   * To be called when the server rejects the report in flight. Its attachments are not sent again, since they may be
   * the reason.
   */
  rejected(): void {
    this.options.unreported.returned();
    this.options.attachments.forgetSent();
  }

  private windows(lane: Lane, nowMs: number): number[] {
    return windowsFor(lane, this.options.spool.windows(), nowMs);
  }

  private async report(lane: Lane, windowAt: number, nowMs: number): Promise<boolean> {
    const { spool } = this.options;
    const context = await this.options.context();
    const waiting = lane === 'live' ? this.waiting(context.abstaining) : [];
    const generations = new Map(waiting.map(({ ownerId, generation }) => [ownerId, generation]));
    const taken = await spool.take(windowAt, LIMITS.checksPerReport, admission(lane, generations, nowMs));
    if (lane === 'live' && taken.checks.length < LIMITS.checksPerReport) this.round.shift();
    if (taken.checks.length + taken.damaged === 0) return false;
    const verdicts = lane === 'live' ? this.withVerdictsOf(taken.checks, waiting, context.abstaining) : [];
    await this.dispatch(lane, windowAt, taken, verdicts, context);
    return true;
  }

  private async heartbeat(nowMs: number): Promise<void> {
    const context = await this.options.context();
    const nothing: Taken = { checks: [], takes: {}, damaged: 0 };
    await this.dispatch('live', windowStart(nowMs), nothing, this.waiting(context.abstaining), context);
  }

  /** Returns the unreported verdicts that a live report may carry. */
  private waiting(abstaining: boolean): VerdictToReport[] {
    const { unreported, verdictOf } = this.options;
    const present = unreported.list().flatMap((key) => verdictOf(key) ?? []);
    return reportable(present, abstaining).slice(0, LIMITS.checksPerReport);
  }

  /** A check is sent with its verdict even if an earlier report of the round had it: the check shows when it changed. */
  private withVerdictsOf(checks: readonly SpooledCheck[], waiting: VerdictToReport[], abstaining: boolean) {
    const known = new Set(waiting.map(({ key }) => key));
    const keys = new Set(checks.map(({ ownerId, check }) => planKey(ownerId, check.endpoint)));
    const others = [...keys].flatMap((key) => (known.has(key) ? [] : (this.options.verdictOf(key) ?? [])));
    return [...waiting, ...reportable(others, abstaining)].slice(0, LIMITS.checksPerReport);
  }

  private async dispatch(
    lane: Lane,
    windowAt: number,
    taken: Taken,
    verdicts: readonly VerdictToReport[],
    context: ReportContext,
  ): Promise<void> {
    const { spool, unreported, attachments } = this.options;
    const { owners: bare, includedKeys } = buildOwners(taken.checks, verdicts);
    const included = new Set(includedKeys);
    const isLive = lane === 'live';
    const owners = isLive
      ? attachments.attach(
          bare,
          verdicts.filter(({ key }) => included.has(key)),
        )
      : bare;
    const { spool: id, seq, droppedChecks, refusedReports, inMemory } = spool.status;
    const spoolOldestAt = await spool.oldestAt(taken.takes);
    const { device, syncedAt, abstaining, clockOffsetMs, problems, uncheckedPercent } = context;
    const kept = { abstaining, droppedChecks, spoolOldestAt, clockOffsetMs, refusedReports, inMemory };
    const condition = { ...kept, problems, uncheckedPercent };
    try {
      await spool.dispatch({ spool: id, seq, lane, windowAt, owners, device, condition, syncedAt }, taken);
    } catch (error) {
      if (isLive) attachments.returned();
      throw error;
    }
    unreported.sent(includedKeys);
  }
}

/**
 * The endpoints whose verdict the next live report must carry: all that were checked since the last delivered report,
 * even if their checks are too old for the live lane.
 */
export class UnreportedVerdicts {
  private waiting = new Set<string>();
  private inFlight = new Set<string>();

  note(key: string): void {
    this.waiting.add(key);
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  list(): string[] {
    return [...this.waiting];
  }

  /** Drops endpoints that no longer exist. */
  keepOnly(isThere: (key: string) => boolean): void {
    for (const keys of [this.waiting, this.inFlight]) {
      for (const key of keys) if (!isThere(key)) keys.delete(key);
    }
  }

  /**
   * To be called when a report in flight carries these verdicts. Verdicts noted again in the meantime wait for the
   * next.
   */
  sent(keys: Iterable<string>): void {
    for (const key of keys) {
      this.waiting.delete(key);
      this.inFlight.add(key);
    }
  }

  delivered(): void {
    this.inFlight.clear();
  }

  /** To be called when the report in flight was lost or came too late: its verdicts wait again. */
  returned(): void {
    this.waiting = new Set([...this.inFlight, ...this.waiting]);
    this.inFlight.clear();
  }
}

type Lane = CheckInInput['lane'];

/** Checks leave the live lane a little before ten minutes, so that they arrive in time. */
const LIVE_MS = AGENT.liveLaneMs - 30 * SECOND_MS;

/** Returns the lane of a check now, which is live while it is under ten minutes old. */
export function laneOf(checkAtMs: number, nowMs: number): Lane {
  return nowMs - checkAtMs < LIVE_MS ? 'live' : 'backfill';
}

/** Returns those of the given windows that may hold checks for the lane, the oldest first. */
export function windowsFor(lane: Lane, windows: readonly number[], nowMs: number): number[] {
  return windows
    .filter((windowAt) =>
      lane === 'live' ? laneOf(windowAt + WINDOW_MS, nowMs) === 'live' : laneOf(windowAt, nowMs) === 'backfill',
    )
    .sort((a, b) => a - b);
}

/**
 * Returns a filter of the checks that a report may carry: those of the lane, and of each owner only those under one
 * generation, which is in `generations` or else the one of the owner's first check.
 */
export function admission(lane: Lane, generations: ReadonlyMap<string, number>, nowMs: number) {
  const fixed = new Map(generations);
  return ({ ownerId, generation, check }: SpooledCheck): boolean => {
    if (laneOf(check.at, nowMs) !== lane) return false;
    const only = fixed.get(ownerId);
    if (only === undefined) fixed.set(ownerId, generation);
    return only === undefined || only === generation;
  };
}

/**
 * Builds the owners' parts of a report: their checks and verdicts, all of an owner under one generation. A verdict
 * under another generation than the owner's checks waits for the next report. `includedKeys` are the keys of the
 * verdicts in the report.
 */
export function buildOwners(
  checks: readonly SpooledCheck[],
  verdicts: readonly VerdictToReport[],
): { owners: CheckInInput['owners']; includedKeys: string[] } {
  const owners: Record<string, OwnerReport> = {};
  const includedKeys: string[] = [];
  for (const { ownerId, generation, check } of checks) part(owners, ownerId, generation)?.checks.push(check);
  for (const { key, ownerId, generation, rev, endpoint, verdict } of verdicts) {
    const own = part(owners, ownerId, generation);
    if (!own) continue;
    if ('up' in verdict) own.verdicts[endpoint] = { ...verdict, rev };
    else own.withdrawn = { ...own.withdrawn, [endpoint]: { ...verdict, rev } };
    includedKeys.push(key);
  }
  return { owners, includedKeys };
}

/** Returns the owner's part of the report, created if missing; null if it is under another generation. */
function part(owners: Record<string, OwnerReport>, ownerId: string, generation: number): OwnerReport | null {
  owners[ownerId] ??= { generation, checks: [], verdicts: {} };
  return owners[ownerId].generation === generation ? owners[ownerId] : null;
}

/** Returns the verdicts that may be reported: no down verdicts while the agent abstains. */
export function reportable(verdicts: readonly VerdictToReport[], abstaining: boolean): VerdictToReport[] {
  return verdicts.filter(({ verdict }) => !abstaining || !('up' in verdict) || verdict.up);
}
