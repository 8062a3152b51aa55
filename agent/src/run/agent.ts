import type { CheckInInput, CheckInOutput } from '@farwatch/core/contracts/calls/check-in';
import type { Assignment } from '@farwatch/core/documents/assignment';
import type { Command } from '@farwatch/core/documents/command';
import type { RequestedTrial } from '@farwatch/core/documents/requested-trial';
import type { Device } from '@farwatch/core/values/device';
import type { AgentProblem, LocalFailure } from '@farwatch/core/values/local-failure';
import { SECOND_MS } from '@farwatch/core/values/time';
import { Attachments } from '../attachments.ts';
import { CheckInLoop } from '../check-in/loop.ts';
import { type ReportContext, Reporter, UnreportedVerdicts } from '../check-in/reporter.ts';
import { finalSentence } from '../client/failure.ts';
import { fetchAssignments } from '../client/fetch-assignments.ts';
import type { Firebase } from '../client/firebase.ts';
import { type Calls, createCalls, Session } from '../client/server.ts';
import { Subscription } from '../client/subscription.ts';
import type { Clock, Move } from '../clock/clock.ts';
import type { Log } from '../log.ts';
import type { RunCheck } from '../probe/check.ts';
import type { Planned } from '../schedule/plan.ts';
import type { ProcessorShares } from '../schedule/processor-shares.ts';
import type { QueueLimits } from '../schedule/queue.ts';
import type { SpooledCheck } from '../spool/line.ts';
import type { Spool } from '../spool/spool.ts';
import type { AssignmentsFile } from '../state/assignments-file.ts';
import type { AgentKey } from '../state/keys.ts';
import type { Status } from '../state/status-file.ts';
import { Trials } from '../trials.ts';
import { Connectivity } from '../verdict/connectivity.ts';
import type { CheckReference, ReferenceSite } from '../verdict/reference-sites.ts';
import type { VerdictToReport } from '../verdict/verdict-to-report.ts';
import { Watcher } from '../watch/watcher.ts';
import { type Checked, type Found, isFirstSuccess, mustSurvive } from '../watch/watcher-options.ts';
import { EventLog } from './event-log.ts';

/**
 * The first report waits at most this long for the assignments and a first round of checks; until then
 * earlier votes do not count.
 */
const FIRST_ROUND_MS = 15 * SECOND_MS;

/** What a running agent is made of. */
type AgentParts = {
  agentId: string;
  key: AgentKey;
  firebase: Firebase;
  clock: Clock;
  spool: Spool;
  probe: RunCheck;
  limits: QueueLimits;
  shares?: ProcessorShares;
  assignments: AssignmentsFile;
  references: readonly ReferenceSite[];
  checkReference: CheckReference;
  readDevice: () => Promise<Device>;
  /** The server reported the address that it sees this agent come from. */
  onSeenAs: (address: string) => void;
  log: Log;
  signal: AbortSignal;
  onStatus: (status: Status) => void;
  /** The server has taken a report. */
  onArrived: (report: CheckInInput, answer: CheckInOutput) => void;
};

/** The running agent (docs/agent.md): connects its parts. */
export class Agent {
  private readonly parts: AgentParts;
  private readonly clock: Clock;
  private readonly eventLog: EventLog;
  private readonly unreported = new UnreportedVerdicts();
  private readonly attachments = new Attachments();
  private readonly session: Session;
  private readonly connectivity: Connectivity;
  private readonly watcher: Watcher;
  private readonly trials: Trials;
  private readonly subscription: Subscription;
  private readonly loop: CheckInLoop;
  /** When the server last sent the assignments; until then the stored ones are used. */
  private syncedAt: number | null = null;
  private handledSyncAt = 0;
  private lastReportAt: number | null = null;
  private isSpoolBroken = false;

