import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { httpServer } from '../probe/testing/servers.ts';
import { newFolder } from '../testing/folders.ts';
import {
  NO_PROGRAMS,
  type Program,
  programFile,
  readPrograms,
  trialPassed,
  trialStarted,
  withTrial,
  writePrograms,
} from './program-state.ts';
import { startChild } from './testing/child.ts';
import type { Trial } from './watch-trial.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
const HANG = fileURLToPath(new URL('testing/hang.ts', import.meta.url));
const SUPERVISED = { FARWATCH_SUPERVISED: 'yes' };
/** The installed version runs: here it finds that nothing is registered. */
const INSTALLED = /^No agent is registered in/m;

/** An agent's folder with these bundles in its folder of programs. */
async function folderWith(bundles: Record<string, string>) {
  const dir = await newFolder();
  const programs = join(dir, 'program');
  await mkdir(programs);
  const known: Record<string, Program> = {};
  for (const [version, text] of Object.entries(bundles)) {
    const program = { version, sha256: createHash('sha256').update(text).digest('hex') };
    known[version] = program;
    await writeFile(programFile(programs, program), text);
  }
  const of = (version: string) => known[version] ?? { version, sha256: 'c'.repeat(64) };
  const run = async (args: string[] = ['run'], env: Record<string, string> = SUPERVISED) => {
    const { ended, out } = startChild([CLI, ...args], { ...env, FARWATCH_DIR: dir });
    return { code: await ended, out: out() };
  };
  return { dir, programs, of, run };
}

const PRINTS = (what: string) => `console.log('${what}', process.argv.slice(2).join(' ')); process.exit(0);`;

describe('a version that has shown that it works', () => {
  test('runs instead of the installed one, for every command and with all its arguments', async () => {
    const { programs, of, run } = await folderWith({ '9.0.0': PRINTS('nine'), '8.0.0': PRINTS('eight') });
    await writePrograms(programs, { ...NO_PROGRAMS, current: of('9.0.0'), previous: of('8.0.0') });
    expect(await run(['run', '--of-later-versions', 'x', '--json'])).toEqual({
      code: 0,
      out: 'nine run --of-later-versions x --json\n',
    });
    expect((await run(['check', 'later://scheme'], {})).out).toBe('nine check later://scheme\n');
  });

  test.each([
    ['an option', ['run', '--no-update'], {}],
    ['the environment', ['run'], { FARWATCH_NO_UPDATE: 'yes' }],
  ])('does not where %s forbids it', async (_name, args, env) => {
    const { programs, of, run } = await folderWith({ '9.0.0': PRINTS('nine') });
    await writePrograms(programs, { ...NO_PROGRAMS, current: of('9.0.0') });
    expect(await run(args, { ...SUPERVISED, ...env })).toEqual({ code: 1, out: expect.stringMatching(INSTALLED) });
  });

  test('does not where the settings file forbids it', async () => {
    const { dir, programs, of, run } = await folderWith({ '9.0.0': PRINTS('nine') });
    await writePrograms(programs, { ...NO_PROGRAMS, current: of('9.0.0') });
    await writeFile(join(dir, 'settings.env'), 'FARWATCH_NO_UPDATE=yes\n');
    expect((await run()).out).toMatch(INSTALLED);
  });

  test('does not where an older one than the installed was fetched', async () => {
    const { programs, of, run } = await folderWith({ '0.0.1': PRINTS('old') });
    await writePrograms(programs, { ...NO_PROGRAMS, current: of('0.0.1') });
    expect((await run()).out).toMatch(INSTALLED);
  });

  test('and is damaged or does not start any more, leaves its place to the one before it, and that to the installed', async () => {
    const { programs, of, run } = await folderWith({ '9.0.0': PRINTS('nine'), '8.0.0': PRINTS('eight') });
    await writePrograms(programs, { ...NO_PROGRAMS, current: of('9.0.0'), previous: of('8.0.0') });
    await writeFile(programFile(programs, of('9.0.0')), PRINTS('bent'));
    expect((await run()).out).toBe('eight run\n');
    await writeFile(programFile(programs, of('8.0.0')), PRINTS('bent'));
    expect((await run()).out).toMatch(INSTALLED);
    const broken = await folderWith({ '9.0.0': 'throw new Error("not with this Node");', '8.0.0': PRINTS('eight') });
    const [current, previous] = [broken.of('9.0.0'), broken.of('8.0.0')];
    await writePrograms(broken.programs, { ...NO_PROGRAMS, current, previous });
    expect((await broken.run()).out).toMatch(/Version 9\.0\.0 fails to start: not with this Node\neight run\n$/);
  });
});

