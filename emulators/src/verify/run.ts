import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cleanEnv } from '../platform/clean-env.ts';
import { unwatch, watch } from '../platform/guard.ts';
import { binDir, cacheDir, rootDir } from '../platform/paths.ts';
import { type Report, type Tally, tallyOf } from './tally.ts';

/** Runs a program of ours in the top folder, its output shown as it comes, and gives its exit code. */
export function runShown(args: readonly string[], env: Record<string, string> = {}): Promise<number | null> {
  const path = [binDir, process.env.PATH ?? ''].join(delimiter);
  const child = spawn(process.execPath, args, {
    cwd: rootDir,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...cleanEnv(), METADATA_SERVER_DETECTION: 'none', ...env, PATH: path },
  });
  return new Promise((resolve, reject) => {
    child.once('spawn', () => child.pid && watch(child.pid));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (child.pid) unwatch(child.pid);
      resolve(code);
    });
  });
}

/** A program that npm installed, by the path of its script in node_modules: a step that counts as one test. */
export async function runTool(script: string, ...args: string[]): Promise<Tally> {
  const code = await runShown([join(rootDir, 'node_modules', script), ...args]);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs these vitest projects (vitest.config.ts), only the files whose path has one of the filters in it. */
export async function runTests(
  projects: readonly string[],
  env: Record<string, string>,
  filters: readonly string[],
): Promise<Tally> {
  const reportFile = join(cacheDir, 'reports', `${projects.join('-')}.json`);
  mkdirSync(join(cacheDir, 'reports'), { recursive: true });
  rmSync(reportFile, { force: true });
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const vitest = join(rootDir, 'node_modules/vitest/vitest.mjs');
  const code = await runShown([vitest, 'run', '--passWithNoTests', ...chosen, ...reporters, ...filters], env);
  return tallyOf(existsSync(reportFile) ? (JSON.parse(readFileSync(reportFile, 'utf8')) as Report) : null, code);
}

/** Whether there are any such test files, so that nothing is started for none. */
export function hasTests(...patterns: string[]): boolean {
  return globSync(patterns, { cwd: rootDir, exclude: ['**/node_modules/**', '**/dist/**'] }).length > 0;
}
