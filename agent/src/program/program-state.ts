import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNewerVersion, sha256Schema, versionSchema } from '@farwatch/core/values/release';
import { z } from 'zod';
import { writeDurably } from '../spool/durable.ts';

/** A version of the agent that was fetched. */
const programSchema = z.object({ version: versionSchema, sha256: sha256Schema });
export type Program = z.infer<typeof programSchema>;

/**
 * `program.json`: which fetched version runs, which one ran before it, which one is to show that it works, and what has
 * failed here, the newest last. The installed version reads what any later one writes: fields may be added, none
 * changed.
 */
export const programStateSchema = z.object({
  current: programSchema.nullable(),
  previous: programSchema.nullable(),
  /** `starts`: how often it has been started without checking in. */
  trial: programSchema.extend({ starts: z.number().int().nonnegative() }).nullable(),
  failed: z.array(sha256Schema),
  /**
   * While the current version has not yet run for an hour at a stretch: how often it was started and did not end well.
   */
  probation: z.object({ starts: z.number().int().nonnegative() }).optional(),
});
export type ProgramState = z.infer<typeof programStateSchema>;

export const NO_PROGRAMS: ProgramState = { current: null, previous: null, trial: null, failed: [] };

/** A new version may end so often before it has checked in: one of the ends may be a power cut. */
export const TRIAL_STARTS = 3;

/** A version that has checked in may end so often, unbidden, before it has run for an hour at a stretch. */
export const PROBATION_STARTS = 5;

const FAILED_KEPT = 20;

/** What is stored in the folder of programs; nothing if that is missing or unreadable. */
export async function readPrograms(folder: string): Promise<ProgramState> {
  const text = await readFile(join(folder, 'program.json'), 'utf8').catch(() => ''); // none yet, or not this user's
  const parsed = programStateSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : NO_PROGRAMS;
}

/** Replaces what is stored, as a whole. Throws the disk's error: then the previous state remains. */
export function writePrograms(folder: string, state: ProgramState): Promise<void> {
  return writeDurably(join(folder, 'program.json'), `${JSON.stringify(state, null, 2)}\n`);
}

/** Where a version lies in the folder of programs. */
export function programFile(folder: string, { version, sha256 }: Program): string {
  return join(folder, `${version}-${sha256.slice(0, 16)}.mjs`);
}

/** Only what is newer than the installed version: a version installed by hand takes precedence. */
export function newerThan(installed: string, { current, previous, trial, ...rest }: ProgramState): ProgramState {
  const keep = <Kept extends Program>(program: Kept | null) =>
    program && isNewerVersion(program.version, installed) ? program : null;
  return { ...rest, current: keep(current), previous: keep(previous), trial: keep(trial) };
}

/**
 * A new version was fetched and is to be tried; `running`: the fetched one that runs now, null for the installed one.
 * A running version on probation stays on it if the new one fails, with the one before it still present.
 */
export function withTrial(state: ProgramState, program: Program, running: Program | null): ProgramState {
  const { current, previous, failed, probation } = state;
  const next = { current: running, previous: null, trial: { ...program, starts: 0 }, failed };
  const isOnProbation = probation !== undefined && running !== null && running.sha256 === current?.sha256;
  return isOnProbation ? { ...next, previous, probation } : next;
}

/** The version on trial is about to be started. */
export function trialStarted(state: ProgramState): ProgramState {
  return { ...state, trial: state.trial && { ...state.trial, starts: state.trial.starts + 1 } };
}

/** The version on trial has had its time: it is not started any more. */
export function trialExpired(state: ProgramState): ProgramState {
  return { ...state, trial: state.trial && { ...state.trial, starts: TRIAL_STARTS } };
}

/** The version on trial has checked in: it is the current one, and has yet to run for a while. */
export function trialPassed(state: ProgramState): ProgramState {
  if (!state.trial) return state;
  const { version, sha256 } = state.trial;
  const probation = { starts: 1 };
  return { ...state, current: { version, sha256 }, previous: state.current, trial: null, probation };
}

/** The current version, on probation, is about to be started again. */
export function restarted(state: ProgramState): ProgramState {
  return state.probation ? { ...state, probation: { starts: state.probation.starts + 1 } } : state;
}

/** It was stopped on request: that start does not count. */
export function endedCleanly(state: ProgramState): ProgramState {
  return state.probation ? { ...state, probation: { starts: Math.max(0, state.probation.starts - 1) } } : state;
}

/** The current version has run for an hour at a stretch: it stays, whatever comes. */
export function probationPassed({ probation: _, ...state }: ProgramState): ProgramState {
  return state;
}

/** The current version ended again and again: the one before it runs, and it is not tried again. */
export function rolledBack(state: ProgramState): ProgramState {
  const { current, previous, trial, failed } = state;
  return {
    current: previous,
    previous: null,
    trial,
    failed: [...failed, ...(current ? [current.sha256] : [])].slice(-FAILED_KEPT),
  };
}

/** What a start has to do about a current version on probation. */
export function probationStep({ current, probation }: ProgramState): 'none' | 'start' | 'roll-back' {
  if (!current || !probation) return 'none';
  return probation.starts < PROBATION_STARTS ? 'start' : 'roll-back';
}

/** The version on trial does not work here: it is not tried again. */
export function trialFailed(state: ProgramState): ProgramState {
  if (!state.trial) return state;
  return { ...state, trial: null, failed: [...state.failed, state.trial.sha256].slice(-FAILED_KEPT) };
}

/** What a start has to do about the version on trial. */
export function trialStep({ trial }: ProgramState): 'none' | 'start' | 'give-up' {
  if (!trial) return 'none';
  return trial.starts < TRIAL_STARTS ? 'start' : 'give-up';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the schema refuses it
  }
}
