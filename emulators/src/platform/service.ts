import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { unwatch, watch } from './guard.ts';
import { endTree } from './tree.ts';

export interface ServiceOptions {
  /** The name in messages. */
  name: string;
  command: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** The file for its output; an existing file is replaced. */
  logFile: string;
}

/** A program that runs until it is stopped. */
export interface Service {
  name: string;
  pid: number;
  logFile: string;
  running(): boolean;
  /** Resolves when it has ended, for any reason; never rejects. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends the signal, waits that long, then kills it and its descendants. May be called again. */
  stop(signal?: NodeJS.Signals, graceMs?: number): Promise<void>;
  /** Kills it and its descendants. */
  kill(): Promise<void>;
}

/**
 * Starts a program in its own session, so that a Ctrl-C at the terminal reaches only this process, which then stops it.
 * Its output goes directly to a file, so it never blocks on this process.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = openSync(options.logFile, 'w');
  const { command, args, cwd, env } = options;
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  const pid = await pidOf(child);
  const tree = watch(pid);
  const exited: Service['exited'] = new Promise((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  const end = async (signal: NodeJS.Signals, graceMs: number) => {
    await endTree(tree, signal, graceMs);
    if (child.exitCode === null && child.signalCode === null) await exited;
    unwatch(pid);
  };
  return {
    name: options.name,
    pid,
    logFile: options.logFile,
    running: () => child.exitCode === null && child.signalCode === null,
    exited,
    stop: (signal = 'SIGTERM', graceMs = 5_000) => end(signal, graceMs),
    kill: () => end('SIGKILL', 2_000),
  };
}

function pidOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child.pid ?? -1));
    child.once('error', reject);
  });
}