  constructor(parts: AgentParts) {
    const { agentId, key, firebase, clock, probe, limits, shares, references, checkReference, log, signal } = parts;
    const { auth, functions } = firebase;
    const calls = createCalls(functions, parts.onSeenAs);
    this.parts = parts;
    this.clock = clock;
    this.eventLog = new EventLog(log);
    this.session = new Session({ agentId, key, clock, auth, agentToken: calls.agentToken });
    const onChange = (abstaining: boolean) => this.onConnectivity(abstaining);
    this.connectivity = new Connectivity({ references, checkReference, probe, signal, onChange });
    const keep = (check: SpooledCheck) => this.keep(check);
    const onFound = (found: Found) => this.attachments.note(found);
    const onChecked = (checked: Checked) => this.onChecked(checked);
    const onLocalFailure = (planned: Planned, failure: LocalFailure, isUrgent: boolean) =>
      this.onLocalFailure(planned, failure, isUrgent);
    const { connectivity } = this;
    this.watcher = new Watcher({
      agentId,
      clock,
      probe,
      limits,
      ...(shares && { shares }),
      connectivity,
      signal,
      keep,
      onFound,
      onChecked,
      onLocalFailure,
    });
    this.trials = new Trials({ ...parts, session: this.session, reportTrial: calls.reportTrial });
    const callbacks = {
      onAssignments: (assigned: Assignment[]) => this.onAssignments(assigned),
      onCommand: (command: Command) => this.onCommand(command),
      onTrials: (requested: RequestedTrial[]) => this.trials.start(requested),
      onUnreadable: (path: string) => this.eventLog.cannotRead(path),
      // The next report is answered with the sentence that ends the agent.
      onGone: () => this.loop.reportNow(),
    };
    this.subscription = new Subscription({ firebase, agentId, session: this.session, log, signal, callbacks });
    this.loop = this.makeLoop(calls);
  }

  /** Runs until stopped, then returns null; or the sentence for which it has to stop for good. */
  async run(): Promise<string | null> {
    const { log, signal } = this.parts;
    this.connectivity.start();
    await this.useStored();
    this.watchClock();
    const sentence = await this.session.connect(log, signal);
    if (sentence !== null || signal.aborted) return sentence;
    log.info('Connected.');
    this.handledSyncAt = this.clock.now();
    this.subscription.start();
    setTimeout(() => this.loop.start(), FIRST_ROUND_MS).unref();
    return this.loop.run();
  }

  /** Checks the stored assignments until the server sends the current ones. */
  private async useStored(): Promise<void> {
    const stored = await this.parts.assignments.read();
    if (stored.length === 0) return;
    this.eventLog.assigned(stored);
    this.watcher.assign(stored);
  }

  /** Starts no more checks, and keeps the results of those that run. */
  finish(): Promise<void> {
    return this.watcher.finish();
  }

  /** Sends what there is; ends once nothing is left, or the server does not take it. */
  flush(): Promise<void> {
    return this.loop.flush();
  }

  private makeLoop(calls: Calls): CheckInLoop {
    const { spool, log, signal } = this.parts;
    const { clock, unreported, attachments } = this;
    const context = () => this.context();
    const verdictOf = (key: string) => this.verdictOf(key);
    return new CheckInLoop({
      spool,
      clock,
      log,
      signal,
      reporter: new Reporter({ spool, unreported, attachments, context, verdictOf }),
      checkIn: async (report) => {
        await this.session.ensureToken();
        return calls.checkIn(report);
      },
      signIn: async () => {
        const failure = await this.session.signIn();
        return failure && finalSentence(failure);
      },
      onArrived: (report, answer, afterFailure) => this.onArrived(report, answer, afterFailure),
    });
  }

  private onAssignments(assigned: Assignment[]): void {
    const isFirst = this.syncedAt === null;
    this.syncedAt = this.clock.now();
    this.eventLog.assigned(assigned);
    this.watcher.assign(assigned);
    const isThere = (key: string) => this.watcher.endpoints.has(key);
    this.unreported.keepOnly(isThere);
    this.attachments.keepOnly(isThere);
    this.parts.assignments.keep(assigned);
    if (isFirst) void this.watcher.round().then(() => this.reportFirst());
  }

  /** The server has confirmed the assignments, so results of stored ones may be reported. */
  private reportFirst(): void {
    this.loop.start();
    this.loop.reportNow();
  }

  private onCommand({ checkNow, confirmedDown = {}, syncAt }: Command): void {
    this.watcher.checkNow(checkNow, confirmedDown);
    if (syncAt === null || syncAt <= this.handledSyncAt) return;
    this.handledSyncAt = syncAt;
    const { firebase, agentId, log } = this.parts;
    fetchAssignments(firebase, agentId, (path) => this.eventLog.cannotRead(path))
      .then(
        (assigned) => this.onAssignments(assigned),
        () => log.warn('Cannot read the assignments again.'),
      )
      // The report shows the admin that the agent runs, and which assignments it has.
      .finally(() => this.loop.reportNow());
  }

  private onConnectivity(abstaining: boolean): void {
    this.eventLog.abstaining(abstaining);
    if (!abstaining) this.watcher.checkDiscarded();
    this.loop.reportNow();
  }

