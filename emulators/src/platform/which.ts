import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import which from 'which';

/** Every program of that name on a PATH, in its order, without repeats. */
export function whichAll(name: string, path: string): string[] {
  return [...new Set(which.sync(name, { all: true, nothrow: true, path }) ?? [])];
}

/** True for a file that this user may run. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The file that a chain of links ends in; the path itself where it cannot be followed. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
