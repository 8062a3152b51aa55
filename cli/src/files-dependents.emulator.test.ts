// biome-ignore-all lint/suspicious/noTemplateCurlyInString: files name variables so.

import { type KeyAccount, newKeyAccount } from '@farwatch/functions/src/testing/api/keys.ts';
import { newTestApi, type TestApi } from '@farwatch/functions/src/testing/api/test-api.ts';
import { newChat } from '@farwatch/functions/src/testing/outbox.ts';
import { messagesIn, setTelegramMode, useTelegram } from '@farwatch/functions/src/testing/telegram-chat.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT } from './problem.ts';
import { type FileRuns, startFileRuns } from './testing/file-runs.ts';

const TOKEN = '123456789:AAE-secret_part';

let api: TestApi;
let runs: FileRuns;
beforeAll(async () => {
  useTelegram();
  api = await newTestApi();
  runs = await startFileRuns(api);
});
afterAll(async () => {
  await runs.close();
  await api.close();
});

const fileOf = (slug: string, extra = '') => `project: shop
monitors:
  web: { locations: [tw], endpoints: { home: { url: "https://a.farwatch.test/" }, api: { url: "https://b.farwatch.test/" } } }
channels:
  ops:
    type: telegram
    name: Operators
    settings: { botToken: "\${TOKEN}", chatId: "\${CHAT}" }
    monitors: [web]
    timing: { delayMin: 5 }
maintenance:
  backup: { monitors: [web], start: "2026-12-01T02:00", timeZone: Asia/Taipei, durationMin: 30, rule: FREQ=DAILY }
pages:
  status:
    slug: ${slug}
    title: Shop
    published: true
    groups: [{ components: [{ monitor: web, endpoint: home, name: Shop }, { monitor: web, name: All }] }]
${extra}`;

/** What is left when all but the monitor is gone. */
const onlyMonitor = (file: string) => file.slice(0, file.indexOf('channels:'));

let pages = 0;
function setUp() {
  pages += 1;
  return { slug: `shop-${pages}`, env: { TOKEN, CHAT: newChat() } };
}

type Thing = { name?: string; slug?: string; id?: string };

async function stored({ user }: KeyAccount) {
  const get = async (name: string) => {
    const { body } = await api.call(user, 'GET', `/v1/${name}`);
    return Object.values(body as Record<string, Thing[]>)[0] ?? [];
  };
  return { channels: await get('channels'), windows: await get('maintenance'), pages: await get('pages') };
}

test('channels, maintenance and pages follow the monitors that they name', async () => {
  const account = await newKeyAccount(api);
  const { slug, env } = setUp();
  const file = fileOf(slug);
  const unconfirmed = await runs.run(account, ['apply'], file, { env });
  expect([unconfirmed.code, unconfirmed.out]).toEqual([
    EXIT.confirm,
    expect.stringContaining('+ channel ops  Operators\n    a test message verifies it\n'),
  ]);
  const created = await runs.run(account, ['apply', '--yes'], file, { env });
  expect([created.code, created.err]).toEqual([EXIT.ok, '']);
  expect(created.out).toMatch(/created web\ncreated channel ops\ncreated maintenance backup\ncreated page status\n$/);
  expect(await messagesIn(env.CHAT)).toHaveLength(1);
  const again = await runs.run(account, ['apply', '--yes', '--prune'], file, { env });
  expect(again).toMatchObject({ code: EXIT.ok, out: '4 unchanged\n', requests: { length: 2 } });
  expect((await runs.run(account, ['plan'], file, { env: {} })).err).toMatch(
    /yaml:8:\d+ the variable CHAT is not set$/,
  );
  expect((await runs.run(account, ['plan'], file, { env: { CHAT: env.CHAT } })).out).toBe('4 unchanged\n');
});

