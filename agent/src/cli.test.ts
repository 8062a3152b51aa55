import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url));

function runCli(args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [CLI, ...args], { cwd: '/' }, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
  });
}

describe('bad arguments give one sentence and 1', () => {
  test.each([
    [['bogus'], /^There is no command bogus\./],
    [['register'], /^What to join with\?/],
    [['register', 'a', 'b'], /^Only one link or code/],
    [['register', 'abc'], /^A code alone/],
    [['register', '--colour', 'x'], /^Unknown option '--colour'/],
    [['run', 'now'], /^Unexpected argument 'now'/],
    [['run', '--dir', '/nowhere/at/all'], /^No agent is registered in \/nowhere\/at\/all\./],
    [['status', '--dir', '/nowhere/at/all'], /^No agent is registered/],
  ])('%j', async (args, sentence) => {
    const { code, out, err } = await runCli(args);
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect({ code, out }).toEqual({ code: 1, out: '' });
  });
});

test.each([[['--help']], [['run', '--help']], [['register', '-h']], [['status', '--help']]])(
  '%j helps',
  async (args) => {
    const { code, out } = await runCli(args);
    expect(code).toBe(0);
    expect(out).toContain('Usage');
  },
);
