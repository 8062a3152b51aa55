import type { Device } from '@farwatch/core/agents/device';
import type { OwnFault, Trouble } from '@farwatch/core/agents/own-fault';
import type { CheckInInput } from '@farwatch/core/calls/check-in';
import type { Assignment } from '@farwatch/core/documents/assignment';
import type { Command } from '@farwatch/core/documents/command';
import { SECOND_MS } from '@farwatch/core/time';
import type { ReportedVerdict } from '../check-in/build-report.ts';
import { Ledger } from '../check-in/ledger.ts';
import { CheckInLoop } from '../check-in/loop.ts';
import { type Facts, Reporter } from '../check-in/reporter.ts';
import { type Calls, createCalls } from '../client/calls.ts';
import { finalSentence } from '../client/failure.ts';
import type { Firebase } from '../client/firebase.ts';
import { fetchAssignments } from '../client/listeners.ts';
import { Session } from '../client/session.ts';
import { Subscription } from '../client/subscription.ts';
import type { Clock, Move } from '../clock/clock.ts';
import type { Log } from '../log.ts';
import type { Probe } from '../probe/probe.ts';
import type { Planned } from '../schedule/plan.ts';
import type { QueueLimits } from '../schedule/queue.ts';
import type { SpooledCheck } from '../spool/line.ts';
import type { Spool } from '../spool/spool.ts';
import type { AssignmentsFile } from '../state/assignments-file.ts';
import type { AgentKey } from '../state/keys.ts';
import type { Status } from '../state/status-file.ts';
import { Sight } from '../verdict/sight.ts';
import type { AskWitness, Witness } from '../verdict/witnesses.ts';
import type { Checked } from '../watch/checked.ts';
import { Watcher } from '../watch/watcher.ts';
import { connect, pause } from './connect.ts';
import { Narrator } from './narrator.ts';

/**
 * The first report waits at most this long for the assignments and a first round of checks; until then former votes do
 * not count.
 */
const FIRST_ROUND_MS = 15 * SECOND_MS;

export type AgentParts = {
  agentId: string;
  key: AgentKey;
  firebase: Firebase;
  clock: Clock;
  spool: Spool;
  probe: Probe;
  limits: QueueLimits;
  assignments: AssignmentsFile;
  witnesses: readonly Witness[];
  askWitness: AskWitness;
  readDevice: () => Promise<Device>;
  /** The server said from which address it sees this agent come. */
  onSeenAs: (address: string) => void;
  log: Log;
  signal: AbortSignal;
  onStatus: (status: Status) => void;
};

/** The running agent (docs/architecture.md, Agent): connects its parts. */
export class Agent {
  private readonly parts: AgentParts;
  private readonly clock: Clock;
  private readonly narrator: Narrator;
  private readonly ledger = new Ledger();
  private readonly session: Session;
  private readonly sight: Sight;
  private readonly watcher: Watcher;
  private readonly subscription: Subscription;
  private readonly loop: CheckInLoop;
  /** When the server last sent the assignments; until then the stored ones are used. */
  private syncedAt: number | null = null;
  private heededSyncAt = 0;
  private lastReportAt: number | null = null;
  private isSpoolBroken = false;

  constructor(parts: AgentParts) {
    const { agentId, key, firebase, clock, probe, limits, witnesses, askWitness: ask, log, signal } = parts;
    const { auth, db, functions } = firebase;
    const calls = createCalls(functions, parts.onSeenAs);
    this.parts = parts;
    this.clock = clock;
    this.narrator = new Narrator(log);
    this.session = new Session({ agentId, key, clock, auth, agentToken: calls.agentToken });
    this.sight = new Sight({ witnesses, ask, probe, signal, onChange: (abstaining) => this.onSight(abstaining) });
    const keep = (check: SpooledCheck) => this.keep(check);
    const onChecked = (checked: Checked) => this.onChecked(checked);
    const onHindered = (planned: Planned, fault: OwnFault, isNews: boolean) => this.onHindered(planned, fault, isNews);
    const { sight } = this;
    this.watcher = new Watcher({ agentId, clock, probe, limits, sight, signal, keep, onChecked, onHindered });
    const heard = {
      onAssignments: (assigned: Assignment[]) => this.onAssignments(assigned),
      onCommand: (command: Command) => this.onCommand(command),
      onUnreadable: (path: string) => this.narrator.cannotRead(path),
      // The next report is answered with the sentence that ends the agent.
      onGone: () => this.loop.poke(),
    };
    this.subscription = new Subscription({ db, agentId, session: this.session, log, signal, heard });
    this.loop = this.makeLoop(calls);
  }

  /** Runs until stopped, then returns null; or the sentence for which it has to stop for good. */
  async run(): Promise<string | null> {
    const { log, signal } = this.parts;
    this.sight.begin();
    await this.goByStored();
    this.watchClock();
    const sentence = await connect(this.session, log, signal);
    if (sentence !== null || signal.aborted) return sentence;
    log.say('Connected.');
    this.heededSyncAt = this.clock.now();
    this.subscription.begin();
    void pause(FIRST_ROUND_MS, signal).then(() => this.loop.begin());
    return this.loop.run();
  }

