// biome-ignore-all lint/suspicious/noTemplateCurlyInString: files name variables so.
import { users } from '@farwatch/functions/src/platform/db/collections.ts';
import { type KeyAccount, newKeyAccount } from '@farwatch/functions/src/testing/api/keys.ts';
import { newTestApi, type TestApi } from '@farwatch/functions/src/testing/api/test-api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT } from './problem.ts';
import { widthOf } from './terminal.ts';
import { type FileRuns, startFileRuns } from './testing/file-runs.ts';

const SECRET = 'fw-secret-0123456789abcdef';

let api: TestApi;
let runs: FileRuns;

beforeAll(async () => {
  api = await newTestApi();
  runs = await startFileRuns(api);
});
afterAll(async () => {
  await runs.close();
  await api.close();
});

type Stored = { id: string; name: string; version: number; endpoints: { _id: string; url: string }[] };

async function stored({ user }: KeyAccount): Promise<Stored[]> {
  return (await api.call(user, 'GET', '/monitors')).body as Stored[];
}

const TARGETS = [
  (n: number) => `url: https://n${n}.farwatch.test/\n        check: { timeoutMs: 5000, statuses: "200-299" }`,
  (n: number) => `url: tcp://n${n}.farwatch.test:5432`,
  (n: number) => `url: tls://n${n}.farwatch.test:443`,
  (n: number) => `url: dns://n${n}.farwatch.test\n        check: { recordType: MX }`,
  (n: number) => `url: icmp://n${n}.farwatch.test`,
  (n: number) => `url: wss://n${n}.farwatch.test/\n        check: { send: "\${TOKEN}", expect: pong }`,
  (n: number) => `url: heartbeat://n${n}\n        check: { periodSec: 3600 }`,
  (n: number) => `url: domain://n${n}.example.com`,
];

function manyMonitors(count: number, describe: (n: number) => string = () => 'checked'): string {
  const monitors = Array.from({ length: count }, (_, n) => {
    const target = TARGETS[n % TARGETS.length]?.(n);
    return `  m${n}:\n    name: Monitor ${n}\n    description: ${describe(n)}\n    locations: [tw, th]\n    endpoints:\n      main:\n        ${target}\n`;
  });
  return `project: many\nmonitors:\n${monitors.join('')}`;
}

test('120 monitors of eight types are managed by the file alone', async () => {
  const account = await newKeyAccount(api);
  const env = { TOKEN: SECRET };
  const file = manyMonitors(120);
  const unconfirmed = await runs.run(account, ['apply'], file, { env });
  expect([unconfirmed.code, unconfirmed.out]).toEqual([
    EXIT.confirm,
    expect.stringContaining('120 to create, 0 unchanged'),
  ]);
  const created = await runs.run(account, ['apply', '--yes'], file, { env });
  expect([created.code, created.err]).toEqual([EXIT.ok, '']);
  // Before: one page of monitors, and what names monitors.
  expect(created.requests.length).toBe(122);
  const again = await runs.run(account, ['apply', '--yes'], file, { env });
  expect(again).toMatchObject({ code: EXIT.ok, out: '120 unchanged\n', requests: { length: 3 } });

  const changed = manyMonitors(120, (n) => (n % 4 === 0 ? 'watched' : 'checked'));
  expect((await runs.run(account, ['plan'], changed, { env })).code).toBe(EXIT.confirm);
  const applied = await runs.run(account, ['apply', '--yes'], changed, { env });
  expect([applied.code, applied.requests.length]).toEqual([EXIT.ok, 33]);
  expect(applied.out).toContain('~ m4  Monitor 4\n    description: checked → watched');

  const [one] = (await stored(account)).filter(({ name }) => name === 'Monitor 7');
  await api.call(account.user, 'POST', `/monitors/${one?.id}/change`, { intervalSec: 60, addTags: ['mine'] });
  const drift = await runs.run(account, ['plan'], changed, { env });
  expect(drift.out).toBe(
    '~ m7  Monitor 7\n    tags: ["mine"] → []\n    intervalSec: 60 → null\n1 to change, 119 unchanged\n',
  );
  expect((await runs.run(account, ['apply', '--yes'], changed, { env })).code).toBe(EXIT.ok);

  const fewer = manyMonitors(3, () => 'checked');
  const listed = await runs.run(account, ['plan'], fewer, { env });
  expect(listed.out).toContain('? m119  Monitor 119: not in the file; --prune deletes it');
  const mostly = await runs.run(account, ['apply', '--prune', '--yes'], fewer, { env });
  expect([mostly.code, mostly.out]).toEqual([
    EXIT.confirm,
    expect.stringMatching(
      /117 of the 120 that the project manages are deleted: are all its files here\?\n[\s\S]*--prune --deletions 117 --yes\n$/,
    ),
  ]);
  for (const stdin of ['yes\n', '116\n'])
    expect((await runs.run(account, ['apply', '--prune'], fewer, { env, stdin })).code).toBe(EXIT.confirm);
  expect((await stored(account)).length).toBe(120);
  const pruned = await runs.run(account, ['apply', '--prune'], fewer, { env, stdin: '117\n' });
  expect([pruned.code, (await stored(account)).length]).toEqual([EXIT.ok, 3]);
});

