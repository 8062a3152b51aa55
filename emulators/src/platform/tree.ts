import { setTimeout as sleep } from 'node:timers/promises';
import { listProcs, type Proc, signalAll, stillRunning, treeOf } from './processes.ts';

/**
 * A process and all it has started, remembered: Java runs in a session of its own and outlives its parent, after which
 * nothing shows that the two belonged together.
 */
export class ProcTree {
  readonly #pid: number;
  #born: string | null = null;
  #known: Proc[] = [];

  constructor(pid: number) {
    this.#pid = pid;
    this.refresh();
  }

  /** Looks again. A later process that got the root's number is not taken for it. */
  refresh(procs: readonly Proc[] = listProcs()): void {
    const tree = treeOf(this.#pid, procs);
    this.#born ??= tree[0]?.born ?? null;
    if (tree[0]?.born === this.#born) this.#known = merged(this.#known, tree);
    this.#known = stillRunning(this.#known, procs);
  }

  /** Those that still run, the root first while it does. */
  running(): Proc[] {
    this.refresh();
    return this.#known;
  }

  /** Whether the root itself still runs. */
  rootRunning(): boolean {
    return this.running().some((proc) => this.#isRoot(proc));
  }

  /** Signals the root alone, which is then to end the others itself. */
  signalRoot(signal: NodeJS.Signals): void {
    signalAll(
      this.running().filter((proc) => this.#isRoot(proc)),
      signal,
    );
  }

  #isRoot(proc: Proc): boolean {
    return proc.pid === this.#pid;
  }

  /** Ends all of it at once. */
  kill(): void {
    signalAll(this.running(), 'SIGKILL');
  }
}

function merged(known: readonly Proc[], tree: readonly Proc[]): Proc[] {
  const isNew = (proc: Proc) => !known.some((old) => old.pid === proc.pid && old.born === proc.born);
  return [...known, ...tree.filter(isNew)];
}

/** The program is asked to end what it started; whatever is left when it is gone, or out of time, is killed. */
export async function endTree(tree: ProcTree, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  if (signal !== 'SIGKILL') {
    tree.signalRoot(signal);
    await until(() => !tree.rootRunning(), graceMs);
    await until(() => tree.running().length === 0, 300);
  }
  tree.kill();
  await until(() => tree.running().length === 0, 2_000);
}

async function until(done: () => boolean, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs;
  while (!done() && Date.now() < deadline) await sleep(50);
}