  /** Checks the stored assignments until the server sends the present ones. */
  private async goByStored(): Promise<void> {
    const stored = await this.parts.assignments.read();
    if (stored.length === 0) return;
    this.narrator.assigned(stored);
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
    const { clock, ledger } = this;
    const facts = () => this.facts();
    const verdictOf = (key: string) => this.verdictOf(key);
    return new CheckInLoop({
      spool,
      ledger,
      clock,
      log,
      signal,
      reporter: new Reporter({ spool, ledger, facts, verdictOf }),
      checkIn: async (report) => {
        await this.session.ensureToken();
        return calls.checkIn(report);
      },
      signIn: async () => {
        const failure = await this.session.signIn();
        return failure && finalSentence(failure);
      },
      onArrived: (report, afterTrouble) => this.onArrived(report, afterTrouble),
    });
  }

  private onAssignments(assigned: Assignment[]): void {
    const isFirst = this.syncedAt === null;
    this.syncedAt = this.clock.now();
    this.narrator.assigned(assigned);
    this.watcher.assign(assigned);
    this.ledger.keepOnly((key) => this.watcher.endpoints.has(key));
    this.parts.assignments.keep(assigned);
    if (isFirst) void this.watcher.round().then(() => this.reportFirst());
  }

  /** Results for stored assignments wait until the server confirms those; now they are reported. */
  private reportFirst(): void {
    this.loop.begin();
    this.loop.poke();
  }

  private onCommand({ checkNow, syncAt }: Command): void {
    this.watcher.ask(checkNow);
    if (syncAt === null || syncAt <= this.heededSyncAt) return;
    this.heededSyncAt = syncAt;
    const { firebase, agentId, log } = this.parts;
    fetchAssignments(firebase.db, agentId, (path) => this.narrator.cannotRead(path)).then(
      (assigned) => {
        this.onAssignments(assigned);
        this.loop.poke();
      },
      () => log.trouble('The assignments could not be read again.'),
    );
  }

  private onSight(abstaining: boolean): void {
    this.narrator.abstaining(abstaining);
    if (!abstaining) this.watcher.seeAgain();
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
    this.narrator.checked(checked);
    this.ledger.note(checked.planned.key);
    if (checked.isNews) this.loop.poke();
    else if (checked.isAnswer) this.loop.answer();
  }

  private onHindered(planned: Planned, fault: OwnFault, isNews: boolean): void {
    this.narrator.hindered(planned, fault, isNews);
    this.narrator.troubles(this.troubles());
    if (!isNews) return;
    this.ledger.note(planned.key);
    this.loop.poke();
  }

  private troubles(): Trouble[] {
    const isAlone = this.sight.withoutWitness && !this.sight.abstaining;
    return [...this.watcher.troubles.list(this.clock.now()), ...(isAlone ? (['witnesses'] as const) : [])];
  }

  private async facts(): Promise<Facts> {
    const device = await this.parts.readDevice();
    const { abstaining } = this.sight;
    const troubles = this.troubles();
    this.narrator.troubles(troubles);
    const { watcher, clock, syncedAt } = this;
    const uncheckedPercent = Math.round(
      (100 * watcher.troubles.countUnchecked()) / Math.max(1, watcher.endpoints.size),
    );
    return { abstaining, device, clockOffsetMs: clock.wallOffsetMs(), syncedAt, troubles, uncheckedPercent };
  }

  /** Null while its time may be wrong: the next report carries it. */
  private verdictOf(key: string): ReportedVerdict | null {
    if (this.syncedAt === null || !this.clock.isKnown()) return null;
    const planned = this.watcher.endpoints.get(key);
    const { knowledge } = this.watcher;
    const verdict = knowledge.verdictOf(key) ?? knowledge.withdrawalOf(key);
    if (!planned || !verdict) return null;
    const { ownerId, generation, rev, endpoint } = planned;
    return { key, ownerId, generation, rev, endpoint, verdict };
  }

  private onArrived(report: CheckInInput, afterTrouble: boolean): void {
    if (afterTrouble) {
      this.parts.log.say('The server is reached again.');
      this.subscription.renew();
    }
    if (report.lane === 'live') this.lastReportAt = Date.now();
    this.parts.onStatus(this.status());
  }

  private status(): Status {
    const keys = [...this.watcher.endpoints.keys()];
    const iso = (atMs: number) => new Date(atMs).toISOString();
    return {
      at: iso(Date.now()),
      lastReportAt: this.lastReportAt === null ? null : iso(this.lastReportAt),
      endpoints: keys.length,
      down: keys.filter((key) => this.watcher.knowledge.verdictOf(key)?.up === false).length,
      abstaining: this.sight.abstaining,
    };
  }

  /** After a sleep, or a change of the clock: learns the time again, and makes a new connection. */
  private watchClock(): void {
    this.clock.onMove((move) => this.onMove(move));
    const timer = setInterval(() => {
      const jump = this.clock.noticeJump();
      if (jump.sleptMs === 0 && jump.setMs === 0) return;
      this.narrator.jumped(jump);
      if (jump.sleptMs > 0) this.watcher.seeAgain();
      this.subscription.renew();
      this.loop.poke();
    }, SECOND_MS);
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
