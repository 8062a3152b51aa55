import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { MonitorEntry } from '@farwatch/core/contracts/api/monitor-answer';
import { users } from '@farwatch/functions/src/platform/db/collections.ts';
import { makeKey } from '@farwatch/functions/src/testing/api/keys.ts';
import type { TestUser } from '@farwatch/functions/src/testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '@farwatch/functions/src/testing/api/test-api.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EXIT } from '../problem.ts';
import { newProgram, type TestProgram } from '../testing/program.ts';

let api: TestApi;
let user: TestUser;
let program: TestProgram;

beforeAll(async () => {
  api = await newTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await api.user();
  program = await newProgram(api, (await makeKey(api, user, 'write')).key);
  return () => program.close();
});

const SAMPLES = fileURLToPath(new URL('../../../core/src/importers/samples', import.meta.url));

/** Writes a file into the program's folder. */
async function file(name: string, text: string): Promise<string> {
  const path = join(program.home, name);
  await writeFile(path, text);
  return path;
}

const urls = (count: number) => Array.from({ length: count }, (_, at) => `https://site${at}.farwatch.test/`).join('\n');

/** A backup of Kuma with so many monitors in a group. */
function groupOf(count: number): string {
  const web = (at: number) => ({ id: at + 2, type: 'http', parent: 1, url: `https://site${at}.farwatch.test/` });
  const monitors = Array.from({ length: count }, (_, at) => ({
    ...web(at),
    name: `Site ${at}`,
    interval: 600,
    maxretries: 0,
  }));
  return JSON.stringify({ monitorList: [{ id: 1, type: 'group', name: 'Shop', maxretries: 0 }, ...monitors] });
}

/** Lets the account have so many endpoints. */
async function allow(maxEndpoints: number): Promise<void> {
  await api.call(user, 'GET', '/me');
  await users.ref(api.project.run(api.clock.nowMs).db, user.uid).update({ maxEndpoints });
}

/** Imports while a minute passes at each wait, so that no rate limits it. */
const run = (args: string[], options: Parameters<TestProgram['run']>[1] = {}) =>
  program.run(['import', ...args], {
    sleep: async () => {
      api.clock.nowMs += 60_000;
    },
    ...options,
  });

async function monitors(): Promise<MonitorEntry[]> {
  api.clock.nowMs += 10_000;
  const { body } = await api.call(user, 'GET', '/monitors');
  return body as MonitorEntry[];
}

