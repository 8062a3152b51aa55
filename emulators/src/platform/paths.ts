import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The repository's top folder. */
export const rootDir = resolve(import.meta.dirname, '../../..');

/** Files that may be deleted at any time: logs, agents' state, launcher jars. */
export const cacheDir = join(rootDir, '.cache');

/** Node's compile cache, for programs that are started often. */
export const compileCacheDir = join(cacheDir, 'node');

/** Programs that npm installed. */
export const binDir = join(rootDir, 'node_modules/.bin');

/** Returns the folder for the logs of one run of the platform, by the run's name. */
export function logsDir(run: string): string {
  return join(cacheDir, 'logs', run);
}

/** A path relative to the top folder. */
export function shown(path: string): string {
  return path.startsWith(`${rootDir}/`) ? path.slice(rootDir.length + 1) : path;
}

/** Creates the folder, or empties it. */
export function freshDir(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
}
