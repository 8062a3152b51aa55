import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const IGNORED = /^(node_modules|dist|\..*)$|\.test\.tsx?$/;

/** All files below those paths that a build may read: no tests, built or installed files. */
export function sourceFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
    const names = readdirSync(path).filter((name) => !IGNORED.test(name));
    return sourceFiles(names.sort().map((name) => join(path, name)));
  });
}

/** A key that changes when a file below those paths, or the extra text, does. Missing files count as empty. */
export function contentHash(paths: readonly string[], extra: string): string {
  const hash = createHash('sha256').update(extra);
  for (const file of sourceFiles(paths)) {
    hash.update(`\0${file}\0`);
    if (statSync(file, { throwIfNoEntry: false })) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}
