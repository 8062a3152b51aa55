import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'farwatch-clone-'));
  mkdirSync(join(dir, 'emulators/src'), { recursive: true });
  cpSync(join(import.meta.dirname, '../bootstrap.mjs'), join(dir, 'emulators/bootstrap.mjs'));
  writeFileSync(join(dir, 'npm.mjs'), fakeNpm);
  locked(lockfile);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const lockfile = {
  '': { name: 'farwatch' },
  core: { version: '0.1.0' },
  'node_modules/@farwatch/core': { link: true },
  'node_modules/node': { version: '24.9.0' },
  'node_modules/other-system-only': { version: '1.0.0', optional: true },
};

/** Installs the lockfile's packages, and records its arguments. */
const fakeNpm = `
  import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
  writeFileSync('npm-called', process.argv.slice(2).join(' '));
  if (process.env.NPM_FAILS) process.exit(3);
  mkdirSync('node_modules/.bin', { recursive: true });
  try { symlinkSync(process.execPath, 'node_modules/.bin/node'); } catch {}
  copyFileSync('package-lock.json', 'node_modules/.package-lock.json');`;

function locked(packages: object): void {
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify({ packages }));
}

function installed(packages: object): void {
  mkdirSync(join(dir, 'node_modules/.bin'), { recursive: true });
  symlinkSync(process.execPath, join(dir, 'node_modules/.bin/node'));
  writeFileSync(join(dir, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
}

function script(name: 'start' | 'verify', code: string): void {
  writeFileSync(join(dir, `emulators/src/${name}.ts`), code);
}

function bootstrap(args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['emulators/bootstrap.mjs', ...args], {
    cwd: dir,
    env: { PATH: process.env.PATH, npm_execpath: join(dir, 'npm.mjs'), ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
  return { child, ended };
}

/** The arguments of npm, or null. */
function npmCall(): string | null {
  try {
    return readFileSync(join(dir, 'npm-called'), 'utf8');
  } catch {
    return null;
  }
}

describe('installing', () => {
  const up = { 'node_modules/node': { version: '24.9.0' } };

  it.each([
    ['nothing is installed', null, true],
    ['a package has another version', { 'node_modules/node': { version: '24.8.0' } }, true],
    ['a package is missing', {}, true],
    ['everything but packages for other systems is installed', up, false],
  ])('%s', async (_, packages, installs) => {
    if (packages) installed(packages);
    script('start', 'process.exit(0);');
    const { code } = await bootstrap(['start']).ended;
    expect(code).toBe(0);
    expect(npmCall()).toBe(installs ? 'ci --include=dev --no-audit --no-fund' : null);
  });

  it('prints one sentence if it fails', async () => {
    const { code, output } = await bootstrap(['start'], { NPM_FAILS: '1' }).ended;
    expect(code).toBe(1);
    expect(output).toContain('The packages could not be installed: see npm’s output above.');
  });
});

describe('running', () => {
  beforeEach(() => installed({ 'node_modules/node': { version: '24.9.0' } }));

  it('runs the script of its name with the other arguments, and exits with its code', async () => {
    script('verify', 'console.log(process.argv.slice(2).join(" ")); process.exit(7);');
    expect(await bootstrap(['test', 'unit', 'e2e']).ended).toEqual({ code: 7, output: 'unit e2e\n' });
  });

  it('refuses another name', async () => {
    expect(await bootstrap(['stop']).ended).toMatchObject({ code: 1, output: expect.stringMatching(/^Usage: /) });
  });

  it('passes signals on and waits', async () => {
    script(
      'start',
      `process.on('SIGINT', () => setTimeout(() => process.exit(5), 200)); console.log('up'); setInterval(() => {}, 1000);`,
    );
    const { child, ended } = bootstrap(['start']);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 5 });
  });

  it('closes the script’s channel when it is killed', async () => {
    script('start', `process.on('disconnect', () => process.exit(0)); console.log('up'); setInterval(() => {}, 1000);`);
    const { child, ended } = bootstrap(['start']);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGKILL');
    expect((await ended).code).toBeNull();
  });
});