describe('a backup of Uptime Kuma', () => {
  const backup = join(SAMPLES, 'uptime-kuma-1.json');

  test('is shown in 80 columns with what differs and why, and changes nothing', async () => {
    const { code, out } = await run([backup]);
    expect(code).toBe(EXIT.confirm);
    for (const line of out.split('\n').slice(0, -2)) expect(line.length).toBeLessThanOrEqual(80);
    expect(out).toMatch(/^Uptime Kuma: \d+ items\n/);
    for (const head of ['New (', 'New, with differences (', 'Skipped (']) expect(out).toContain(`\n${head}`);
    expect(out).toContain('of 200 endpoints.');
    expect(out).toContain(`run:\n  farwatch import ${backup} --yes`);
    expect(out).toContain('https://shop.farwatch.test/search?…\n');
    expect(out + (await run([backup, '--json'])).out).not.toMatch(/s3cret/i);
    expect(await monitors()).toEqual([]);
  });

  test('is created with --yes, and repeated without an effect', async () => {
    const { code, out } = await run([backup, '--yes', '--locations', 'tw,th', '--interval', '300']);
    expect([code, out]).toEqual([EXIT.ok, expect.stringMatching(/Created \d+ monitors and \d+ channels?\.\n$/)]);
    const created = await monitors();
    expect(created.length).toBeGreaterThan(3);
    const agents = created.filter(({ endpoints }) => endpoints.every(({ url }) => url.startsWith('http')));
    for (const { locations } of agents) expect(locations.map(({ code: each }) => each)).toEqual(['tw', 'th']);
    expect((await run([backup, '--yes'])).out).toContain('There is nothing to create.');
    expect(await monitors()).toHaveLength(created.length);
    const [first] = created;
    await api.call(user, 'DELETE', `/monitors/${first?.id}`);
    expect((await run([backup, '--yes', '--locations', 'tw,th', '--interval', '300'])).out).toMatch(
      /Created 1 monitor\b/,
    );
    expect((await monitors()).map(({ name }) => name)).toEqual(created.map(({ name }) => name));
  });

  test('is read from kuma.db, with tags and channels', async () => {
    const path = join(program.home, 'kuma.db');
    const database = new DatabaseSync(path);
    database.exec(`
      CREATE TABLE monitor (id INTEGER, name TEXT, active INTEGER, interval INTEGER, url TEXT, type TEXT, maxretries INTEGER);
      CREATE TABLE tag (id INTEGER, name TEXT); CREATE TABLE monitor_tag (monitor_id INTEGER, tag_id INTEGER, value TEXT);
      CREATE TABLE notification (id INTEGER, name TEXT, config TEXT);
      CREATE TABLE monitor_notification (monitor_id INTEGER, notification_id INTEGER);
      INSERT INTO monitor VALUES (1, 'Web', 1, 60, 'https://www.farwatch.test/', 'http', 0);
      INSERT INTO monitor VALUES (2, 'Shop', 1, 60, 'https://shop.farwatch.test/', 'http', 0);
      INSERT INTO tag VALUES (4, 'Public'); INSERT INTO monitor_tag VALUES (1, 4, '');
      INSERT INTO notification VALUES (1, 'Chat', '{"type":"discord","discordWebhookUrl":"https://discord.com/api/webhooks/1/abc"}');
      INSERT INTO monitor_notification VALUES (2, 1);`);
    database.close();
    const { code, out } = await run([path, '--yes']);
    expect([code, out]).toEqual([EXIT.ok, expect.stringContaining('Created 2 monitors and 1 channel.')]);
    const created = await monitors();
    expect(created.find(({ name }) => name === 'Web')?.tags).toEqual(['Public']);
    const { body } = await api.call(user, 'GET', '/v1/channels');
    const shop = created.find(({ name }) => name === 'Shop')?.id;
    expect(body).toMatchObject({ channels: expect.arrayContaining([expect.objectContaining({ monitors: [shop] })]) });
  });

  test.each([
    ['a database of something else', 'CREATE TABLE x (y INTEGER)', 'cannot be read'],
    ['none at all', null, 'cannot be read'],
  ])('is refused for %s', async (_, sql, message) => {
    const path = join(program.home, 'kuma.db');
    if (sql === null) await writeFile(path, 'SQLite format 3\u0000 and then something else');
    else {
      const database = new DatabaseSync(path);
      database.exec(sql);
      database.close();
    }
    const { code, err } = await run([path, '--yes']);
    expect(code).toBe(EXIT.failed);
    if (sql === null) expect(err).toContain(message);
    else expect(err).not.toBe('');
  });
});

describe('what is created', () => {
  test('can be chosen by words, and grouped', async () => {
    const path = await file('urls.txt', `${urls(3)}\nhttps://shop.farwatch.test/`);
    await run([path, '--only', 'SHOP', '--yes']);
    expect((await monitors()).map(({ endpoints }) => endpoints.map(({ url }) => url))).toEqual([
      ['https://shop.farwatch.test/'],
    ]);
    expect((await run([path, '--only', 'none', '--yes'])).out).toContain('There is nothing to create.');
  });

  test('never exceeds the limit, which is shown before', async () => {
    const { code, err } = await run([await file('urls.txt', urls(201)), '--yes']);
    expect([code, err]).toEqual([EXIT.failed, expect.stringContaining('201 of 200 endpoints. Choose fewer')]);
    expect(await monitors()).toEqual([]);
  });

  test('never exceeds the number of monitors of a larger account, either', async () => {
    await allow(2000);
    const { code, err } = await run([await file('urls.txt', urls(501)), '--yes']);
    expect([code, err]).toEqual([EXIT.failed, expect.stringContaining('501 of 500 monitors. Choose fewer')]);
    expect(await monitors()).toEqual([]);
  });

  test('goes on after what is refused, which is named', async () => {
    const { key } = await makeKey(api, user, 'read');
    const env = { FARWATCH_URL: api.origin, FARWATCH_API_KEY: key };
    const { code, err } = await run([await file('urls.txt', urls(2)), '--yes'], { env });
    expect(code).toBe(EXIT.failed);
    expect(err.split('\n').filter((line) => line.endsWith('This API key can only read'))).toHaveLength(2);
  });

  test.each([
    [500, ['--by-group'], 10],
    [60, [], 60],
  ])('are %i with %j, whatever the limit of rates', async (count, options, calls) => {
    await allow(count);
    const path = options.length === 0 ? await file('urls.txt', urls(count)) : await file('kuma.json', groupOf(count));
    const { code, out } = await run([path, '--yes', ...options]);
    expect([code, out]).toEqual([EXIT.ok, expect.stringContaining(`Created ${calls} monitors.`)]);
    expect(out).toContain(`and ${count - 20} more`);
    expect((await monitors()).flatMap(({ endpoints }) => endpoints)).toHaveLength(count);
  });

  test('are 500 monitors', { tags: ['minutes'] }, async () => {
    await allow(500);
    const { out } = await run([await file('urls.txt', urls(500)), '--yes']);
    expect(out).toContain('It takes about 16 min, since a key may make 30 changes a minute; --by-group is faster.');
    expect(await monitors()).toHaveLength(500);
  });
});

