import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { newPhone, readScript } from './testing/phone.ts';

const run = promisify(execFile);

/** Every file below a folder, by its path there. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [] : join(entry.parentPath, entry.name))).sort();
}

test('shellcheck finds nothing in the script', async ({ skip }) => {
  const isHere = await run('shellcheck', ['--version']).then(
    () => true,
    () => false,
  );
  if (!isHere) skip('shellcheck is not installed: apt-get install shellcheck');
  const file = join(await newFolder(), 'install.sh');
  await writeFile(file, await readScript());
  await expect(run('shellcheck', ['--shell=sh', file])).resolves.toMatchObject({ stdout: '' });
});

describe('in Termux', () => {
  test('installs, registers and sets up the service; a second run changes nothing; uninstall leaves nothing', async () => {
    const phone = await newPhone();
    const [homeBefore, toolsBefore] = [await filesBelow(phone.home), await filesBelow(phone.prefix)];
    const first = await phone.install([phone.link]);
    expect(first).toMatchObject({ code: 0, text: expect.stringContaining('“Phone” in Taiwan') });
    expect(await phone.calls()).toContain('pkg install -y nodejs-lts');
    expect(await readFile(join(phone.home, '.farwatch-agent/agent.json'), 'utf8')).toContain(phone.link);
    const service = join(phone.prefix, 'var/service/farwatch-agent');
    const run = await readFile(join(service, 'run'), 'utf8');
    expect(run).toMatch(/termux-wake-lock\nexport FARWATCH_SUPERVISED=yes NODE_OPTIONS=--max-semi-space-size=8\nexec /);
    expect((await stat(join(service, 'run'))).mode & 0o111).toBe(0o111);
    expect(await readFile(join(phone.home, '.termux/boot/farwatch-agent'), 'utf8')).toContain('start-services.sh');
    const installed = await filesBelow(phone.folder);

    const again = await phone.install([phone.link]);
    expect(again).toMatchObject({ code: 0, text: expect.stringContaining('is already an agent and stays registered') });
    expect(await filesBelow(phone.folder)).toEqual(installed);

    expect(await phone.install(['uninstall'])).toMatchObject({
      code: 0,
      text: expect.stringContaining(`delete it on ${new URL(phone.link).origin}/agents`),
    });
    const left = [...(await filesBelow(phone.home)), ...(await filesBelow(phone.prefix))];
    expect(left).toEqual([...homeBefore, ...toolsBefore, join(phone.prefix, 'bin/node')].sort());
    expect(await phone.install(['uninstall'])).toEqual({ code: 0, text: 'No agent is installed here.\n' });
  });

  test('creates a command that runs the agent in its folder', async () => {
    const phone = await newPhone();
    await phone.install([phone.link]);
    const command = run(join(phone.prefix, 'bin/farwatch-agent'), ['status'], { env: { HOME: phone.home } });
    await expect(command).rejects.toMatchObject({ code: 3 });
  });

  test('an update replaces the program without registering', async () => {
    const phone = await newPhone();
    expect(await phone.install(['update'])).toMatchObject({
      code: 1,
      text: expect.stringMatching(/No agent is installed/),
    });
    await phone.install([phone.link]);
    const bundle = join(phone.prefix, 'lib/farwatch-agent/farwatch-agent.mjs');
    await writeFile(bundle, 'old');
    const fetched = join(phone.home, '.farwatch-agent/program');
    await mkdir(fetched);
    await writeFile(join(fetched, 'program.json'), '{}');
    expect(await phone.install(['update'])).toMatchObject({ code: 0 });
    expect(await readFile(bundle, 'utf8')).toBe(phone.served.bundle);
    expect(await filesBelow(join(phone.home, '.farwatch-agent'))).not.toContain(join(fetched, 'program.json'));
  });
});

describe('a failed run shows what to do, and leaves nothing', () => {
  type Phone = Awaited<ReturnType<typeof newPhone>>;
  test.each<[string, (phone: Phone) => unknown, RegExp]>([
    [
      'a bundle that does not belong to it',
      (phone) => (phone.served.bundle += '//'),
      /SHA-256 differs.*Run the same command/,
    ],
    [
      'a link that is refused',
      ({ home }) => writeFile(join(home, 'register-exit-code'), '1'),
      /No such code\.\n.*not be registered/,
    ],
    [
      'a Node that cannot be installed',
      ({ tool }) => tool('pkg', 'echo "E: no network"; exit 100'),
      /nodejs-lts failed: E: no/,
    ],
  ])('%s', async (_name, breakSetup, message) => {
    const phone = await newPhone();
    await breakSetup(phone);
    const homeBefore = await filesBelow(phone.home);
    expect(await phone.install([phone.link])).toMatchObject({ code: 1, text: expect.stringMatching(message) });
    expect(await filesBelow(phone.home)).toEqual(homeBefore);
    expect((await readdir(join(phone.prefix, 'bin'))).filter((name) => !/^(sh|node)$/.test(name))).toEqual([]);
    expect((await readdir(phone.folder)).filter((name) => name.startsWith('tmp.'))).toEqual([]);
  });

  test('an unreachable server', async () => {
    const phone = await newPhone();
    const failed = await phone.install(['http://127.0.0.1:1/agent/register?code=x']);
    expect(failed).toMatchObject({ code: 1, text: expect.stringMatching(/cannot be fetched: check that a browser/) });
    expect(await filesBelow(phone.home)).toEqual([]);
  });

  test('except a registered agent whose service fails: the next run needs no other link', async () => {
    const phone = await newPhone();
    const services = 'case "$*" in *services*) echo "E: no services"; exit 1;; esac';
    await phone.tool('pkg', `${services}; ln -sf ${process.execPath} ${phone.prefix}/bin/node`);
    const failed = await phone.install([phone.link]);
    expect(failed).toMatchObject({ code: 1, text: expect.stringMatching(/E: no services\n.*\nOnly .* stays/) });
    expect(await filesBelow(phone.home)).toEqual(
      ['agent.json', 'key.pem'].map((name) => join(phone.home, '.farwatch-agent', name)),
    );
    expect(await readdir(join(phone.prefix, 'bin'))).toEqual(['node', 'sh']);
    await phone.tool('pkg', 'exit 0');
    await writeFile(join(phone.home, 'register-exit-code'), '1');
    expect(await phone.install([phone.link])).toMatchObject({ code: 0 });
  });

  test('except the key, if the response was lost: the next run registers with it', async () => {
    const phone = await newPhone();
    await writeFile(join(phone.home, 'register-exit-code'), '4');
    const lost = await phone.install([phone.link]);
    expect(lost).toMatchObject({
      code: 1,
      text: expect.stringContaining('with the key that was registered: run the same'),
    });
    expect(await readdir(join(phone.home, '.farwatch-agent'))).toEqual(['key.pem']);
    await writeFile(join(phone.home, 'register-exit-code'), '0');
    expect(await phone.install([phone.link])).toMatchObject({ code: 0 });
  });

  test('an incomplete script', async () => {
    const phone = await newPhone();
    for (const share of [0.3, 0.6, 0.9, 0.995]) await phone.install([phone.link], { share });
    expect([...(await filesBelow(phone.home)), await phone.calls()]).toEqual(['']);
  });
});

test.each([
  [[], 1, /install\.sh '<link>'/],
  [['--help'], 0, /install\.sh uninstall/],
  [['abc'], 1, /'abc' is no registration link\..*put it in quotes/],
  [['http://127.0.0.1:1/agent/register?code=x', '--fast'], 1, /There is no option --fast/],
])('%j', async (args, code, text) => {
  expect(await (await newPhone()).install(args)).toMatchObject({ code, text: expect.stringMatching(text) });
});

test.each([
  ['MINGW64_NT-10.0', /^farwatch: Windows is not supported: .*\.\n$/],
  ['FreeBSD', /^farwatch: FreeBSD is not supported by this script\. .*\n$/],
])('refuses %s with an explanation', async (system, message) => {
  const phone = await newPhone();
  await phone.tool('uname', `echo ${system}`);
  const { code, text } = await phone.install([phone.link]);
  expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(message) });
});
