import { setTimeout as sleep } from 'node:timers/promises';
import { listProcs, type Proc, signalAll, stillRunning, treeOf } from './processes.ts';

/**
 * A process and its descendants, remembered: Java runs in its own session and outlives its parent, after which nothing
 * shows their relation.
 */
export class ProcTree {
  readonly #pid: number;
  #born: string | null = null;
  #known: Proc[] = [];

  constructor(pid: number) {
    this.#pid = pid;
    this.refresh();
  }

  /** Updates the list. A later process with the root's id is not taken for it. */
  refresh(procs: readonly Proc[] = listProcs()): void {
    const tree = treeOf(this.#pid, procs);
    this.#born ??= tree[0]?.born ?? null;
    if (tree[0]?.born === this.#born) this.#known = merged(this.#known, tree);
    this.#known = stillRunning(this.#known, procs);
  }

  /** Lists the processes that still run, the root first while it does. */
  running(): Proc[] {
    this.refresh();
    return this.#known;
  }

  /** Whether the root itself still runs. */
  rootRunning(): boolean {
    return this.running().some((proc) => this.#isRoot(proc));
  }

  /** Signals only the root. */
  signalRoot(signal: NodeJS.Signals): void {
    signalAll(
      this.running().filter((proc) => this.#isRoot(proc)),
      signal,
    );
  }

  #isRoot(proc: Proc): boolean {
    return proc.pid === this.#pid;
  }

  /** Kills all. */
  kill(): void {
    signalAll(this.running(), 'SIGKILL');
  }
}

function merged(known: readonly Proc[], tree: readonly Proc[]): Proc[] {
  const isNew = (proc: Proc) => !known.some((old) => old.pid === proc.pid && old.born === proc.born);
  return [...known, ...tree.filter(isNew)];
}

/**
 * Signals the root, which then ends its descendants; kills what remains after the root has ended, or after that time.
 */
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
