import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import { type AgentRelease, isUpdateDue } from '@farwatch/core/values/release';
import { HOUR_MS } from '@farwatch/core/values/time';
import type { Log } from '../log.ts';
import { stableHash } from '../schedule/grid.ts';
import { fetchBundle, storeBundle, tidy } from './bundle.ts';
import {
  type Program,
  type ProgramState,
  probationPassed,
  readPrograms,
  trialPassed,
  withTrial,
  writePrograms,
} from './program-state.ts';

const RETRY_MS = HOUR_MS;
const SHARES = 100_000;
const PROBATION_MS = HOUR_MS;

export type UpdaterOptions = {
  /** The folder of programs. */
  folder: string;
  agentId: string;
  origin: string;
  /** Of the program that runs. */
  version: string;
  /** The server's time, epoch ms. */
  now: () => number;
  log: Log;
  signal: AbortSignal;
  /** For how long this process has to have run until its version stays, in ms. */
  probationMs?: number;
};

/** Keeps the agent's program up to date, from what the server answers to its reports (docs/agent.md, Updates). */
export class Updater {
  private readonly options: UpdaterOptions;
  /** The version that is there, and waits to be started. */
  readonly ready: Promise<string>;
  isReady = false;
  private becomeReady: (version: string) => void = () => undefined;
  private readonly share: number;
  private work: Promise<void> = Promise.resolve();
  private retryAtMs = 0;
  /** Whether it is known that this version works: the first report of its own shows it. */
  private isConfirmed = false;
  private isProbationOver = false;
  private lastError = '';

  constructor(options: UpdaterOptions) {
    this.options = options;
    this.share = stableHash(`update:${options.agentId}`, SHARES) / SHARES;
    this.ready = new Promise((resolve) => {
      this.becomeReady = resolve;
    });
  }

  /** The server has taken a report, and named the newest version if that is another. */
  arrived(report: CheckInInput, newest: AgentRelease | undefined): void {
    this.work = this.work.then(async () => {
      try {
        await this.confirm(report);
        await this.endProbation();
        if (newest) await this.take(newest);
      } catch (error) {
        this.logError((error as Error).message);
      }
    });
  }

  /** Ends once nothing is being done. */
  idle(): Promise<void> {
    return this.work;
  }

  /** A live report that this very version made shows that it works; one may still be of the version before. */
  private async confirm({ lane, device }: CheckInInput): Promise<void> {
    const { folder, version, log } = this.options;
    if (this.isConfirmed || lane !== 'live' || device.appVersion !== version) return;
    const state = await readPrograms(folder);
    const isOnTrial = state.trial?.version === version;
    const next = trialPassed(state);
    if (isOnTrial) await writePrograms(folder, next);
    this.isConfirmed = true;
    if (!isOnTrial) return;
    log.info(`Version ${version} works. Keeping it.`, { event: 'updated', version });
    await tidy(folder, programsOf(next));
  }

  /** A version that has run for long, and still reports, stays. */
  private async endProbation(): Promise<void> {
    const { folder, version, probationMs = PROBATION_MS } = this.options;
    if (!this.isConfirmed || this.isProbationOver || performance.now() < probationMs) return;
    const state = await readPrograms(folder);
    if (state.probation && state.current?.version === version) await writePrograms(folder, probationPassed(state));
    this.isProbationOver = true;
  }

  private async take(newest: AgentRelease): Promise<void> {
    const { folder, origin, version, now, signal } = this.options;
    if (this.isReady || signal.aborted || performance.now() < this.retryAtMs) return;
    const state = await readPrograms(folder);
    // One that waits for its trial is not fetched twice, and one that could not be noted as failed is not tried again.
    const failed = [...state.failed, ...(state.trial ? [state.trial.sha256] : [])];
    if (!isUpdateDue(newest, { version, share: this.share, failed, nowMs: now() })) return;
    this.retryAtMs = performance.now() + RETRY_MS;
    const bytes = await fetchBundle(origin, newest, signal);
    const program = { version: newest.version, sha256: newest.sha256 };
    const next = withTrial(state, program, runningOf(state, version));
    await storeBundle(folder, program, bytes, programsOf(next));
    await writePrograms(folder, next);
    this.isReady = true;
    this.becomeReady(newest.version);
  }

  private logError(text: string): void {
    if (this.options.signal.aborted || text === this.lastError) return;
    this.lastError = text;
    this.options.log.warn(`Cannot get the newest version (${text}). Retrying every hour.`);
  }
}

function programsOf({ current, previous, trial }: ProgramState): Program[] {
  return [current, previous, trial].flatMap((program) => program ?? []);
}

/** The fetched version that runs; null for the installed one. */
function runningOf({ current, previous }: ProgramState, version: string): Program | null {
  return [current, previous].find((program) => program?.version === version) ?? null;
}
