import { dueJobs } from '@farwatch/core/values/scheduled-jobs';
import { Database } from '../firestore/database.ts';
import { type Change, collectionOf, Store } from '../firestore/store.ts';
import { AggregateField, FieldPath, FieldValue, StoreError, Timestamp, UNAVAILABLE } from '../firestore/values.ts';
import type { Random } from '../platform/random.ts';
import type { Program } from './bundle.ts';
import { Chat } from './chat.ts';
import type { Caller, Functions, PingHandler, RouteName, Run, Work } from './functions-program.ts';
import { HeartbeatHistory } from './heartbeat-history.ts';
import { IncidentHistory } from './history.ts';
import { MachineClock } from './machine-clock.ts';
import { type Modules, Process } from './process.ts';
import type { Timeline } from './timeline.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const TASK_TRIES = 5;
const TIME_LIMIT = 60 * SECOND;

class HttpsError extends Error {
  readonly code: string;
  readonly details: unknown;

  constructor(code: string, message: string, details: unknown) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, INTERNAL and UNAVAILABLE. */
const UNKNOWN_CODES = [1, 2, 4, 13, UNAVAILABLE];

/** The error of a commit that may have been applied. */
class UnknownOutcome extends StoreError {
  constructor(code: number) {
    super(code, 'the outcome of the commit is unknown');
  }
}

/** The tasks of a world. */
type WorldTask =
  | 'notifyOwner'
  | 'updatePages'
  | 'removeMonitor'
  | 'rollAgentHour'
  | 'buildHistory'
  | 'summarizeOwner'
  | 'refreshMaintenance';

/** One call of a function, which may die at any step. */
type Invocation = {
  stepsLeft: number;
  /** A person who gets an error would try again, which worlds do not do. */
  isOfPerson: boolean;
  /** Called if it died, or a step was refused. */
  onError: () => void;
};
type Limits = { mayDie?: boolean; withinMs?: number; onError?: () => void };

/**
 * Farwatch's functions over documents in memory: callables, triggers, tasks and the scheduler. `chaos`, from 0 (never)
 * to 1: how often they are late, repeated, lost or die.
 */
export class Server {
  readonly store = new Store();
  readonly history = new IncidentHistory();
  readonly heartbeats = new HeartbeatHistory();
  readonly chat: Chat;
  chaos = 0;
  /** How often a commit ends with an error though it may be applied, 0 to 1. */
  unknownCommits = 0;
  isDown = false;
  /** Whether pings, the canary's among them, get from Hosting to the function. */
  isPingUrlReachable = true;
  readonly downtimes: { fromMs: number; toMs: number }[] = [];
  /** When a sender died, or a step of it was refused: its last message may be sent again. */
  readonly brokenSenders: { ownerId: string; atMs: number }[] = [];
  /** Errors of functions, other than the injected ones. */
  readonly errors = new Set<string>();
  private listeners: (() => boolean)[] = [];
  private readonly timeline: Timeline;
  private readonly random: Random;
  private readonly process: Process;
  private readonly functions: Functions;
  private handlePing: PingHandler | null = null;
  private newRun: Run | null = null;

  constructor(timeline: Timeline, random: Random, program: Program) {
    this.timeline = timeline;
    this.random = random;
    this.chat = new Chat(timeline, random.fork());
    this.process = new Process(new MachineClock(timeline), random.fork());
    this.process.provide(this.modules());
    this.functions = program as Functions;
    this.store.onCommit = (changes) => {
      this.history.record(changes, timeline.nowMs);
      this.heartbeats.record(changes, timeline.nowMs);
      this.deliver(changes);
      const concernsAgents = changes.some(
        ({ path }) => path.startsWith('assignments/') || path.startsWith('commands/'),
      );
      if (concernsAgents) this.listeners = this.listeners.filter((listener) => listener());
    };
    this.schedule();
  }

  /** A call of an agent, with its token or null; rejects with code and details. */
  async call(name: string, data: unknown, token: { agent: string; tokenGeneration: number } | null): Promise<unknown> {
    const { functions } = this;
    const ip = '192.0.2.1';
    return this.invoke((run) =>
      functions.answerAgentCall(() => {
        if (name === 'agentToken') return functions.agentToken(run, run.auth, ip, data);
        if (name === 'registerAgent') return functions.registerAgent(run, data);
        if (!token) throw new HttpsError('permission-denied', 'foreign', { reason: 'foreign' });
        const caller = { agentId: token.agent, tokenGeneration: token.tokenGeneration, ipAddress: ip };
        return functions.checkIn(run, caller, data, null);
      }),
    );
  }

