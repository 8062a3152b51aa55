import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type SnippetName, snippetOf } from '@farwatch/core/texts/ping-snippets';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createHeartbeats,
  type HeartbeatSetup,
  newHeartbeatSetup,
  pingUrlOf,
  readHeartbeat,
} from './testing/heartbeat-setup.ts';

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