test('what was changed in the app, in the environment and in the file is shown and undone', async () => {
  const account = await newKeyAccount(api);
  const { slug, env } = setUp();
  const file = fileOf(slug);
  await runs.run(account, ['apply', '--yes'], file, { env });
  const {
    channels,
    windows,
    pages: [page],
  } = await stored(account);
  const call = (path: string, body: object) => api.call(account.user, 'PUT', path, body);
  const [channel, window] = [channels[0], windows[0]];
  await call(`/v1/channels/${channel?.id}`, { ...channel, monitors: null, enabled: false });
  await call(`/v1/maintenance/${window?.id}`, { ...window, durationMin: 45, monitors: null });
  await call(`/v1/pages/${slug}`, { ...page, title: 'Mine', groups: [] });
  const drift = await runs.run(account, ['plan'], file, { env: { ...env, TOKEN: `${TOKEN}2` } });
  expect(drift.out).toBe(`~ channel ops  Operators
    enabled: false → true
    settings.botToken: … → \${TOKEN}
    monitors: – → ["web"]
~ maintenance backup  backup
    durationMin: 45 → 30
    monitors: – → ["web"]
~ page status  Shop
    title: Mine → Shop
    groups.0.components.0.monitor: – → web
    groups.0.components.0.endpoint: – → home
    groups.0.components.0.name: – → Shop
    groups.0.components.1.monitor: – → web
    groups.0.components.1.name: – → All
3 to change, 1 unchanged
`);
  const applied = await runs.run(account, ['apply', '--yes'], file, { env });
  expect([applied.code, applied.err]).toEqual([EXIT.ok, '']);
  expect((await runs.run(account, ['plan'], file, { env })).code).toBe(EXIT.ok);
});

test('a component keeps its public name, whose badges others show', async () => {
  const account = await newKeyAccount(api);
  const { slug, env } = setUp();
  await runs.run(account, ['apply', '--yes'], fileOf(slug), { env });
  const keysOf = async () => JSON.stringify((await stored(account)).pages).match(/"key":"[a-z0-9]{8}"/g);
  const before = await keysOf();
  const renamed = fileOf(slug).replace('name: All', 'name: Everything');
  expect((await runs.run(account, ['apply', '--yes'], renamed, { env })).code).toBe(EXIT.ok);
  expect(await keysOf()).toEqual(before);
});

/** The requests of a run that creates everything: two reads, the monitor, two reads, the channel, its test, the others. */
const READS = [1, 2, 4, 5];
const WRITES = [3, 6, 7, 8, 9];
/** Of a run that then deletes all but the monitor. */
const DELETIONS = [3, 4, 5];

test('a run that is killed at any request, and repeated, ends the same', { timeout: 60_000 }, async () => {
  const isActing = true;
  for (const lost of [
    ...[...READS, ...WRITES].map((from) => ({ from, isActing: false })),
    ...WRITES.map((from) => ({ from, isActing })),
  ]) {
    const account = await newKeyAccount(api);
    const { slug, env } = setUp();
    const whole = fileOf(slug);
    const files = DELETIONS.includes(lost.from) ? [whole, onlyMonitor(whole)] : [whole];
    for (const file of files) {
      runs.lose(lost);
      expect((await runs.run(account, ['apply', '--yes', '--prune'], file, { env })).code).toBe(EXIT.failed);
      runs.lose(null);
      expect((await runs.run(account, ['apply', '--yes', '--prune'], file, { env })).err).toBe('');
      expect((await runs.run(account, ['plan', '--prune'], file, { env })).out).toMatch(/^[14] unchanged\n$/);
    }
    const length = files.length === 1 ? 1 : 0;
    expect(await stored(account)).toMatchObject({ channels: { length }, windows: { length }, pages: { length } });
  }
});

test('a channel that no test message reaches is an error, and is tried again', async () => {
  const account = await newKeyAccount(api);
  const { slug, env } = setUp();
  await setTelegramMode({ mode: 'chat_not_found', chat_id: env.CHAT });
  const failed = await runs.run(account, ['apply', '--yes'], fileOf(slug), { env });
  expect([failed.code, failed.err]).toEqual([EXIT.failed, expect.stringMatching(/^channel ops: /)]);
  await setTelegramMode({ mode: 'ok' });
  const plan = await runs.run(account, ['plan'], fileOf(slug), { env });
  expect(plan.out).toBe('~ channel ops  Operators\n    verified: no → by a test message\n1 to change, 3 unchanged\n');
  expect((await runs.run(account, ['apply', '--yes'], fileOf(slug), { env })).code).toBe(EXIT.ok);
});

test('two runs at once create nothing twice', async () => {
  const account = await newKeyAccount(api);
  const { slug, env } = setUp();
  const once = () => runs.run(account, ['apply', '--yes'], fileOf(slug), { env });
  const results = await Promise.all([once(), once()]);
  expect(results.map(({ code, err }) => [code, err])).toEqual([
    [EXIT.ok, ''],
    [EXIT.ok, ''],
  ]);
  expect(await stored(account)).toMatchObject({
    channels: { length: 1 },
    windows: { length: 1 },
    pages: { length: 1 },
  });
});

