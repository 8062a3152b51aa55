import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type ApiCall, pathOf } from '@farwatch/core/contracts/api/call';
import { type ExampleLanguage, exampleCode, KEY_VARIABLE } from '@farwatch/core/contracts/api/example-code';
import { EXAMPLE_IDS, exampleOf } from '@farwatch/core/contracts/api/examples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS, type Seeded, seedApi } from '../../testing/api/calls.ts';
import { checkAnswer, readBody } from '../../testing/api/check-answer.ts';
import { makeKey } from '../../testing/api/keys.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { useTelegram } from '../../testing/telegram-chat.ts';
import { ROUTES } from './routes.ts';

const run = promisify(execFile);
/** Programs of the reference in each language, run as a reader would; `-w` makes curl print the status, too. */
const RUNNERS: Record<ExampleLanguage, (code: string) => readonly [string, string[]]> = {
  curl: (code) => ['bash', ['-c', `${code} -s -w '%{stderr}%{http_code}'`]],
  javascript: (code) => ['node', ['--input-type=module', '-e', code]],
  python: (code) => ['python3', ['-c', code]],
};
const ORIGIN = 'https://farwatch.test';

let api: TestApi;
let seeded: Seeded;
let key: string;

beforeAll(async () => {
  useTelegram();
  api = await newTestApi();
  seeded = await seedApi(api);
  key = (await makeKey(api, seeded.admin, 'write')).key;
});
afterAll(() => api.close());

const ROUTED = ROUTES.map(({ call }) => [call.method, call.path, call] as const);

/** Of each kind of request: with a query, with a body, with a repeated key, without any. */
const OF_EACH_KIND = ROUTED.filter(([method, path]) =>
  [
    'get /me',
    'get /monitors',
    'get /metrics',
    'post /monitors',
    'put /monitors/:id',
    'get /v1/incidents/:id',
    'post /v1/incidents/acknowledge',
    'post /v1/maintenance',
    'delete /v1/maintenance/:id',
    'get /v1/shared-incidents/:token',
    'post /v1/pages/:slug/incidents',
    'put /settings/monitors',
  ].includes(`${method} ${path}`),
);

describe.each([
  { which: 'of each kind', calls: OF_EACH_KIND, tags: [] },
  { which: 'all others', calls: ROUTED.filter((each) => !OF_EACH_KIND.includes(each)), tags: ['minutes'] },
])('$which', ({ calls, tags }) => {
  test.each(calls)('curl makes %s %s as the reference shows it', { tags }, async (_method, _path, call) => {
    const { stdout, stderr } = await runExample(call, 'curl');
    expect([stderr, stdout]).toEqual([`${call.status}`, expect.anything()]);
    checkAnswer(call, { status: Number(stderr), body: readBody(stdout) });
  });
});

test.each(
  OF_EACH_KIND.flatMap(([method, path, call]) =>
    (['javascript', 'python'] as const).map((language) => [language, method, path, call] as const),
  ),
)('%s makes %s %s as the reference shows it', async (language, _method, _path, call) => {
  const { stdout, stderr } = await runExample(call, language);
  expect([stdout.slice(0, 4), stderr]).toEqual([`${call.status} `, '']);
});

async function runExample(call: ApiCall, language: ExampleLanguage): Promise<{ stdout: string; stderr: string }> {
  // So that no limit is reached.
  api.clock.nowMs += 5000;
  const { code, token } = await preparedExample(call, language);
  const [program, args] = RUNNERS[language](code);
  return run(program, args, { env: { ...process.env, [KEY_VARIABLE]: token } });
}

/** The example with the ids, secrets and times of the test's data in place of its own, and what authenticates it. */
async function preparedExample(call: ApiCall, language: ExampleLanguage): Promise<{ code: string; token: string }> {
  const { method, path, scope } = call;
  const target = (await CALLS[`${method} ${path}`]?.(seeded, api)) ?? { path };
  const { user = seeded.admin } = target;
  const [bare = '', query] = target.path.split('?');
  const replaced = new Map([
    [addressIn(call), `${api.origin}/api${bare}`],
    ...(await placeholders(call, bare, { body: target.body, query: Object.fromEntries(new URLSearchParams(query)) })),
  ]);
  // Each request of the test is another one, so that it has another key.
  const shown = exampleCode(call, language, ORIGIN).replaceAll('my-', `my-${language}-`);
  const code = shown.replaceAll(
    new RegExp([...replaced.keys()].map((each) => each.replace(/[.?]/g, String.raw`\$&`)).join('|'), 'g'),
    (found) => replaced.get(found) ?? found,
  );
  return { code, token: scope === 'read' || scope === 'write' ? key : user.token };
}

/** The address in the example, without its query. */
function addressIn(call: ApiCall): string {
  return ORIGIN + pathOf(call, exampleOf(call).params);
}

/** Values of the example's body and query that stand for the account's own, with those of the test. */
type Sent = { body: unknown; query: unknown };

async function placeholders(call: ApiCall, path: string, { body, query }: Sent): Promise<[string, string][]> {
  const example = exampleOf(call);
  const both = [...pairs(example.body, body), ...pairs(example.query, query)];
  const given = both.filter(([shown]) => OWN.has(shown.key) || IDS.has(shown.value));
  const endpointId =
    call.method === 'put' && call.path === '/monitors/:id' ? await firstEndpoint(path) : seeded.endpointId;
  return [
    [EXAMPLE_IDS.monitor, seeded.monitorId],
    [EXAMPLE_IDS.endpoint, endpointId],
    ...(call.path.endsWith('/push/test')
      ? [
          ['https://collector.example.com', String(Reflect.get(Object(body), 'url')).replace('/v1/metrics', '')] as [
            string,
            string,
          ],
        ]
      : []),
    ...given.map(([shown, real]): [string, string] => [shown.value, real]),
  ];
}

const IDS: ReadonlySet<string> = new Set(Object.values(EXAMPLE_IDS));
const OWN: ReadonlySet<string> = new Set([
  'pingUrl',
  'key',
  'claim',
  'personId',
  'startsAt',
  'endsAt',
  'bot_token',
  'botToken',
  'deviceCode',
  'code',
]);

async function firstEndpoint(path: string): Promise<string> {
  const { body } = await api.call(seeded.admin, 'GET', path);
  return (body as { endpoints: { id: string }[] }).endpoints[0]?.id ?? '';
}

/** Texts at the same place of both values. */
function pairs(one: unknown, other: unknown, key = ''): [{ key: string; value: string }, string][] {
  if (typeof one === 'string') return typeof other === 'string' ? [[{ key, value: one }, other]] : [];
  if (typeof one !== 'object' || one === null) return [];
  return Object.entries(one).flatMap(([name, each]) => pairs(each, Reflect.get(Object(other), name), name));
}