  /** A call of the API by a person. */
  request(name: RouteName, caller: Caller, raw: { params?: object; query?: object; body?: object }): Promise<unknown> {
    // The API's instances serve many callers: a dead call would block the next ones.
    return this.invoke((run) => this.functions[name].answer(run, caller, raw), { mayDie: false });
  }

  changeNotifications(caller: Caller, settings: object): Promise<unknown> {
    return this.invoke((run) => this.functions.changeNotifications(run, caller, () => settings), { mayDie: false });
  }

  /** A request to a ping URL; resolves with its status, and rejects if the function dies. */
  async ping(path: string, body: string): Promise<number> {
    let answered = 0;
    const request = { url: path, method: 'POST', headers: {}, rawBody: Buffer.from(body) };
    const writeHead = (status: number) => {
      answered = status;
    };
    await this.invoke((run) => {
      this.newRun = run;
      this.handlePing ??= this.functions.pingHandler(() => this.newRun ?? run);
      return this.handlePing(request, { writeHead, end: () => undefined });
    });
    return answered;
  }

  /** Its instances end with what they remember. */
  setDown(isDown: boolean): void {
    const { nowMs } = this.timeline;
    if (isDown && !this.isDown) this.downtimes.push({ fromMs: nowMs, toMs: Number.POSITIVE_INFINITY });
    const last = this.downtimes.at(-1);
    if (!isDown && this.isDown && last) last.toMs = nowMs;
    this.isDown = isDown;
    this.handlePing = null;
  }

  /** `listener` is called after each commit that concerns agents, until it returns false. */
  listen(listener: () => boolean): void {
    this.listeners.push(listener);
  }

  /** Direct access to the documents. */
  documents(): Database {
    const now = async <T>(work: () => T) => work();
    return new Database(this.store, { read: now, commit: now, newId: () => '', nowMs: () => this.timeline.nowMs });
  }

  private schedule(): void {
    const everyMinute = () => {
      const { nowMs } = this.timeline;
      const due = dueJobs(nowMs - MINUTE, nowMs);
      for (let times = this.runsOfJobs(); times > 0; times -= 1) {
        if (this.isDown) continue;
        const delayMs = this.random.between(0, 2 * SECOND);
        for (const { name, atMs } of due) {
          const work = (run: Run) => this.functions.JOBS[name].run({ ...run, nowMs: atMs });
          this.timeline.after(delayMs, () => this.inBackground(work));
        }
      }
      this.timeline.after(MINUTE, everyMinute);
    };
    this.timeline.at(Math.ceil(this.timeline.nowMs / MINUTE) * MINUTE, everyMinute);
  }

  /** How often the scheduler runs the jobs that it should run once. */
  private runsOfJobs(): number {
    if (this.random.chance(this.chaos * 0.05)) return 0;
    return this.random.chance(this.chaos * 0.05) ? 2 : 1;
  }

  private deliver(changes: readonly Change[]): void {
    for (const { path, before, after } of changes) {
      if (before || !after) continue;
      const collection = collectionOf(path);
      if (collection === 'verdictChanges') this.trigger((run) => this.functions.drain(run, String(after.agentId)));
    }
  }

  /** Runs a trigger at least once; with chaos late, twice or never. */
  private trigger(work: Work): void {
    const times = this.random.chance(this.chaos * 0.1) ? 2 : 1;
    for (let each = 0; each < times; each += 1) {
      const isLate = this.random.chance(this.chaos * 0.1);
      const delayMs = isLate ? this.random.spread(SECOND, 2 * MINUTE) : this.random.between(20, 500);
      this.timeline.after(delayMs, () => {
        if (!this.isDown) this.inBackground(work);
        else if (this.random.chance(0.5)) this.timeline.after(MINUTE, () => this.trigger(work));
      });
    }
  }

  private readonly tasks = {
    enqueue: async (name: WorldTask, input: Record<string, unknown>) => {
      const times = this.random.chance(this.chaos * 0.1) ? 2 : 1;
      for (let each = 0; each < times; each += 1) {
        this.timeline.after(this.random.between(20, 300), () => this.task(name, input, 1));
      }
    },
  };