describe('without --yes', () => {
  test.each([
    ['a person who agrees', { isTTY: true, stdin: 'y\n' }, EXIT.ok, 1],
    ['a person who does not', { isTTY: true, stdin: '\n' }, EXIT.confirm, 0],
    ['a pipe', { stdin: 'y\n' }, EXIT.confirm, 0],
  ] as const)('%s decides', async (_, options, expected, count) => {
    const { code } = await run([await file('urls.txt', urls(1))], options);
    expect(code).toBe(expected);
    expect(await monitors()).toHaveLength(count);
  });

  test.each(['CI', 'AI_AGENT', 'CLAUDECODE', 'CURSOR_AGENT', 'CODEX_SANDBOX', 'GEMINI_CLI'])(
    'a program under %s gets the command that confirms it',
    async (name) => {
      const key = (await makeKey(api, user, 'write')).key;
      const env = { FARWATCH_URL: api.origin, FARWATCH_API_KEY: key, [name]: '1' };
      const path = await file('two urls.txt', urls(1));
      const { code, out } = await run([path, '--only', 'site0'], { isTTY: true, stdin: 'y\n', env });
      expect([code, out]).toEqual([
        EXIT.confirm,
        expect.stringContaining(`farwatch import '${path}' --only site0 --yes`),
      ]);
      expect(await monitors()).toEqual([]);
    },
  );

  test('--json has the changes, and --dry-run succeeds', async () => {
    const path = await file('urls.txt', urls(2));
    const first = await run([path, '--json'], { isTTY: true, stdin: 'y\n' });
    expect(first.code).toBe(EXIT.confirm);
    expect(JSON.parse(first.out)).toMatchObject({
      status: 'confirmation_required',
      creations: [{ kind: 'monitor' }, {}],
      endpoints: { current: 0, after: 2, max: 200 },
      confirmCommand: `farwatch import ${path} --yes`,
    });
    expect((await run([path, '--dry-run'])).code).toBe(EXIT.ok);
    const made = await run([path, '--json', '--yes']);
    expect(JSON.parse(made.out)).toMatchObject({ status: 'created', created: [{ kind: 'monitor' }, {}], failed: [] });
  });
});

test.each([
  [[], 'Which file?'],
  [['none.json'], 'none.json cannot be read'],
  [['.'], '. cannot be read'],
  [['none.json', '--locations', 'jp'], 'jp is no location'],
  [['none.json', '--interval', '45'], 'The interval must be account or 30'],
])('import %j explains what to do', async (args, message) => {
  const { code, err } = await run(args);
  expect([code, err]).toEqual([EXIT.failed, expect.stringContaining(message)]);
});

test.each([
  ['backup.zip', 'PK\u0003\u0004', 'compressed'],
  ['a.json', '{"x": ', 'ends'],
  ['package.json', '{"name": "x"}', 'not'],
])('%s is refused with the reason', async (name, text) => {
  const { code, err } = await run([await file(name, text), '--yes']);
  expect(code).toBe(EXIT.failed);
  expect(err).not.toBe('');
});

test('files that belong together are read together', async () => {
  const names = ['prometheus.yml', 'blackbox.yml', 'targets-ssh.yml'];
  const paths = await Promise.all(
    names.map(async (name) => {
      const path = join(program.home, name);
      await copyFile(join(SAMPLES, 'blackbox', name), path);
      return path;
    }),
  );
  const { out } = await run([...paths, '--dry-run']);
  expect(out).toMatch(/^Prometheus/);
});
