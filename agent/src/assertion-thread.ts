import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { LocalFailure } from '@farwatch/core/values/local-failure';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { AnswerToEvaluate, EvaluatedAnswer, Evaluation } from './probe/http/evaluate-answer.ts';
import type { ProcessorShares } from './schedule/processor-shares.ts';

/** The worker data by which a program knows, in a thread, that it is to evaluate assertions: `cli.ts` reads it too. */
const ASSERTION_THREAD = 'assertions';

/** What one answer may take. `processorMs`: processor time; `heapMiB`: memory, without its text. */
export type ThreadLimits = { processorMs: number; heapMiB: number };

/**
 * Within the budget of its assertions an answer takes a tenth of a second, or several times that on an old phone. A body
 * of 1 MiB takes up to 50 MiB as JSON, next to the states of a search.
 */
const LIMITS: ThreadLimits = { processorMs: 3 * SECOND_MS, heapMiB: 128 };

/** How long an answer may take on a machine that is busy otherwise, and how long the thread may take to start. */
const MOST_MS = MINUTE_MS;
const LOOK_EVERY_MS = 100;

type FromThread = 'ready' | { evaluated: EvaluatedAnswer; processorMs: number };
type Task = { answer: AnswerToEvaluate; ownerId: string; end: (outcome: Evaluation) => void };
/** `start` is called once the thread is ready. */
type Thread = { worker: Worker; isReady: boolean; start: () => void };

/**
 * Evaluates assertions in a thread of their own (docs/agent.md, Assertions): whatever an expression or a body costs, it
 * delays no other check and ends at most this thread. It takes one answer at a time, of the owner who has used the
 * least processor time. Most agents never start the thread.
 */
export class AssertionThread {
  private readonly shares: ProcessorShares;
  private readonly limits: ThreadLimits;
  private readonly waiting = new Set<Task>();
  private running: Task | null = null;
  private thread: Thread | null = null;

  constructor(shares: ProcessorShares, limits: ThreadLimits = LIMITS) {
    this.shares = shares;
    this.limits = limits;
  }

  /** Never rejects. Returns at once when the signal is aborted; then the outcome does not matter. */
  evaluate(answer: AnswerToEvaluate, ownerId: string, signal: AbortSignal): Promise<Evaluation> {
    return new Promise((resolve) => {
      const stop = () => {
        this.waiting.delete(task);
        resolve({ failure: 'frozen' });
      };
      const end = (outcome: Evaluation) => {
        signal.removeEventListener('abort', stop);
        resolve(outcome);
      };
      const task: Task = { answer, ownerId, end };
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop);
      this.waiting.add(task);
      this.startNext();
    });
  }

  private startNext(): void {
    const task = this.running === null ? this.nextTask() : null;
    if (!task) return;
    this.waiting.delete(task);
    this.running = task;
    this.thread ??= this.openThread();
    if (this.thread) this.start(task, this.thread);
    else this.end(task, { failure: 'memory' });
  }

  private start(task: Task, thread: Thread): void {
    let meter = new Meter();
    thread.start = () => {
      meter = new Meter();
      thread.worker.postMessage(task.answer);
    };
    thread.worker.ref(); // a program that only awaits this answer would end
    if (thread.isReady) thread.start();
    const timer = setInterval(() => {
      if (this.running !== task) return clearInterval(timer);
      const processorMs = thread.isReady ? meter.processorMs() : 0;
      if (processorMs <= this.limits.processorMs && meter.elapsedMs() <= MOST_MS) return;
      this.shares.note(task.ownerId, processorMs, performance.now());
      this.endThread(thread, processorMs > this.limits.processorMs ? 'tooComplex' : 'frozen');
    }, LOOK_EVERY_MS);
  }

  /** Returns the first waiting task of the owner who has used the least. */
  private nextTask(): Task | null {
    const nowMs = performance.now();
    let [next, leastMs]: [Task | null, number] = [null, Number.POSITIVE_INFINITY];
    for (const task of this.waiting) {
      const usedMs = this.shares.usedMs(task.ownerId, nowMs);
      if (usedMs < leastMs) [next, leastMs] = [task, usedMs];
    }
    return next;
  }

  /** Returns null if the machine has no resources for a thread. */
  private openThread(): Thread | null {
    const thread = newThread(this.limits);
    if (!thread) return null;
    const { worker } = thread;
    worker.on('message', (message: FromThread) => {
      if (this.thread !== thread) return;
      if (message === 'ready') {
        thread.isReady = true;
        thread.start();
      } else if (this.running) {
        this.shares.note(this.running.ownerId, message.processorMs, performance.now());
        this.end(this.running, { evaluated: message.evaluated });
      }
    });
    const onGone = () => this.endThread(thread, thread.isReady ? 'tooComplex' : 'memory');
    worker.on('error', onGone);
    worker.on('exit', onGone);
    return thread;
  }

  private endThread(thread: Thread, failure: 'tooComplex' | LocalFailure): void {
    if (this.thread !== thread) return;
    this.thread = null;
    void thread.worker.terminate();
    if (this.running) this.end(this.running, { failure });
  }

  private end(task: Task, outcome: Evaluation): void {
    this.running = null;
    this.thread?.worker.unref();
    task.end(outcome);
    this.startNext();
  }
}

function newThread({ heapMiB }: ThreadLimits): Thread | null {
  try {
    // This file from the sources, or the bundle with everything.
    const worker = new Worker(new URL(import.meta.url), {
      workerData: ASSERTION_THREAD,
      resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: 32 },
      execArgv: [],
    });
    return { worker, isReady: false, start: () => undefined };
  } catch {
    return null;
  }
}

/**
 * Measures the processor time of everything but the main thread, which is that of the assertion thread and little else:
 * a thread cannot answer while it is busy. Where Node does not tell the main thread's own, all time in which that had
 * something to do counts as its own.
 */
class Meter {
  private readonly startMs = performance.now();
  private readonly startOthersMs = othersMs();

  processorMs(): number {
    return othersMs() - this.startOthersMs;
  }

  elapsedMs(): number {
    return performance.now() - this.startMs;
  }
}

// Node 20 has none of it, despite its types.
const { threadCpuUsage }: Partial<typeof process> = process;

function othersMs(): number {
  const mainMs = threadCpuUsage ? inMs(threadCpuUsage()) : performance.eventLoopUtilization().active;
  return inMs(process.cpuUsage()) - mainMs;
}

function inMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}

/** The program of the thread. */
async function serve(): Promise<void> {
  const { evaluateAnswer } = await import('./probe/http/evaluate-answer.ts');
  const usage = threadCpuUsage ?? process.cpuUsage;
  const post = (message: FromThread) => parentPort?.postMessage(message);
  parentPort?.on('message', (answer: AnswerToEvaluate) => {
    const startMs = inMs(usage());
    const evaluated = evaluateAnswer(answer);
    post({ evaluated, processorMs: inMs(usage()) - startMs });
  });
  post('ready');
}

if (!isMainThread && workerData === ASSERTION_THREAD) void serve();
