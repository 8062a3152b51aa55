import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The repository's top folder. */
export const rootDir = resolve(import.meta.dirname, '../../..');

/** Everything made at run time that may be deleted at any time: logs, agents' state, launcher jars. */
export const cacheDir = join(rootDir, '.cache');

/** Where Node keeps what it compiled, for programs that are started again and again. */
export const compileCacheDir = join(cacheDir, 'node');

/** Programs that npm installed. */
export const binDir = join(rootDir, 'node_modules/.bin');

/** Where the logs of one run of the platform go, by the run's name. */
export function logsDir(run: string): string {
  return join(cacheDir, 'logs', run);
}

/** A path as a person at the top folder would type it. */
export function shown(path: string): string {
  return path.startsWith(`${rootDir}/`) ? path.slice(rootDir.length + 1) : path;
}

/** Makes that folder, without what was in it. */
export function freshDir(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
}
