import { readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { shownLoginCode } from '@farwatch/core/values/login-code';
import { reportTrial } from '@farwatch/functions/src/entry/callables/report-trial.ts';
import { logins, requestedTrials } from '@farwatch/functions/src/platform/db/collections.ts';
import { type Seeded, seedApi } from '@farwatch/functions/src/testing/api/calls.ts';
import { makeKey } from '@farwatch/functions/src/testing/api/keys.ts';
import { newTestApi, type TestApi } from '@farwatch/functions/src/testing/api/test-api.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { COMMANDS } from './command-line.ts';
import { EXIT } from './problem.ts';
import { storeSettings } from './settings.ts';
import { newProgram, type TestProgram } from './testing/program.ts';

let api: TestApi;
let seeded: Seeded;
let program: TestProgram;

beforeAll(async () => {
  api = await newTestApi();
  seeded = await seedApi(api);
  program = await newProgram(api, (await makeKey(api, seeded.admin, 'write')).key);
});
afterAll(async () => {
  await api.close();
  await program.close();
});

const run: TestProgram['run'] = (...given) => program.run(...given);

describe('login', () => {
  test('stores a key that works, for its owner only, and logout revokes and forgets it', async () => {
    const made = await makeKey(api, seeded.admin, 'read');
    const { code, out } = await run(['login', api.origin], { stdin: `${made.key}\n`, env: {} });
    expect([code, out]).toEqual([EXIT.ok, expect.stringContaining(`Logged in as ${seeded.admin.email}`)]);
    const path = join(program.home, 'farwatch/settings.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toContain(made.key);
    expect((await run(['monitors'], { env: {} })).code).toBe(EXIT.ok);
    expect((await run(['keys'], { env: {} })).out).toContain(
      `${made.key.slice(0, 8)}… from login, of ${seeded.admin.email}`,
    );
    expect((await run(['logout'], { env: {} })).out).toContain('the key is void');
    expect((await run(['monitors'], { env: {} })).err).toContain('farwatch login');
    const late = await run(['monitors'], { env: { FARWATCH_URL: api.origin, FARWATCH_API_KEY: made.key } });
    expect(late.err).toContain('It may have been revoked');
  });

  test('waits for a person who confirms its code, and gets a key of their choice', async () => {
    const polled: string[] = [];
    const confirm = async () => {
      api.clock.nowMs += 5000;
      const { db } = api.project.run(api.clock.nowMs);
      const [document] = (await logins.collection(db).where('ownerId', '==', null).get()).docs;
      const waiting = document && logins.read(document);
      polled.push(waiting?.userCode ?? 'decided');
      if (!waiting || polled.length < 3) return;
      const body = { code: waiting.userCode, isConfirmed: true, scope: 'read' };
      await api.call(seeded.admin, 'POST', '/v1/logins/decision', body);
    };
    const { code, out, err } = await run(['login', api.origin], { isTTY: true, env: {}, sleep: confirm });
    expect([code, out]).toEqual([EXIT.ok, expect.stringContaining(`Logged in as ${seeded.admin.email}`)]);
    expect(polled).toHaveLength(3);
    const shown = shownLoginCode(polled[0] ?? '');
    expect(err).toContain(`${api.origin}/connect?code=${shown}`);
    expect(err).toContain(`It must show this code: ${shown}`);
    const { name, scope, source } = JSON.parse((await run(['keys', '--json'], { env: {} })).out);
    expect([name, scope, source]).toEqual([`farwatch on ${hostname()}`, 'read', 'login']);
    const refused = await run(['monitors', 'pause', seeded.monitorId], { env: {} });
    expect(refused.err).toContain('This API key can only read');
    expect((await run(['logout'], { env: {} })).code).toBe(EXIT.ok);
    expect((await run(['logout'], { env: {} })).out).toBe('Nobody is logged in.\n');
  });

  test('by code again revokes the key of before', async () => {
    const confirm = async () => {
      api.clock.nowMs += 5000;
      const { db } = api.project.run(api.clock.nowMs);
      const { docs } = await logins.collection(db).where('ownerId', '==', null).get();
      for (const { code } of docs.map((document) => ({ code: logins.read(document)?.userCode }))) {
        await api.call(seeded.admin, 'POST', '/v1/logins/decision', { code, isConfirmed: true, scope: 'write' });
      }
    };
    for (const _ of [1, 2]) {
      const { code } = await run(['login', api.origin], { isTTY: true, env: {}, sleep: confirm });
      expect(code).toBe(EXIT.ok);
    }
    const { body } = await api.call(seeded.admin, 'GET', '/v1/keys');
    const { keys } = body as { keys: { name: string }[] };
    expect(keys.filter(({ name }) => name === `farwatch on ${hostname()}`)).toHaveLength(1);
    await run(['logout'], { env: {} });
  });

  test.each([
    [false, 'The login was refused in the app'],
    [null, 'has expired'],
  ])('ends if a person answers %j, without a key', async (isConfirmed, message) => {
    const answer = async () => {
      api.clock.nowMs += isConfirmed === null ? 600_000 : 5000;
      const { db } = api.project.run(api.clock.nowMs);
      const { docs } = await logins.collection(db).where('ownerId', '==', null).get();
      const code = docs.map((document) => logins.read(document)).find((login) => login?.isRefused === false)?.userCode;
      if (isConfirmed === false && code !== undefined) {
        await api.call(seeded.admin, 'POST', '/v1/logins/decision', { code, isConfirmed, scope: 'read' });
      }
    };
    const { code, err } = await run(['login', api.origin], { isTTY: true, env: {}, sleep: answer });
    expect([code, err]).toEqual([EXIT.failed, expect.stringContaining(message)]);
    expect((await run(['keys'], { env: {} })).err).toContain('farwatch login');
  });

  test('logout forgets a key that cannot be revoked, and says so', async () => {
    const { key: kept } = await makeKey(api, seeded.admin, 'read');
    const store = (url: string) => storeSettings({ url, key: kept }, { XDG_CONFIG_HOME: program.home });
    await store('http://127.0.0.1:1');
    const lost = await run(['logout'], { env: {} });
    expect([lost.code, lost.err]).toEqual([EXIT.failed, expect.stringContaining('may still be valid')]);
    await store(api.origin);
    expect((await run(['logout', '--keep-key'], { env: {} })).out).toContain('still valid');
    expect((await run(['monitors'], { env: { FARWATCH_URL: api.origin, FARWATCH_API_KEY: kept } })).code).toBe(EXIT.ok);
  });

  test.each([
    [['login'], '', 'Which Farwatch?'],
    [['login', 'not an address'], '', 'is no address'],
    [['login', 'http://127.0.0.1:1'], 'fwk_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17', 'cannot be reached'],
    [['login', 'https://farwatch.test'], 'secret', 'This is no API key'],
  ])('%j explains what to do', async (args, stdin, message) => {
    const { code, err } = await run(args, { stdin, env: {} });
    expect([code, err]).toEqual([EXIT.failed, expect.stringContaining(message)]);
    if (stdin !== '') expect(err).not.toContain(stdin);
  });
});

test('status names what is down, and why', async () => {
  const { code, out } = await run(['status']);
  expect(code).toBe(EXIT.failed);
  expect(out).toMatch(/^1 down\n● .*, critical, for .*, from tw\n/);
  const { monitors, incidents } = JSON.parse((await run(['status', '--json'])).out);
  expect([monitors.length, incidents.length]).toEqual([1, 1]);
});

test('incidents are shown, acknowledged and annotated', async () => {
  const { out } = await run(['incidents', '--active']);
  const id = out.split('\n')[1]?.split(' ')[0] ?? '';
  expect(await run(['incidents', 'ack', id, '--note', 'Restarting it'])).toMatchObject({ out: 'Done.\n', err: '' });
  expect((await run(['incidents', 'note', id, 'Restarted'])).code).toBe(EXIT.ok);
  const shown = await run(['incidents', 'show', id]);
  expect(shown.code).toBe(EXIT.failed);
  expect(shown.out).toContain('Restarting it');
  expect((await run(['incidents', 'snooze', id, 'soon'])).err).toContain('For how many minutes');
  expect((await run(['incidents', 'ack', 'none'])).err).toContain('There is no incident none');
  expect((await run(['activity'])).out).toMatch(/Script +incident noted/);
});

describe('monitors', () => {
  test('are listed and found by name', async () => {
    const { out } = await run(['monitors', '--status', 'down']);
    expect(out.split('\n')[0]).toMatch(/^MONITOR +STATUS +UPTIME 24 H +ENDPOINTS +FROM$/);
    const name = out.split('\n')[1]?.split('  ')[0] ?? '';
    expect((await run(['monitors', '--status', 'up'])).out).toBe('No monitors match.\n');
    const shown = await run(['monitors', 'show', name.toUpperCase()]);
    expect([shown.code, shown.out]).toEqual([EXIT.failed, expect.stringContaining('ENDPOINT')]);
    expect((await run(['monitors', 'pause', seeded.monitorId])).out).toContain('is paused');
    expect((await run(['monitors', 'resume', name])).out).toContain('is checked again');
  });

  test('are written as CSV, in which no name is a formula', async () => {
    const input = { name: '=1+1', locations: ['tw'], endpoints: [{ url: 'https://csv.farwatch.test/' }] };
    await run(['api', 'post', '/monitors', '--data', JSON.stringify(input)]);
    const { out } = await run(['monitors', '--csv']);
    const [head, ...rows] = out.split('\r\n').map((row) => row.trimEnd());
    expect(head).toMatch(/^monitor,endpoint,url,status,.*,timeZone$/);
    expect(rows).toHaveLength(3);
    expect(rows.find((row) => row.includes('csv.farwatch.test'))).toMatch(/^'=1\+1,/);
    expect(rows[0]).toMatch(/,UTC$/);
    const settings = { weekly: true, monthly: false, channels: [], timeZone: 'Asia/Kolkata' };
    await run(['api', 'put', '/v1/summary-settings', '--data', JSON.stringify(settings)]);
    expect((await run(['monitors', '--csv'])).out.split('\r\n')[1]).toMatch(/,Asia\/Kolkata$/);
    await run(['monitors', 'delete', '=1+1', '--yes']);
  });

  test('are deleted only with --yes', async () => {
    const made = await run(['api', 'post', '/monitors', '--data', '-'], {
      stdin: JSON.stringify({ name: 'Old', locations: ['tw'], endpoints: [{ url: 'https://old.farwatch.test/' }] }),
    });
    expect(made.code).toBe(EXIT.ok);
    const unconfirmed = await run(['monitors', 'delete', 'Old']);
    expect([unconfirmed.code, unconfirmed.out]).toEqual([EXIT.confirm, expect.stringContaining('--yes')]);
    expect((await run(['monitors', 'delete', 'Old', '--yes'])).out).toBe('Old is deleted.\n');
    expect((await run(['monitors', 'delete', 'Old', '--yes'])).err).toContain('There is no monitor Old');
  });
});

describe('history', () => {
  afterEach(() => void vi.useRealTimers());

  test('is a line of JSON for each endpoint and day, or hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: api.clock.nowMs });
    const month = new Date(api.clock.nowMs).toISOString().slice(0, 7);
    const linesOf = async (...args: string[]) => {
      const { code, out, err } = await run(['history', ...args]);
      expect([code, err]).toEqual([EXIT.ok, '']);
      return out
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    };
    const days = await linesOf('--month', month);
    expect(days).toHaveLength(2);
    const down = days.find(({ endpointId }) => endpointId === seeded.endpointId);
    expect(down).toMatchObject({ monitorId: seeded.monitorId, outages: 1, url: 'https://a.farwatch.test/' });
    expect(down.downtimeSec).toBeGreaterThan(0);
    expect(await linesOf('--all')).toEqual(days);
    expect((await linesOf('--month', month, '--by', 'hour', '--only', 'b.farwatch')).length).toBeGreaterThan(0);
    expect(await linesOf('--month', '2025-01')).toEqual([]);
  });

  test.each([
    [['history'], 'Which month?'],
    [['history', '--month', '2026-13'], 'is no month up to now'],
    [['history', '--month', '2999-01'], 'is no month up to now'],
    [['history', '--all', '--by', 'week'], '--by must be day or hour'],
  ])('%j explains what to do', async (args, message) => {
    expect((await run(args)).err).toContain(message);
  });
});

test('check prints what each country has found, as it comes', async () => {
  const answers = vi.fn(async () => {
    const { db } = api.project.run(api.clock.nowMs);
    const [waiting] = (await requestedTrials.collection(db).get()).docs.map((document) =>
      requestedTrials.read(document),
    );
    if (!waiting) return;
    const { agentId, trialId, url } = waiting;
    const answer = {
      at: api.clock.nowMs,
      ms: 81,
      url,
      address: '192.0.2.1',
      statusCode: 503,
      error: 'status' as const,
    };
    const rest = { headers: [], body: '', isCut: false, certificate: null, failedAssertions: [] };
    const result = { answer: { ...answer, ...rest }, localFailure: null };
    await reportTrial(api.project.run(api.clock.nowMs), { agentId, tokenGeneration: 1 }, { trialId, result });
  });
  const { code, out } = await run(['check', 'https://farwatch.test/', '--from', 'tw,th'], { sleep: answers });
  expect(code).toBe(EXIT.failed);
  expect(out).toContain('Thailand    not checked  no agent there can check this');
  expect((await run(['check', 'https://farwatch.test/', '--from', 'jp'])).err).toContain('jp is no location');
});

test('a refused call names the fields, and an unknown command the help', async () => {
  const { code, out, err } = await run(['api', 'post', '/monitors', '-d', '{"name":""}']);
  expect(code).toBe(EXIT.failed);
  expect(JSON.parse(out)).toMatchObject({ code: 'invalid' });
  expect(err).toContain('\n  name: ');
  expect((await run(['api', 'post', '/monitors', '-d', '{'])).err).toContain('The data is not JSON');
  expect((await run(['monitor'])).err).toBe('Unknown command monitor. See farwatch help.');
  expect((await run(['monitors', '--stauts', 'up'])).err).toContain("'--stauts'");
});

test('a call that is refused for its rate is repeated when the answer says so', async () => {
  const slept: number[] = [];
  const limited = await makeKey(api, seeded.admin, 'read');
  const env = { FARWATCH_URL: api.origin, FARWATCH_API_KEY: limited.key };
  const get = () => fetch(`${api.origin}/me`, { headers: { Authorization: `Bearer ${limited.key}` } });
  for (let count = 0; count < 70; count += 1) await get();
  api.clock.nowMs -= 10_000;
  const { code } = await run(['monitors'], {
    env,
    sleep: async () => {
      slept.push(1);
      api.clock.nowMs += 60_000;
    },
  });
  expect([code, slept.length]).toEqual([EXIT.ok, 1]);
});

test.each([
  'help',
  ...Object.keys(COMMANDS).map((name) => `help ${name}`),
  '--version',
  'completion bash',
  'completion powershell',
])('%s needs no login, and fits 80 columns', async (line) => {
  const { code, out } = await run(line.split(' '), { env: {} });
  expect(code).toBe(EXIT.ok);
  expect(out).not.toBe('');
  if (line.startsWith('help')) for (const each of out.split('\n')) expect(each.length).toBeLessThanOrEqual(80);
});
