import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cleanEnv } from '../platform/clean-env.ts';
import { rootDir } from '../platform/paths.ts';

test.runIf(canEnter())(
  'the agent’s program checks sites by their names, and its usage is printed',
  { tags: 'minutes' },
  async () => {
    const args = ['--endpoints', '3', '--interval', '1', '--minutes', '0.1', '--answer-ms', '0'];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(rootDir, 'emulators/src/steady.ts'), ...args],
      {
        env: cleanEnv(),
      },
    );
    expect(stdout).toMatch(/until 0\.1 min/);
    expect(stdout).toMatch(/\b[1-9]\d* checks arrived, 0 of them failed; the agent ended with 0\./);
  },
);

/** Whether this machine allows network namespaces. */
function canEnter(): boolean {
  try {
    execFileSync('unshare', ['--map-root-user', '--net', '--mount', 'ip', 'link'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