test('an export is the same account; elsewhere it makes another, and says what it leaves out', async () => {
  const account = await newKeyAccount(api);
  const { slug, env } = setUp();
  await runs.run(account, ['apply', '--yes'], fileOf(slug), { env });
  const made = await api.call(account.user, 'POST', '/v1/channels', {
    type: 'push',
    name: 'Phone',
    settings: { endpoint: 'https://push.farwatch.test/1', p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) },
  });
  const byHand = await api.call(account.user, 'POST', '/v1/maintenance', {
    name: 'By hand',
    monitors: null,
    start: '2026-12-02T02:00',
    timeZone: 'UTC',
    durationMin: 10,
    rule: null,
  });
  expect([made.status, byHand.status]).toEqual([201, 201]);
  const { out: file } = await runs.run(account, ['export', '--project', 'shop'], null);
  expect(file).toContain('#   channel "Phone": only the browser that shows its messages can add it, in the app\n');
  expect(file).not.toContain(TOKEN);
  const adopted = await runs.run(account, ['apply', '--yes'], file);
  expect([adopted.err, adopted.out]).toEqual(['', expect.stringContaining('1 to adopt, 4 unchanged')]);
  expect((await runs.run(account, ['plan', '--prune'], file)).out).toBe('5 unchanged\n');
  const elsewhere = await newKeyAccount(api);
  const moved = file.replace(`slug: ${slug}`, `slug: ${slug}-copy`);
  const copied = await runs.run(elsewhere, ['apply', '--yes'], moved, { env: { OPS_BOT_TOKEN: TOKEN } });
  expect([copied.code, copied.err]).toEqual([EXIT.ok, '']);
  expect((await runs.run(elsewhere, ['plan', '--prune'], moved)).out).toBe('5 unchanged\n');
});

test.each([
  ['a push channel', 'channels:\n  me: { type: push, settings: {} }', /:4:15 .*only the browser that shows/],
  [
    'an unknown monitor',
    'maintenance:\n  x: { monitors: [wep], start: "2026-12-01T02:00", timeZone: UTC, durationMin: 5 }',
    /:4:19 these files have no monitor wep; did you mean web\?/,
  ],
  ['an address that cannot be', 'pages:\n  Über: {}', /:4:3 slug is missing/],
])('%s is refused with its place', async (_, section, message) => {
  const account = await newKeyAccount(api);
  const monitors = 'monitors: { web: { endpoints: { home: { url: a.farwatch.test } } } }';
  const refused = await runs.run(account, ['plan'], `project: shop\n${monitors}\n${section}\n`);
  expect([refused.code, refused.err]).toEqual([EXIT.failed, expect.stringMatching(message)]);
});

test('no output has a secret', () => {
  expect(runs.printed()).not.toContain(TOKEN);
});

test('a monitor that depends on others follows them, and an export names them by key', async () => {
  const account = await newKeyAccount(api);
  const of = (name: string, more: string) =>
    `  ${name}: { ${more}endpoints: { a: { url: "https://${name}.farwatch.test/" } } }\n`;
  const monitors = [
    of('web', 'dependsOn: [gateway, disks/a], '),
    of('disks', 'dependsOn: [gateway], '),
    of('gateway', ''),
  ];
  const file = `project: shop\nmonitors:\n${monitors.join('')}`;
  const created = await runs.run(account, ['apply', '--yes'], file);
  expect([created.err, created.out.split('\n').filter((line) => line.startsWith('created'))]).toEqual([
    '',
    ['created gateway', 'created disks', 'created web'],
  ]);
  expect((await runs.run(account, ['plan'], file)).out).toBe('3 unchanged\n');
  const { out } = await runs.run(account, ['export', '--project', 'shop'], '');
  expect(out).toContain('dependsOn:\n      - gateway\n      - disks/a\n');
  expect((await runs.run(account, ['plan'], out)).out).toBe('3 unchanged\n');
  const circle = file.replace('gateway: {', 'gateway: { dependsOn: [web],');
  const refused = await runs.run(account, ['apply', '--yes'], circle);
  expect([refused.code, refused.err]).toEqual([EXIT.failed, expect.stringContaining('in a circle')]);
});
