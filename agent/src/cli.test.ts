import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { failureOf, runCommandLine } from './command-line.ts';
import { newFolder } from './testing/folders.ts';
import { setLanguage } from './texts/texts.ts';

/** What a command prints and ends with, in this process, since starting one takes a second of processor time. */
async function runCli(args: string[]): Promise<{ code: number; out: string; err: string }> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    const code = await runCommandLine(args);
    return { code, out: log.mock.calls.join('\n'), err: '' };
  } catch (error) {
    const { output, exitCode } = failureOf(error, args);
    return { code: exitCode, out: log.mock.calls.join('\n'), err: String(output) };
  } finally {
    log.mockRestore();
  }
}

test('the program prints a problem on stderr, and ends with its exit code', async () => {
  const program = fileURLToPath(new URL('cli.ts', import.meta.url));
  const ended = new Promise((resolve) => {
    const child = execFile(process.execPath, [program, 'bogus'], { cwd: '/' }, (_error, out, err) => {
      resolve({ code: child.exitCode, out, err });
    });
  });
  expect(await ended).toEqual({ code: 1, out: '', err: expect.stringMatching(/^Unknown command bogus\./) });
});

describe('bad arguments give one sentence and 1', () => {
  test.each([
    [['bogus'], /^Unknown command bogus\./],
    [['register'], /^Missing the registration link/],
    [['register', 'a', 'b'], /^Only one link or code/],
    [['register', 'abc'], /^A code needs/],
    [['register', '--colour', 'x'], /^Unknown option '--colour'/],
    [['run', 'now'], /^Unexpected argument 'now'/],
    [['run', '--dir', '/missing/folder'], /^No agent is registered in \/missing\/folder\./],
    [['status', '--dir', '/missing/folder'], /^No agent is registered/],
    [['unregister', '--dir', '/missing/folder'], /^No agent is registered/],
    [['check'], /^Missing the URL/],
    [['check', 'a', 'b'], /^Only one URL/],
    [['check', 'ftp://a.farwatch.test'], /is not a URL that can be checked\./],
    [['check', 'https://a.farwatch.test', '--reference-site', 'nonsense'], /^nonsense cannot be a reference site/],
    [['toString'], /^Unknown command toString\./],
  ])('%j', async (args, sentence) => {
    const { code, out, err } = await runCli(args);
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect({ code, out }).toEqual({ code: 1, out: '' });
  });
});

test.each([
  [['--help']],
  ...['run', 'register', 'status', 'check', 'doctor', 'unregister'].map((command) => [[command, '--help']]),
])('%j helps', async (args) => {
  const { code, out } = await runCli(args);
  expect(code).toBe(0);
  expect(out).toContain('Usage');
});

describe('the language', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    setLanguage('en');
  });

  test.each([
    [['--lang', 'th', 'bogus'], /^ไม่รู้จักคำสั่ง bogus/],
    [['status', '--dir', '/missing/folder', '--lang=bn'], /^\/missing\/folder ফোল্ডারে/],
    [['register', '--colour', 'x', '--lang', 'zh-TW'], /^沒有 --colour 這個選項。$/],
    [['register', '--dir', '--lang', 'zh-Hant'], /^選項 --dir 少了值/],
    [['run', 'now', '--lang', 'cn'], /^多余的参数 now。$/],
    [['check', 'ftp://a.farwatch.test', '--lang', 'th'], /^ftp:\/\/a\.farwatch\.test ไม่ใช่ URL/],
    [['bogus', '--lang', 'de'], /^There is no language de\. Use one of: en, cn, zh-Hant, th, bn\.$/],
    [['bogus', '--lang'], /^Unknown command bogus\./],
    [['bogus', '--lang', 'th', '--json'], /^\{"error":"Unknown command bogus\./],
  ])('of %j', async (args, sentence) => {
    vi.stubEnv('FARWATCH_LANG', 'en');
    expect((await runCli(args)).err).toMatch(sentence);
  });

  test('is the system’s, and the help is in it', async () => {
    vi.stubEnv('FARWATCH_LANG', '');
    vi.stubEnv('LC_ALL', 'bn_BD.UTF-8');
    vi.stubEnv('TERM', 'xterm');
    expect((await runCli(['status', '--help'])).out).toContain('এটি কোন এজেন্ট');
  });

  test('can be a line of the settings file, which an option precedes', async () => {
    vi.stubEnv('FARWATCH_LANG', '');
    vi.stubEnv('LC_ALL', 'C');
    const dir = await newFolder();
    await writeFile(join(dir, 'settings.env'), 'FARWATCH_LANG=th\n');
    delete process.env.FARWATCH_LANG;
    expect((await runCli(['status', '--dir', dir])).err).toMatch(/^ไม่มีเอเจนต์ที่ลงทะเบียนไว้/);
    expect((await runCli(['status', '--dir', dir, '--lang', 'cn'])).err).toMatch(/没有已注册的探针/);
  });
});

describe('--json', () => {
  test('prints errors as an object', async () => {
    const { code, out, err } = await runCli(['status', '--dir', '/missing/folder', '--json']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(JSON.parse(err)).toEqual({ error: expect.stringMatching(/^No agent is registered/), exitCode: 1 });
  });

  test('prints the version as an object', async () => {
    const { out } = await runCli(['--version', '--json']);
    expect(JSON.parse(out)).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), node: process.version });
  });
});