const FIRST = `project: shop
monitors:
  web: { locations: [tw], endpoints: { home: { url: "https://a.farwatch.test/" } } }
  api: { locations: [tw], endpoints: { v1: { url: "https://b.farwatch.test/" } } }
  old: { locations: [tw], endpoints: { home: { url: "https://c.farwatch.test/" } } }
`;
const SECOND = `project: shop
monitors:
  web: { locations: [tw], endpoints: { home: { url: "https://a2.farwatch.test/" }, new: { url: "https://d.farwatch.test/" } } }
  api: { locations: [tw], endpoints: { v1: { url: "https://b.farwatch.test/" } } }
  late: { locations: [tw], endpoints: { home: { url: "https://e.farwatch.test/" } } }
`;

test('a run that is killed at any request, and repeated, ends the same', async () => {
  for (const isActing of [false, true]) {
    for (let from = 1; from <= 5; from += 1) {
      const account = await newKeyAccount(api);
      for (const file of [FIRST, SECOND]) {
        const options = ['apply', '--yes', ...(file === SECOND ? ['--prune'] : [])];
        runs.lose({ from, isActing });
        const killed = await runs.run(account, options, file);
        expect(killed.code).toBe(EXIT.failed);
        runs.lose(null);
        expect((await runs.run(account, options, file)).err).toBe('');
        expect((await runs.run(account, ['plan', '--prune'], file)).code).toBe(EXIT.ok);
      }
      const names = (await stored(account)).map(({ name, endpoints }) => `${name} ${endpoints.length}`);
      expect(names.sort()).toEqual(['api 1', 'late 1', 'web 2']);
    }
  }
});

test('an endpoint keeps its id, and so its history, when its URL changes', async () => {
  const account = await newKeyAccount(api);
  await runs.run(account, ['apply', '--yes'], FIRST);
  const idOf = async () => (await stored(account)).find(({ name }) => name === 'web')?.endpoints[0]?._id;
  const before = await idOf();
  await runs.run(account, ['apply', '--yes'], SECOND);
  expect(await idOf()).toBe(before);
});

test('a monitor that is released in the app is no longer in any project', async () => {
  const account = await newKeyAccount(api);
  await runs.run(account, ['apply', '--yes'], FIRST);
  const [first] = (await stored(account)).filter(({ name }) => name === 'old');
  await api.call(account.user, 'POST', `/monitors/${first?.id}/change`, { managed: null });
  expect((await runs.run(account, ['plan', '--prune'], FIRST)).out).toBe(
    '+ old  old (https)\n1 to create, 2 unchanged\n',
  );
});

test('two runs at once create nothing twice', async () => {
  const account = await newKeyAccount(api);
  const results = await Promise.all([FIRST, FIRST].map((file) => runs.run(account, ['apply', '--yes'], file)));
  expect(results.map(({ code, err }) => [code, err])).toEqual([
    [EXIT.ok, ''],
    [EXIT.ok, ''],
  ]);
  expect((await stored(account)).length).toBe(3);
  expect((await runs.run(account, ['plan'], FIRST)).code).toBe(EXIT.ok);
});

const WITH_SECRETS = `project: shop
monitors:
  api:
    locations: [tw]
    endpoints:
      v1:
        url: https://\${HOST}/
        check:
          auth: { type: bearer, token: "\${TOKEN}" }
          headers: [{ name: X-Key, value: "key \${TOKEN}", secret: true }]
`;

