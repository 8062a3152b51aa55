import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import { EXIT } from '../outcome.ts';
import { readAgent } from '../state/agent-file.ts';
import type { AgentFolder } from '../state/folder.ts';
import { lockHolder } from '../state/lock.ts';
import { isIntact } from './bundle.ts';
import {
  endedCleanly,
  newerThan,
  type Program,
  type ProgramState,
  probationStep,
  programFile,
  programStateSchema,
  readPrograms,
  restarted,
  rolledBack,
  trialFailed,
  trialStarted,
  trialStep,
  writePrograms,
} from './program-state.ts';
import { TRIAL_MS, type Trial } from './watch-trial.ts';

/**
 * `version`: the installed one; `mayTry`: whether one on trial may be started, since what started this starts it again.
 */
export type Installed = { version: string; mayTry: boolean; log: Log };

/**
 * Starts, in this process, the fetched version that is on trial, or else the one that has shown that it works. False if
 * there is none that is newer than the installed one. Throws what a version on trial throws.
 */
export async function startAnother(folder: AgentFolder, { version, mayTry, log }: Installed): Promise<boolean> {
  const known = newerThan(version, await readPrograms(folder.programs));
  const isToRun = mayTry && (await lockHolder(folder.lock)) === null;
  if (isToRun) discountCleanEnd(folder.programs);
  const { trial } = known;
  if (isToRun && trial && (await startTrial(folder.programs, known, trial, log))) {
    const origin = (await readAgent(folder.agent).catch(() => null))?.origin ?? null;
    watchOver({ folder: folder.programs, sha256: trial.sha256, origin, afterMs: TRIAL_MS });
    await start(folder.programs, trial);
    return true;
  }
  const state = isToRun && !trial ? await noteProbationStart(folder.programs, known, log) : known;
  for (const program of [state.current, state.previous]) {
    if (!program || !(await isIntact(folder.programs, program))) continue;
    try {
      await start(folder.programs, program);
      return true;
    } catch (error) {
      // It once worked, but perhaps not with this Node.
      log.warn(`Version ${program.version} fails to start: ${(error as Error).message}`);
    }
  }
  return false;
}

/** What is to be started where the current version has not run for long yet: each start is noted before it happens. */
async function noteProbationStart(folder: string, state: ProgramState, log: Log): Promise<ProgramState> {
  const step = probationStep(state);
  if (step === 'none') return state;
  const next = step === 'start' ? restarted(state) : rolledBack(state);
  if (step === 'roll-back') {
    log.warn(`Version ${state.current?.version} kept crashing. Going back to the previous one.`);
  }
  await writePrograms(folder, next).catch((error: Error) => log.warn(`Cannot store that: ${error.message}`));
  return next;
}

/** Whether it is tried now. A start is noted before it happens, and does not happen if it cannot be. */
async function startTrial(folder: string, state: ProgramState, trial: Program, log: Log): Promise<boolean> {
  const isGood = trialStep(state) === 'start' && (await isIntact(folder, trial));
  if (!isGood) log.warn(`Version ${trial.version} has not checked in. Going back to the previous one.`);
  try {
    await writePrograms(folder, isGood ? trialStarted(state) : trialFailed(state));
    return isGood;
  } catch (error) {
    log.warn(`Cannot start version ${trial.version} now: ${(error as Error).message}`);
    return false;
  }
}

function start(folder: string, program: Program): Promise<unknown> {
  return import(pathToFileURL(programFile(folder, program)).href);
}

/** Kills a version on trial that hangs, from a thread; and does not believe its exit code that the agent is gone. */
function watchOver(trial: Trial): void {
  new Worker(process.argv[1] ?? '', { workerData: trial }).unref();
  process.on('exit', (code) => {
    if (code === EXIT.gone && isOnTrial(trial)) process.exitCode = EXIT.problem;
  });
}

/** A version that stops on request, or for the next one, has not failed. */
function discountCleanEnd(folder: string): void {
  process.on('exit', (code) => {
    if (code !== EXIT.ok && code !== EXIT.update) return;
    try {
      const path = join(folder, 'program.json');
      const state = programStateSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
      if (!state.probation) return;
      writeFileSync(`${path}.tmp`, JSON.stringify(endedCleanly(state)), { mode: 0o600 });
      renameSync(`${path}.tmp`, path);
    } catch {
      return; // then it counts as one that failed
    }
  });
}

function isOnTrial({ folder, sha256 }: Trial): boolean {
  try {
    const { trial } = JSON.parse(readFileSync(join(folder, 'program.json'), 'utf8')) as Partial<ProgramState>;
    return trial?.sha256 === sha256;
  } catch {
    return false; // it was removed meanwhile
  }
}