  private async keep(check: SpooledCheck): Promise<void> {
    const { spool, log } = this.parts;
    try {
      await spool.append(check);
      this.isSpoolBroken = false;
    } catch (error) {
      if (!this.isSpoolBroken) log.warn(`Cannot store results: ${(error as Error).message}`);
      this.isSpoolBroken = true;
      throw error;
    }
  }

  private onChecked(checked: Checked): void {
    this.eventLog.checked(checked);
    if (mustSurvive(checked)) void this.parts.spool.sync();
    this.unreported.note(checked.planned.key);
    this.loop.noteCheck();
    // Of an agent that starts, first successes come in their thousands: a report a second is enough.
    if (checked.isUrgent && !isFirstSuccess(checked)) this.loop.reportNow();
    else if (checked.isUrgent || checked.isNewerThanRequest) this.loop.reportAnswer();
  }

  private onLocalFailure(planned: Planned, failure: LocalFailure, isUrgent: boolean): void {
    this.eventLog.localFailure(planned, failure, isUrgent);
    this.eventLog.problems(this.problems());
    if (!isUrgent) return;
    this.unreported.note(planned.key);
    this.loop.reportNow();
  }

  private problems(): AgentProblem[] {
    const isAlone = this.connectivity.withoutReference && !this.connectivity.abstaining;
    return [...this.watcher.localFailures.list(this.clock.now()), ...(isAlone ? (['reference-sites'] as const) : [])];
  }

  private async context(): Promise<ReportContext> {
    const device = await this.parts.readDevice();
    const { abstaining } = this.connectivity;
    const problems = this.problems();
    this.eventLog.problems(problems);
    const { watcher, clock, syncedAt } = this;
    const uncheckedPercent = Math.round(
      (100 * watcher.localFailures.countUnchecked()) / Math.max(1, watcher.endpoints.size),
    );
    return { abstaining, device, clockOffsetMs: clock.wallOffsetMs(), syncedAt, problems, uncheckedPercent };
  }

  /** Null while its time may be wrong: the next report carries it. */
  private verdictOf(key: string): VerdictToReport | null {
    if (this.syncedAt === null || !this.clock.isKnown()) return null;
    const planned = this.watcher.endpoints.get(key);
    const { watcher, clock } = this;
    clock.sleptMs(); // what was seen before a sleep is old: the next reading counts it
    const verdict = planned && watcher.verdicts.reportable(planned, clock.elapsed(), watcher.isEveryMinute(key));
    if (!planned || !verdict) return null;
    const { ownerId, generation, rev, endpoint } = planned;
    return { key, ownerId, generation, rev, endpoint, verdict };
  }

  private onArrived(report: CheckInInput, answer: CheckInOutput, afterFailure: boolean): void {
    if (afterFailure) {
      this.parts.log.info('The server is reachable again.');
      this.subscription.renew();
    }
    if (report.lane === 'live') this.lastReportAt = Date.now();
    this.parts.onStatus(this.status());
    this.parts.onArrived(report, answer);
  }

  private status(): Status {
    const keys = [...this.watcher.endpoints.keys()];
    const iso = (atMs: number) => new Date(atMs).toISOString();
    return {
      at: iso(Date.now()),
      lastReportAt: this.lastReportAt === null ? null : iso(this.lastReportAt),
      endpoints: keys.length,
      down: keys.filter((key) => this.watcher.verdicts.verdictOf(key)?.up === false).length,
      abstaining: this.connectivity.abstaining,
    };
  }

  /** After a sleep, or a change of the clock: learns the time again, and makes a new connection. */
  private watchClock(): void {
    this.clock.onMove((move) => this.onMove(move));
    const timer = setInterval(() => {
      const jump = this.clock.noticeJump();
      if (jump.sleptMs === 0 && jump.setMs === 0) return;
      this.eventLog.jumped(jump);
      if (jump.sleptMs > 0) this.watcher.checkDiscarded();
      this.subscription.renew();
      this.loop.reportNow();
    }, 5 * SECOND_MS);
    this.parts.signal.addEventListener('abort', () => clearInterval(timer));
  }

  /** The server's time is known: earlier results can be reported. */
  private onMove(move: Move): void {
    const { spool, log } = this.parts;
    this.watcher.retime(move);
    if (move.guessedFromMs !== null) this.attachments.retime(move.guessedFromMs, move.byMs);
    spool.retime().then(
      () => this.loop.reportNow(),
      (error: Error) => log.warn(`Cannot use results from before the time was known: ${error.message}`),
    );
  }
}