test('a secret that changed in the environment is seen, one that is not set stays, and none is shown', async () => {
  const account = await newKeyAccount(api);
  const env = { HOST: 'a.farwatch.test', TOKEN: SECRET };
  const missing = await runs.run(account, ['plan'], WITH_SECRETS, { env: { HOST: env.HOST } });
  expect(missing.err).toBe(
    'api.endpoints.v1: the secret token is not set\napi.endpoints.v1: the secret header x-key is not set',
  );
  expect((await runs.run(account, ['plan'], WITH_SECRETS)).err).toMatch(/yaml:7:14 the variable HOST is not set$/);
  expect((await runs.run(account, ['apply', '--yes'], WITH_SECRETS, { env })).code).toBe(EXIT.ok);
  expect((await runs.run(account, ['plan'], WITH_SECRETS, { env })).code).toBe(EXIT.ok);
  expect((await runs.run(account, ['plan'], WITH_SECRETS, { env: { HOST: env.HOST } })).code).toBe(EXIT.ok);
  const changed = await runs.run(account, ['plan'], WITH_SECRETS, { env: { ...env, TOKEN: `${SECRET}-2` } });
  expect(changed.code).toBe(EXIT.confirm);
  expect(changed.out).toContain('endpoints.v1.check.auth.token: … → ${TOKEN}');
  const moved = await runs.run(account, ['plan', '--json'], WITH_SECRETS, { env: { ...env, HOST: 'b.farwatch.test' } });
  expect(JSON.parse(moved.out).changes[0].differences).toContainEqual({
    field: 'endpoints.v1.url',
    before: '…',
    after: 'https://${HOST}/',
  });
});

test('an export is the same account, elsewhere too', async () => {
  const account = await newKeyAccount(api);
  const env = { HOST: 'a.farwatch.test', TOKEN: SECRET };
  await runs.run(account, ['apply', '--yes'], WITH_SECRETS, { env });
  const made = await api.call(account.user, 'POST', '/monitors', {
    name: 'By hand',
    locations: ['tw', 'th', 'bd'],
    tags: ['${x}'],
    endpoints: [
      { url: 'heartbeat://job', check: { cron: '30 2 * * *' } },
      { url: 'https://a.farwatch.test/x?y=$%7Bz}' },
    ],
  });
  expect(made.status).toBe(201);
  const { out: file } = await runs.run(account, ['export', '--project', 'shop'], null);
  expect(file).toContain(`# yaml-language-server: $schema=${runs.origin}/schema/farwatch.json\n`);
  const adopted = await runs.run(account, ['apply', '--yes'], file);
  expect([adopted.code, adopted.out]).toEqual([
    EXIT.ok,
    expect.stringMatching(/1 to adopt, 1 unchanged\nadopted by-hand/),
  ]);
  expect((await runs.run(account, ['plan', '--prune'], file)).out).toBe('2 unchanged\n');
  const elsewhere = await newKeyAccount(api);
  const copied = await runs.run(elsewhere, ['apply', '--yes'], file, {
    env: { API_V1_TOKEN: SECRET, API_V1_X_KEY: SECRET },
  });
  expect([copied.code, copied.out]).toEqual([EXIT.ok, expect.stringContaining('    the account has no monitor ')]);
  expect((await runs.run(elsewhere, ['plan'], file)).code).toBe(EXIT.ok);
});

test('nothing happens without a confirmation, and a file of too many endpoints has its own error', async () => {
  const account = await newKeyAccount(api);
  expect((await runs.run(account, ['apply'], FIRST, { stdin: 'no\n' })).code).toBe(EXIT.confirm);
  const unconfirmed = await runs.run(account, ['apply', '--json'], FIRST, { stdin: 'yes\n', env: { CLAUDECODE: '1' } });
  expect(JSON.parse(unconfirmed.out)).toMatchObject({ status: 'confirmation_required', changes: { length: 3 } });
  expect(await stored(account)).toEqual([]);
  expect((await runs.run(account, ['apply'], FIRST, { stdin: 'yes\n' })).code).toBe(EXIT.ok);
  await users.ref(api.project.run(api.clock.nowMs).db, account.user.uid).update({ maxEndpoints: 4 });
  const tooMany = await runs.run(account, ['apply', '--yes'], manyMonitors(3));
  expect([tooMany.code, tooMany.err]).toEqual([EXIT.failed, expect.stringMatching(/^m1: .*\nm2: .*\n$/)]);
  expect((await stored(account)).length).toBe(4);
});

test('no output has a secret, and each plan fits 80 columns', () => {
  expect(runs.printed()).not.toContain(SECRET);
  const plans = runs
    .printed()
    .split('\n')
    .filter((line) => /^[+~=?-] | {4}/.test(line));
  expect(Math.max(...plans.map(widthOf))).toBeLessThanOrEqual(80);
});