  private task(name: WorldTask, input: Record<string, unknown>, attempt: number): void {
    if (this.isDown) return void this.timeline.after(MINUTE, () => this.task(name, input, attempt));
    const { functions } = this;
    const clock = { now: () => this.timeline.nowMs, sleep: (ms: number) => this.process.wait(ms) };
    const work: Work = (run) => {
      if (name === 'notifyOwner' || name === 'updatePages') return functions[name](run, input, clock);
      return functions[name](run, input);
    };
    const onError = () => {
      const { ownerId } = input;
      if (name === 'notifyOwner') this.brokenSenders.push({ ownerId: String(ownerId), atMs: this.timeline.nowMs });
    };
    this.invoke(work, { withinMs: 10 * MINUTE, onError }).catch((error: unknown) => {
      this.recordError(error);
      if (attempt < TASK_TRIES) this.timeline.after(10 * SECOND * attempt, () => this.task(name, input, attempt + 1));
    });
  }

  private inBackground(work: Work): void {
    this.invoke(work, { withinMs: 5 * MINUTE }).catch((error: unknown) => this.recordError(error));
  }

  /** Rejects, as the platform does, when the function does not end in time. */
  private invoke(work: Work, { mayDie = true, withinMs = TIME_LIMIT, onError = () => undefined }: Limits = {}) {
    const dies = mayDie && this.random.chance(this.chaos * 0.05);
    const invocation = {
      isOfPerson: !mayDie,
      stepsLeft: dies ? this.random.between(1, 25) : Number.POSITIVE_INFINITY,
      onError,
    };
    const run = { db: this.database(invocation), nowMs: this.timeline.nowMs, tasks: this.tasks, auth: AUTH };
    return new Promise<unknown>((resolve, reject) => {
      const limit = this.timeline.after(withinMs, () => reject(new StoreError(4, 'the function did not end in time')));
      this.process
        .run(() => work(run))
        .then(resolve, reject)
        .finally(() => limit.cancel());
    });
  }

  private database(invocation: Invocation): Database {
    return new Database(this.store, {
      read: async (work) => {
        await this.step(invocation);
        return work();
      },
      commit: async (work) => {
        await this.step(invocation);
        const isUnknown = !invocation.isOfPerson && this.unknownCommits > 0 && this.random.chance(this.unknownCommits);
        if (isUnknown) {
          invocation.onError();
          const isApplied = this.random.chance(0.5);
          if (isApplied) work();
          await this.step(invocation);
          throw new UnknownOutcome(this.random.pick(UNKNOWN_CODES));
        }
        const done = work();
        // The SDK sends a commit again whose answer was lost.
        const isLost = this.random.chance(this.chaos * 0.03);
        const result = isLost ? work() : done;
        await this.step(invocation);
        return result;
      },
      newId: () => this.random.text(12),
      nowMs: () => this.timeline.nowMs,
    });
  }

  /** Makes one step over the network, which never ends for a dead invocation. */
  private step(invocation: Invocation): Promise<void> {
    return new Promise((resolve, reject) => {
      invocation.stepsLeft -= 1;
      if (invocation.stepsLeft === 0) invocation.onError();
      if (invocation.stepsLeft <= 0) return;
      const isRefused = this.random.chance(this.chaos * 0.005);
      if (isRefused) invocation.onError();
      this.timeline.after(this.random.between(1, 12), () => {
        if (isRefused) reject(new StoreError(UNAVAILABLE, 'Firestore is not available'));
        else resolve();
      });
    });
  }

  private recordError(error: unknown): void {
    if (error instanceof UnknownOutcome) return;
    if (error instanceof StoreError && (error.code === UNAVAILABLE || error.code === 4)) return;
    if (error instanceof AggregateError && error.errors.every((each) => each instanceof StoreError)) return;
    this.errors.add(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  private modules(): Modules {
    return {
      'firebase-admin/firestore': { Timestamp, FieldValue, FieldPath, AggregateField },
      'firebase-functions/v2/https': { HttpsError },
      'firebase-functions/logger': { error: (_what: string, error: unknown) => this.recordError(error) },
      'simulated-channel': this.chat.module(),
      'simulated-canary': { request: async () => this.isPingUrlReachable },
    };
  }
}

/** A token names its agent and generation, which every call compares with the agent's state. */
const AUTH = {
  createCustomToken: async (_uid: string, claims: object) => JSON.stringify(claims),
  updateUser: async () => undefined,
  revokeRefreshTokens: async () => undefined,
  createUser: async () => undefined,
};
