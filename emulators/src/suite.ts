import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { needFirestoreJar } from './platform/firestore-jar.ts';
import { findJava } from './platform/java.ts';
import { freshDir, logsDir, rootDir, shown } from './platform/paths.ts';
import type { Ports } from './platform/ports.ts';
import { Problem } from './platform/problem.ts';
import { type Service, startService } from './platform/service.ts';
import { projectId } from './project.ts';
import { writeConfig } from './suite/config.ts';
import { suiteEnv } from './suite/env.ts';
import { readLog, readStart } from './suite/log.ts';
import { writeSecrets } from './suite/secrets.ts';

/** Usually twelve seconds; minutes on a busy machine. */
const readyWithinMs = 300_000;

export interface SuiteOptions {
  ports: Ports;
  /** Names the folder of its logs. */
  run: string;
  /** The emulators to start; all of them when left out. */
  only?: readonly ('auth' | 'firestore')[];
  /** The built app, when it is not web/dist. */
  webDir?: string;
  /** The variables for the functions. */
  env?: Record<string, string>;
}

/** The running Firebase emulators. */
export interface Suite {
  ports: Ports;
  /** The process of firebase-tools, which starts all the others. */
  pid: number;
  logFile: string;
  /** Resolves when they have ended, for any reason. */
  exited: Service['exited'];
  stop(): Promise<void>;
}

/** Returns what the emulators need of this machine. Throws a Problem with instructions. */
export async function needPlatform(): Promise<{ javaBin: string; jar: string }> {
  const [javaBin, jar] = await Promise.all([findJava(), needFirestoreJar()]);
  return { javaBin, jar };
}

/**
 * Starts the Firebase emulators (auth, firestore, functions, hosting, tasks, hub) and resolves when all of them and
 * the functions answer. Throws a Problem with firebase-tools' own reason when one does not, leaving nothing behind.
 */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const { ports, run, only, env = {} } = options;
  const { javaBin, jar } = await needPlatform();
  freshDir(logsDir(run));
  const config = writeConfig(ports, { webDir: options.webDir, manyProjects: only !== undefined });
  if (!only) writeSecrets();
  const logFile = join(logsDir(run), 'emulators.log');
  const service = await startService({
    name: 'the emulators',
    command: process.execPath,
    args: [...firebaseArgs(config.path), ...(only ? ['--only', only.join(',')] : [])],
    cwd: logsDir(run),
    env: suiteEnv(process.env, { javaBin, jar, extra: env }),
    logFile,
  });
  const stop = async () => {
    await service.stop('SIGINT', 15_000);
    config.remove();
  };
  try {
    await ready(service);
    if (!only) await functionsLoaded(ports, logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ports, pid: service.pid, logFile, exited: service.exited, stop };
}

function firebaseArgs(configPath: string): string[] {
  const cli = join(rootDir, 'node_modules/firebase-tools/lib/bin/firebase.js');
  const patches = join(import.meta.dirname, 'suite/patches.ts');
  const options = ['--project', projectId, '--config', configPath, '--non-interactive'];
  return ['--import', pathToFileURL(patches).href, cli, 'emulators:start', ...options];
}

async function ready(service: Service): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  for (;;) {
    const running = service.running();
    const start = readStart(readLog(service.logFile));
    if (start.state === 'ready') return;
    if (start.state === 'failed') throw failure(start.reason, service.logFile);
    if (!running) throw failure('they exited', service.logFile);
    if (Date.now() > deadline) throw failure(`not ready after ${readyWithinMs / 1000} s`, service.logFile);
    await sleep(100);
  }
}

/** firebase-tools continues without functions that cannot be loaded. */
async function functionsLoaded(ports: Ports, logFile: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${ports.functions}/backends`);
  const { backends } = (await response.json()) as { backends: { functionTriggers: unknown[] }[] };
  if (backends.every(({ functionTriggers }) => functionTriggers.length === 0))
    throw failure('functions/dist defines none', logFile);
}

function failure(reason: string, logFile: string): Problem {
  return new Problem(`The emulators could not be started (${reason}): see ${shown(logFile)}.`);
}