describe('a version on trial', () => {
  async function onTrial(bundle: string) {
    const started = await folderWith({ '9.0.0': bundle, '8.0.0': PRINTS('eight') });
    const { programs, of } = started;
    await writePrograms(programs, withTrial(NO_PROGRAMS, of('9.0.0'), of('8.0.0')));
    return started;
  }

  test('is started where the process is started again when it ends, and only for run', async () => {
    const { programs, run } = await onTrial(PRINTS('nine'));
    expect((await run(['run'], {})).out).toBe('eight run\n');
    expect((await run(['status'])).out).toBe('eight status\n');
    expect((await readPrograms(programs)).trial?.starts).toBe(0);
    expect((await run()).out).toBe('nine run\n');
    expect((await readPrograms(programs)).trial?.starts).toBe(1);
  });

  const goesBack = async (_name: string, bundle: string, code: number) => {
    const { programs, of, run } = await onTrial(bundle);
    for (const _start of ['first', 'second', 'third']) expect((await run()).code).toBe(code);
    const back = await run();
    expect(back.code).toBe(0);
    expect(back.out).toMatch(/Version 9\.0\.0 has not checked in\. Going back.*\neight run\n$/);
    expect((await run()).out).toBe('eight run\n');
    expect(await readPrograms(programs)).toMatchObject({ trial: null, failed: [of('9.0.0').sha256] });
  };
  const THRICE = 'that %s is started three times, and then the one before it runs for good';
  test.each([['throws', 'throw new Error("broken");', 1] as const])(THRICE, goesBack);
  test.each([
    ['is no program', '<!doctype html>', 1],
    ['ends at once', 'process.exit(0);', 0],
    ['exits because the agent is gone', 'process.exit(2);', 1],
  ] as const)(THRICE, { tags: 'minutes' }, goesBack);

  test('leaves settings that only it knows, and the one before it runs with what it knows of them', async () => {
    const { dir, programs, of, run } = await onTrial('throw new Error("broken");');
    await writePrograms(programs, {
      ...trialStarted(trialStarted(trialStarted(withTrial(NO_PROGRAMS, of('9.0.0'), null)))),
    });
    await writeFile(join(dir, 'settings.env'), 'FARWATCH_OF_LATER=5\nFARWATCH_JSON=yes\n');
    const back = await run();
    expect(back.out).toMatch(/"text":"Unknown setting FARWATCH_OF_LATER in settings\.env: ignored\."/);
    expect(back.out).toContain('{"error":"No agent is registered in');
  });

  test('that has checked in, and then hears that the agent is gone, ends it', async () => {
    const state = JSON.stringify(NO_PROGRAMS);
    const bundle = `
      import { writeFileSync } from 'node:fs';
      writeFileSync(process.env.FARWATCH_DIR + '/program/program.json', '${state}');
      process.exit(2);`;
    expect((await (await onTrial(bundle)).run()).code).toBe(2);
  });

  test('that was damaged is not started', async () => {
    const { programs, of, run } = await onTrial(PRINTS('nine'));
    await writeFile(programFile(programs, of('9.0.0')), PRINTS('bent'));
    expect((await run()).out).toMatch(/eight run\n$/);
    expect((await readPrograms(programs)).failed).toEqual([of('9.0.0').sha256]);
  });

  test('that was killed is started once more', async () => {
    const { dir, programs, run } = await onTrial(`console.log('works'); setInterval(() => {}, 1000);`);
    const first = startChild([CLI, 'run'], { ...SUPERVISED, FARWATCH_DIR: dir });
    await expect.poll(first.out).toBe('works\n');
    first.child.kill('SIGKILL');
    await first.ended;
    expect((await readPrograms(programs)).trial?.starts).toBe(1);
    const second = startChild([CLI, 'run'], { ...SUPERVISED, FARWATCH_DIR: dir });
    await expect.poll(second.out).toBe('works\n');
    expect((await readPrograms(programs)).trial?.starts).toBe(2);
    expect((await run(['status'])).out).toBe('eight status\n');
  });
});

