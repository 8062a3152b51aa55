import type { LocalFailure, Trouble } from '@farwatch/core/agents/local-failure';
import type { CheckInInput, CheckInOutput } from '@farwatch/core/calls/check-in';
import type { Assignment } from '@farwatch/core/documents/assignment';
import type { Command } from '@farwatch/core/documents/command';
import { SECOND_MS } from '@farwatch/core/time';
import type { ReportedVerdict } from '../check-in/build-report.ts';
import { CheckInLoop } from '../check-in/loop.ts';
import { type Facts, Reporter } from '../check-in/reporter.ts';
import { UnreportedVerdicts } from '../check-in/unreported-verdicts.ts';
import { type Calls, createCalls } from '../client/calls.ts';
import { finalSentence } from '../client/failure.ts';
import { fetchAssignments } from '../client/listeners.ts';
import { Session } from '../client/session.ts';
import { Subscription } from '../client/subscription.ts';
import type { Clock, Move } from '../clock/clock.ts';
import type { Planned } from '../schedule/plan.ts';
import type { SpooledCheck } from '../spool/line.ts';
import type { Status } from '../state/status-file.ts';
import { Connectivity } from '../verdict/connectivity.ts';
import { Watcher } from '../watch/watcher.ts';
import { type Checked, isFirstSuccess, mustSurvive } from '../watch/watcher-options.ts';
import type { AgentParts } from './agent-parts.ts';
import { connect, pause } from './connect.ts';
import { EventLog } from './event-log.ts';

/**
 * The first report waits at most this long for the assignments and a first round of checks; until then former votes do
 * not count.
 */
const FIRST_ROUND_MS = 15 * SECOND_MS;

/** The running agent (docs/architecture.md, Agent): connects its parts. */
export class Agent {
  private readonly parts: AgentParts;
  private readonly clock: Clock;
  private readonly eventLog: EventLog;
  private readonly unreported = new UnreportedVerdicts();
  private readonly session: Session;
  private readonly connectivity: Connectivity;
  private readonly watcher: Watcher;
  private readonly subscription: Subscription;
  private readonly loop: CheckInLoop;
  /** When the server last sent the assignments; until then the stored ones are used. */
  private syncedAt: number | null = null;
  private handledSyncAt = 0;
  private lastReportAt: number | null = null;
  private isSpoolBroken = false;

  constructor(parts: AgentParts) {
    const { agentId, key, firebase, clock, probe, limits, references, checkReference, log, signal } = parts;
    const { auth, db, functions } = firebase;
    const calls = createCalls(functions, parts.onSeenAs);
    this.parts = parts;
    this.clock = clock;
    this.eventLog = new EventLog(log);
    this.session = new Session({ agentId, key, clock, auth, agentToken: calls.agentToken });
    const onChange = (abstaining: boolean) => this.onConnectivity(abstaining);
    this.connectivity = new Connectivity({ references, checkReference, probe, signal, onChange });
    const keep = (check: SpooledCheck) => this.keep(check);
    const onChecked = (checked: Checked) => this.onChecked(checked);
    const onLocalFailure = (planned: Planned, fault: LocalFailure, isNews: boolean) =>
      this.onLocalFailure(planned, fault, isNews);
    const { connectivity } = this;
    this.watcher = new Watcher({
      agentId,
      clock,
      probe,
      limits,
      connectivity,
      signal,
      keep,
      onChecked,
      onLocalFailure,
    });
    const callbacks = {
      onAssignments: (assigned: Assignment[]) => this.onAssignments(assigned),
      onCommand: (command: Command) => this.onCommand(command),
      onUnreadable: (path: string) => this.eventLog.cannotRead(path),
      // The next report is answered with the sentence that ends the agent.
      onGone: () => this.loop.poke(),
    };
    this.subscription = new Subscription({ db, agentId, session: this.session, log, signal, callbacks });
    this.loop = this.makeLoop(calls);
  }

