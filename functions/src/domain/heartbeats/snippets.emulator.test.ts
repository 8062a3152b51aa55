import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type SnippetName, snippetOf } from '@farwatch/core/texts/ping-snippets';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createHeartbeats,
  type HeartbeatSetup,
  newHeartbeatSetup,
  pingUrlOf,
  readHeartbeat,
} from '../../testing/heartbeat-setup.ts';

/** The snippets that the app shows, run by the programs that they are for, against the function. */

const run = promisify(execFile);

let setup: HeartbeatSetup;
let url: string;
let folder: string;

beforeAll(async () => {
  setup = await newHeartbeatSetup();
  url = pingUrlOf(await createHeartbeats(setup.api, setup.user, ['backup']), 'backup');
  folder = await mkdtemp(join(tmpdir(), 'farwatch-snippets-'));
});
afterAll(() => setup.close());
beforeEach(() => {
  setup.api.clock.nowMs += MINUTE_MS;
});

const snippet = (name: SnippetName) => snippetOf(name, `${setup.origin}${new URL(url).pathname}`);
const pings = async (count: number) => (await readHeartbeat(setup.api, url))?.pings.slice(-count);

/** Whether a program is on this machine. */
async function has(program: string): Promise<boolean> {
  return run('sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  );
}

it('curl', async ({ skip }) => {
  if (!(await has('curl'))) skip();
  await run('sh', ['-c', snippet('curl')]);
  expect(await pings(2)).toMatchObject([{ kind: 'success', exitStatus: null }]);
});

it('a shell script sends start, exit status and output of one run', async ({ skip }) => {
  if (!(await has('curl'))) skip();
  const job = join(folder, 'job.sh');
  await writeFile(job, 'echo "disk full"; exit 3');
  await run('sh', ['-c', snippet('shell').replace('/usr/local/bin/backup.sh', `sh ${job}`)]);
  const [start, end] = (await pings(2)) ?? [];
  expect([start, end]).toMatchObject([{ kind: 'start' }, { kind: 'fail', exitStatus: 3, durationMs: 0 }]);
  expect(end?.rid).toBe(start?.rid);
  expect((await readHeartbeat(setup.api, url))?.bodies.at(-1)?.text).toBe('disk full');
});

it('cron sends the exit status', async ({ skip }) => {
  if (!(await has('curl'))) skip();
  const [, command = ''] = /^(?:\S+ ){5}(.*)$/.exec(snippet('cron')) ?? [];
  await run('sh', ['-c', command.replace('/usr/local/bin/backup.sh', 'true')]);
  expect(await pings(1)).toMatchObject([{ kind: 'success', exitStatus: 0 }]);
});

it('a long output is cut at its beginning', async ({ skip }) => {
  if (!(await has('curl'))) skip();
  const job = join(folder, 'long.sh');
  await writeFile(job, 'seq 1 60000; echo "disk full"; exit 1');
  await run('sh', ['-c', snippet('shell').replace('/usr/local/bin/backup.sh', `sh ${job}`)]);
  expect(await pings(1)).toMatchObject([{ kind: 'fail', exitStatus: 1, bytes: 10_000 }]);
  expect((await readHeartbeat(setup.api, url))?.bodies.at(-1)?.text).toMatch(/\n60000\ndisk full$/);
});

describe('systemd', () => {
  const line = (name: string) => new RegExp(`^${name}=-?(.*)$`, 'm').exec(snippet('systemd'))?.[1] ?? '';

  it('accepts the unit', async ({ skip }) => {
    if (!(await has('systemd-analyze')) || !(await has('curl'))) skip();
    const unit = join(folder, 'backup.service');
    await writeFile(unit, snippet('systemd').replace('/usr/local/bin/backup.sh', '/bin/true'));
    const { stdout, stderr } = await run('systemd-analyze', ['verify', unit]);
    expect(stdout + stderr).toBe('');
  });

  it.each([
    [
      { EXIT_CODE: 'exited', EXIT_STATUS: '0' },
      { kind: 'success', exitStatus: 0 },
    ],
    [
      { EXIT_CODE: 'exited', EXIT_STATUS: '75' },
      { kind: 'fail', exitStatus: 75 },
    ],
    [
      { EXIT_CODE: 'killed', EXIT_STATUS: 'KILL' },
      { kind: 'fail', exitStatus: null },
    ],
    [{}, { kind: 'fail', exitStatus: null }],
  ])('after a start, a job that ended with %j', async (env, ping) => {
    await run('sh', ['-c', line('ExecStartPre')]);
    await run('sh', ['-c', line('ExecStopPost').replaceAll('$$', '$')], { env: { ...process.env, ...env } });
    expect(await pings(2)).toMatchObject([{ kind: 'start' }, { ...ping, durationMs: 0 }]);
  });
});

it('PowerShell sends success or failure', async ({ skip }) => {
  if (!(await has('pwsh'))) skip();
  const end = async (program: string) => {
    const command = snippet('powershell').replace('"C:\\Scripts\\backup.exe"', program);
    await run('pwsh', ['-NoProfile', '-Command', command]);
    return (await pings(1))?.[0]?.kind;
  };
  expect([await end('true'), await end('false')]).toEqual(['success', 'fail']);
});

it('runitor sends start, exit status and output of one run', async ({ skip }) => {
  if (!(await has('runitor'))) skip();
  const key = new URL(url).pathname.split('/').at(-1) ?? '';
  const args = ['-api-url', `${setup.origin}/ping`, '-uuid', key, '--', 'sh', '-c', 'echo "disk full"; exit 3'];
  await expect(run('runitor', args)).rejects.toMatchObject({ code: 3 });
  const [start, end] = (await pings(2)) ?? [];
  expect([start, end]).toMatchObject([{ kind: 'start' }, { kind: 'fail', exitStatus: 3, durationMs: 0 }]);
  expect([end?.rid, start?.rid]).toEqual([start?.rid, expect.any(String)]);
  expect((await readHeartbeat(setup.api, url))?.bodies.at(-1)?.text).toMatch(/^disk full\n/);
});

it('Python', async ({ skip }) => {
  if (!(await has('python3'))) skip();
  await run('python3', ['-c', snippet('python')]);
  expect(await pings(1)).toMatchObject([{ kind: 'success', bytes: 0 }]);
});

it('Node.js', async () => {
  const before = (await readHeartbeat(setup.api, url))?.pingCount ?? 0;
  await run(process.execPath, ['--input-type=module', '-e', snippet('node')]);
  expect((await readHeartbeat(setup.api, url))?.pingCount).toBe(before + 1);
});