describe('a version that has checked in, and then ends within its first hour', { tags: 'minutes' }, () => {
  async function probation(bundle: string) {
    const started = await folderWith({ '9.0.0': bundle, '8.0.0': PRINTS('eight') });
    const { programs, of } = started;
    const state = trialPassed(trialStarted(withTrial(NO_PROGRAMS, of('9.0.0'), of('8.0.0'))));
    await writePrograms(programs, state);
    return started;
  }

  test('again and again, is taken back for good', async () => {
    const { programs, of, run } = await probation(`console.log('nine'); process.exit(1);`);
    for (let crash = 0; crash < 4; crash += 1) expect(await run()).toEqual({ code: 1, out: 'nine\n' });
    const back = await run();
    expect(back.code).toBe(0);
    expect(back.out).toMatch(/Version 9\.0\.0 kept crashing\. Going back.*\neight run\n$/);
    expect((await run()).out).toBe('eight run\n');
    expect(await readPrograms(programs)).toEqual({
      ...{ current: of('8.0.0'), previous: null, trial: null, failed: [of('9.0.0').sha256] },
    });
  });

  test('on request, stays; and commands and starts by hand do not count', async () => {
    const { programs, run } = await probation(PRINTS('nine'));
    for (let stop = 0; stop < 6; stop += 1) expect((await run()).out).toBe('nine run\n');
    for (let ask = 0; ask < 2; ask += 1) expect((await run(['status'])).out).toBe('nine status\n');
    expect((await run(['run'], {})).out).toBe('nine run\n');
    expect((await readPrograms(programs)).probation).toEqual({ starts: 1 });
  });
});

describe('a version on trial that hangs', () => {
  /** The hanging process; `server.status` is how the server answers, null while it is away. */
  async function startHanging(status: number | null) {
    const { programs, of } = await folderWith({ '9.0.0': '' });
    await writePrograms(programs, trialStarted(withTrial(NO_PROGRAMS, of('9.0.0'), null)));
    const server = { status, requests: 0 };
    const port = await httpServer((request, response) => {
      server.requests += 1;
      if (server.status === null) return void request.socket.destroy();
      response.writeHead(server.status).end();
    });
    const origin = `http://127.0.0.1:${port}`;
    const trial: Trial = { folder: programs, sha256: of('9.0.0').sha256, origin, afterMs: 50 };
    return { programs, server, hanging: startChild([HANG, JSON.stringify(trial)]) };
  }

  test('is killed by the watching thread, and its trial expires', async () => {
    const { programs, hanging } = await startHanging(401);
    expect(await hanging.ended).toBe('SIGKILL');
    expect((await readPrograms(programs)).trial?.starts).toBe(3);
  });

  test.each([null, 503])('has more time while the server answers %s', async (status) => {
    const { programs, server, hanging } = await startHanging(status);
    await expect.poll(() => server.requests).toBeGreaterThan(2);
    expect((await readPrograms(programs)).trial?.starts).toBe(1);
    server.status = 200;
    expect(await hanging.ended).toBe('SIGKILL');
  });
});