  /** Runs until stopped, then returns null; or the sentence for which it has to stop for good. */
  async run(): Promise<string | null> {
    const { log, signal } = this.parts;
    this.connectivity.begin();
    await this.useStored();
    this.watchClock();
    const sentence = await connect(this.session, log, signal);
    if (sentence !== null || signal.aborted) return sentence;
    log.say('Connected.');
    this.handledSyncAt = this.clock.now();
    this.subscription.begin();
    void pause(FIRST_ROUND_MS, signal).then(() => this.loop.begin());
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
  drain(): Promise<void> {
    return this.loop.drain();
  }

  private makeLoop(calls: Calls): CheckInLoop {
    const { spool, log, signal } = this.parts;
    const { clock, unreported } = this;
    const facts = () => this.facts();
    const verdictOf = (key: string) => this.verdictOf(key);
    return new CheckInLoop({
      spool,
      unreported,
      clock,
      log,
      signal,
      reporter: new Reporter({ spool, unreported, facts, verdictOf }),
      checkIn: async (report) => {
        await this.session.ensureToken();
        return calls.checkIn(report);
      },
      signIn: async () => {
        const failure = await this.session.signIn();
        return failure && finalSentence(failure);
      },
      onArrived: (report, answer, afterTrouble) => this.onArrived(report, answer, afterTrouble),
    });
  }

  private onAssignments(assigned: Assignment[]): void {
    const isFirst = this.syncedAt === null;
    this.syncedAt = this.clock.now();
    this.eventLog.assigned(assigned);
    this.watcher.assign(assigned);
    this.unreported.keepOnly((key) => this.watcher.endpoints.has(key));
    this.parts.assignments.keep(assigned);
    if (isFirst) void this.watcher.round().then(() => this.reportFirst());
  }

  /** The server has confirmed the assignments, so results of stored ones may be reported. */
  private reportFirst(): void {
    this.loop.begin();
    this.loop.poke();
  }

  private onCommand({ checkNow, syncAt }: Command): void {
    this.watcher.checkNow(checkNow);
    if (syncAt === null || syncAt <= this.handledSyncAt) return;
    this.handledSyncAt = syncAt;
    const { firebase, agentId, log } = this.parts;
    fetchAssignments(firebase.db, agentId, (path) => this.eventLog.cannotRead(path)).then(
      (assigned) => {
        this.onAssignments(assigned);
        this.loop.poke();
      },
      () => log.trouble('The assignments could not be read again.'),
    );
  }

  private onConnectivity(abstaining: boolean): void {
    this.eventLog.abstaining(abstaining);
    if (!abstaining) this.watcher.checkDiscarded();
    this.loop.poke();
  }

  private async keep(check: SpooledCheck): Promise<void> {
    const { spool, log } = this.parts;
    try {
      await spool.append(check);
      this.isSpoolBroken = false;
    } catch (error) {
      if (!this.isSpoolBroken) log.trouble(`Results cannot be kept: ${(error as Error).message}`);
      this.isSpoolBroken = true;
      throw error;
    }
  }

  private onChecked(checked: Checked): void {
    this.eventLog.checked(checked);
    if (mustSurvive(checked)) void this.parts.spool.sync();
    this.unreported.note(checked.planned.key);
    // Of an agent that starts, first successes come in their thousands: a report a second is enough.
    if (checked.isNews && !isFirstSuccess(checked)) this.loop.poke();
    else if (checked.isNews || checked.isAnswer) this.loop.answer();
  }

  private onLocalFailure(planned: Planned, fault: LocalFailure, isNews: boolean): void {
    this.eventLog.localFailure(planned, fault, isNews);
    this.eventLog.troubles(this.troubles());
    if (!isNews) return;
    this.unreported.note(planned.key);
    this.loop.poke();
  }

  private troubles(): Trouble[] {
    const isAlone = this.connectivity.withoutReference && !this.connectivity.abstaining;
    return [...this.watcher.localFailures.list(this.clock.now()), ...(isAlone ? (['reference-sites'] as const) : [])];
  }

  private async facts(): Promise<Facts> {
    const device = await this.parts.readDevice();
    const { abstaining } = this.connectivity;
    const troubles = this.troubles();
    this.eventLog.troubles(troubles);
    const { watcher, clock, syncedAt } = this;
    const uncheckedPercent = Math.round(
      (100 * watcher.localFailures.countUnchecked()) / Math.max(1, watcher.endpoints.size),
    );
    return { abstaining, device, clockOffsetMs: clock.wallOffsetMs(), syncedAt, troubles, uncheckedPercent };
  }

  /** Null while its time may be wrong: the next report carries it. */
  private verdictOf(key: string): ReportedVerdict | null {
    if (this.syncedAt === null || !this.clock.isKnown()) return null;
    const planned = this.watcher.endpoints.get(key);
    const { watcher, clock } = this;
    clock.sleptMs(); // what was seen before a sleep is old: the next reading counts it
    const verdict = planned && watcher.verdicts.reportable(planned, clock.elapsed(), watcher.isEveryMinute(key));
    if (!planned || !verdict) return null;
    const { ownerId, generation, rev, endpoint } = planned;
    return { key, ownerId, generation, rev, endpoint, verdict };
  }

  private onArrived(report: CheckInInput, answer: CheckInOutput, afterTrouble: boolean): void {
    if (afterTrouble) {
      this.parts.log.say('The server is reached again.');
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
      this.loop.poke();
    }, 5 * SECOND_MS);
    this.parts.signal.addEventListener('abort', () => clearInterval(timer));
  }

  /** The server has told the time: earlier results can be reported. */
  private onMove(move: Move): void {
    const { spool, log } = this.parts;
    this.watcher.retime(move);
    spool.retime().then(
      () => this.loop.poke(),
      (error: Error) => log.trouble(`Results of before the time was known cannot be used: ${error.message}`),
    );
  }
}
