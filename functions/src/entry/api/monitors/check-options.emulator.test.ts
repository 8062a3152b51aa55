import type { MonitorDetail } from '@farwatch/core/contracts/api/monitor-answer';
import { CHECK_SECRETS_ID } from '@farwatch/core/documents/check-secrets';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { RE2JS } from 're2js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkSecrets } from '../../../platform/db/collections.ts';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import { detailOf } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { allDocuments } from '../../../testing/documents.ts';
import { expectConsistent } from '../../../testing/expect-consistent.ts';
import { T0 } from '../../../testing/test-project.ts';

const TOKEN = 'tok-aaaaaaaa-1234567890';
const MASKED = '••••••••7890';
const URL_A = 'https://a.farwatch.test/';

let api: TestApi;
let user: TestUser;

beforeAll(async () => {
  api = await newTestApi();
  await putAgent(api, 'agent', 'tw');
});
beforeEach(async () => {
  user = await api.user();
});
afterAll(async () => {
  await expectConsistent(api.project);
  await api.close();
});

const bearer = (token: string): HttpCheck => ({ auth: { type: 'bearer', token } });
const monitor = (check: unknown, more: object = {}) => ({
  name: 'Shop',
  locations: ['tw'],
  endpoints: [{ url: URL_A, name: 'A', check }],
  ...more,
});
const create = async (check: unknown) => detailOf(await api.call(user, 'POST', '/monitors', monitor(check)));
const put = (id: string, body: object) => api.call(user, 'PUT', `/monitors/${id}`, body);
const endpointOf = ({ endpoints }: MonitorDetail) => endpoints[0]?.id ?? '';

/** The check in the assignment and in the private document, and the endpoint's revision. */
async function storedCheck(created: MonitorDetail) {
  const id = endpointOf(created);
  const [assignment, endpoint, document] = await Promise.all([
    stored(api).assignment('tw', user.uid),
    stored(api).endpoint(id),
    checkSecrets.ref(api.project.run(T0).db, CHECK_SECRETS_ID, id).get(),
  ]);
  const assigned = assignment?.endpoints[id];
  return {
    url: assigned?.url,
    assigned: assigned?.check,
    secrets: checkSecrets.read(document)?.check,
    rev: endpoint?.rev,
  };
}

/** The documents that contain a text, except the two kinds that must. */
async function leaksOf(secret: string): Promise<string[]> {
  const documents = Object.entries(await allDocuments(api.project));
  const having = documents.filter(([, data]) => JSON.stringify(data).includes(secret)).map(([path]) => path);
  return having.filter((path) => !/^assignments\/|\/secrets\/check$/.test(path));
}

describe('a secret', () => {
  it('is stored apart and assigned; documents and answers have its mask', async () => {
    const created = await create(bearer(TOKEN));
    expect(created.endpoints[0]?.check).toEqual(bearer(MASKED));
    expect(await storedCheck(created)).toEqual({
      url: `options+${URL_A}`,
      assigned: bearer(TOKEN),
      secrets: bearer(TOKEN),
      rev: 0,
    });
    expect(await leaksOf(TOKEN)).toEqual([]);
    expect(JSON.stringify((await api.call(user, 'GET', `/monitors/${created.id}`)).body)).not.toContain(TOKEN);
  });

  it('is kept by its mask, also by an edit of something else', async () => {
    const created = await create(bearer(TOKEN));
    expect((await put(created.id, monitor(bearer(MASKED), { name: 'Store' }))).status).toBe(200);
    expect((await api.call(user, 'PUT', `/endpoints/${endpointOf(created)}`, { name: 'B' })).status).toBe(200);
    expect(await storedCheck(created)).toMatchObject({ assigned: bearer(TOKEN), secrets: bearer(TOKEN), rev: 0 });
  });

  it('that is replaced makes another revision, though its mask is the same', async () => {
    const created = await create(bearer('short-one'));
    expect((await put(created.id, monitor(bearer('short-two')))).status).toBe(200);
    expect(await storedCheck(created)).toMatchObject({ assigned: bearer('short-two'), rev: 1 });
    expect(await stored(api).monitor(created.id)).toMatchObject({ version: 2 });
  });

  it('that is removed is deleted with the endpoint’s check, or with the endpoint', async () => {
    const created = await create({ ...bearer(TOKEN), method: 'HEAD' });
    expect((await put(created.id, monitor({ method: 'HEAD' }))).status).toBe(200);
    expect(await storedCheck(created)).toMatchObject({ assigned: { method: 'HEAD' }, secrets: undefined, rev: 1 });
    const other = detailOf(await api.call(user, 'POST', '/monitors', monitor(bearer(TOKEN))));
    expect((await api.call(user, 'DELETE', `/monitors/${other.id}`)).status).toBe(200);
    const left = Object.keys(await allDocuments(api.project)).filter((path) => path.includes(endpointOf(other)));
    expect(left.filter((path) => path.includes('secrets'))).toEqual([]);
  });

  it('goes to no other origin than it was typed for', async () => {
    const created = await create(bearer(TOKEN));
    for (const url of ['https://b.farwatch.test/', 'https://a.farwatch.test:444/', 'http://a.farwatch.test/']) {
      const moved = await api.call(user, 'PUT', `/endpoints/${endpointOf(created)}`, { url });
      expect(moved).toMatchObject({
        status: 400,
        body: { code: 'secret_missing', details: [{ path: 'check.auth.token' }] },
      });
    }
    const path = await api.call(user, 'PUT', `/endpoints/${endpointOf(created)}`, { url: `${URL_A}status` });
    expect(path.status).toBe(200);
    expect(await storedCheck(created)).toMatchObject({ assigned: bearer(TOKEN), rev: 1 });
  });

  it('of which only a mask is known must be typed again, at the named fields', async () => {
    const check = { ...bearer(MASKED), headers: [{ name: 'X-Key', value: MASKED, secret: true }] };
    const endpoints = [{ url: 'https://b.farwatch.test/' }, { url: URL_A, check }];
    const refused = await api.call(user, 'POST', '/monitors', monitor(null, { endpoints }));
    expect(refused).toMatchObject({ status: 400, body: { code: 'secret_missing' } });
    const { details } = refused.body as { details: { path: string }[] };
    expect(details.map(({ path }) => path)).toEqual([
      'endpoints.1.check.auth.token',
      'endpoints.1.check.headers.0.value',
    ]);
  });

  it('typed again after a lost answer is the same edit; another is not', async () => {
    const created = await create(bearer('short-one'));
    const version = created.version;
    expect((await put(created.id, { ...monitor(bearer('short-two')), version })).status).toBe(200);
    expect((await put(created.id, { ...monitor(bearer('short-two')), version })).status).toBe(200);
    const late = await put(created.id, { ...monitor(bearer('short-six')), version });
    expect(late).toMatchObject({ status: 409, body: { code: 'edited_meanwhile' } });
    expect(JSON.stringify(late.body)).not.toContain('short');
  });
});

it.each([
  [{ method: 'GET', bodyy: 'x' }, 'endpoints.0.check.bodyy'],
  [{ headers: [{ name: 'A', value: 'b', hidden: true }] }, 'endpoints.0.check.headers.0.hidden'],
  [{ auth: { type: 'bearer', token: 't', user: 'u' } }, 'endpoints.0.check.auth.user'],
  [{ statuses: '99' }, 'endpoints.0.check.statuses'],
])('a check of %j is refused at %s', async (check, path) => {
  // As text: the test's client leaves out unknown fields.
  const refused = await api.call(user, 'POST', '/monitors', JSON.stringify(monitor(check)));
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid', details: [{ path }] } });
});

it('an assertion that cannot be parsed is refused at its field', async () => {
  const assertions = [
    { source: 'body', op: 'contains', value: 'ok' },
    { source: 'json', path: '$..[', op: 'exists' },
    { source: 'header', name: 'Server', op: 'matches', value: '(?=a)' },
  ];
  const paths = ({ body }: { body: unknown }) =>
    (body as { details: { path: string }[] }).details.map(({ path }) => path);
  const refused = await api.call(user, 'POST', '/monitors', monitor({ assertions }));
  expect(refused).toMatchObject({ status: 400, body: { code: 'bad_assertion' } });
  expect(paths(refused)).toEqual(['endpoints.0.check.assertions.1.path', 'endpoints.0.check.assertions.2.value']);
  const created = await create({ assertions: assertions.slice(0, 1) });
  const changed = await api.call(user, 'PUT', `/endpoints/${endpointOf(created)}`, { check: { assertions } });
  expect(paths(changed)).toEqual(['check.assertions.1.path', 'check.assertions.2.value']);
});

describe('expressions that take long to compile', () => {
  const matching = (...values: string[]) => ({
    assertions: values.map((value) => ({ source: 'body', op: 'matches', value })),
  });
  const withChecks = (checks: unknown[]) =>
    monitor(null, { endpoints: checks.map((check, index) => ({ url: `${URL_A}${index}`, check })) });
  /** Four of the dearest for each endpoint. */
  const dear = (endpoints: number, name: string) =>
    withChecks(
      Array.from({ length: endpoints }, (_, at) =>
        matching(...['a', 'b', 'c', 'd'].map((each) => `${name}${at}${each}\\pL{90}`)),
      ),
    );
  const post = (body: object) => api.call(user, 'POST', '/monitors', body);

  it('are refused at their field, and none is compiled', async () => {
    const compile = vi.spyOn(RE2JS, 'compile');
    const refused = await post(monitor(matching(`(?:${'ab'.repeat(200)}){1000}`, '\\pL'.repeat(160))));
    const message = expect.stringContaining('too complex');
    const details = [0, 1].map((at) => ({ path: `endpoints.0.check.assertions.${at}.value`, message }));
    expect(refused).toMatchObject({ status: 400, body: { code: 'bad_assertion', details } });
    expect(compile).not.toHaveBeenCalled();
    compile.mockRestore();
  });
  it('are refused together before any is compiled, however many endpoints a request has', async () => {
    const compile = vi.spyOn(RE2JS, 'compile');
    const details = [{ path: expect.stringMatching(/^endpoints\.\d+\.check\.assertions\.\d+$/) }];
    const refused = { status: 400, body: { code: 'assertions_too_complex', details } };
    expect(await post(dear(200, 'x'))).toMatchObject(refused);
    expect(await post(dear(2_000, 'x'))).toMatchObject({ status: 413, body: { code: 'too_large' } });
    expect(compile).not.toHaveBeenCalled();
    compile.mockRestore();
  });
  it('are compiled once in a request, and count for the account', async () => {
    const compile = vi.spyOn(RE2JS, 'compile');
    const shared = Array.from({ length: 20 }, () => matching('^well$', '(?i)fine'));
    expect((await post(withChecks(shared))).status).toBe(201);
    expect(compile).toHaveBeenCalledTimes(2);
    compile.mockRestore();
    const statuses = [];
    for (const name of ['x', 'y', 'z']) statuses.push((await post(dear(11, name))).status);
    expect(statuses).toEqual([201, 201, 429]);
    user = await api.user();
    expect((await post(dear(11, 'z'))).status).toBe(201);
  });
});

describe('planned checks', () => {
  const hosts = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => ({ url: `https://${name}${index}.farwatch.test/` }));
  const planned = async () => [
    (await stored(api).assignment('tw', user.uid))?.plannedChecks,
    (await stored(api).agent('agent'))?.plannedChecks,
  ];

  it('are counted for the assignment and its agent, also when the account’s interval changes', async () => {
    const [, others = 0] = await planned();
    const created = detailOf(
      await api.call(user, 'POST', '/monitors', { ...monitor(null), intervalSec: 30, endpoints: hosts(3, 'a') }),
    );
    await api.call(user, 'POST', '/monitors', { ...monitor(null), endpoints: hosts(6, 'b') });
    expect(await planned()).toEqual([66, others + 66]);
    expect((await api.call(user, 'PUT', '/settings/monitors', { monitorInterval: 60 })).status).toBe(200);
    expect(await planned()).toEqual([61, others + 61]);
    expect((await api.call(user, 'DELETE', `/monitors/${created.id}`)).status).toBe(200);
    expect(await planned()).toEqual([1, others + 1]);
  });

  it('are at most 2,000 at a location; an account above them may only reduce', async () => {
    const at30 = { ...monitor(null), intervalSec: 30 };
    const full = detailOf(await api.call(user, 'POST', '/monitors', { ...at30, endpoints: hosts(100, 'a') }));
    const more = await api.call(user, 'POST', '/monitors', { ...monitor(null), endpoints: hosts(1, 'b') });
    expect(more).toMatchObject({ status: 409, body: { code: 'too_many_checks_planned' } });
    expect((await put(full.id, { ...at30, endpoints: hosts(99, 'a') })).status).toBe(200);
    expect((await api.call(user, 'PUT', '/settings/monitors', { monitorInterval: 60 })).status).toBe(200);
    expect((await api.call(user, 'POST', '/monitors', { ...monitor(null), endpoints: hosts(101, 'b') })).status).toBe(
      201,
    );
    const faster = await api.call(user, 'PUT', '/settings/monitors', { monitorInterval: 10 });
    expect(faster).toMatchObject({ status: 409, body: { code: 'too_many_checks_planned' } });
    expect((await stored(api).user(user.uid))?.monitorInterval).toBe(60);
  });
});

it('checks that are too large together for a location are refused', async () => {
  const longHeader = (name: string) => ({ name, value: 'y'.repeat(900) });
  const check = { method: 'POST', body: 'x'.repeat(2000), headers: ['X'].map(longHeader) };
  const endpoints = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      url: `https://a${index}.farwatch.test/`.padEnd(1600, 'x'),
      check,
    }));
  const larger = endpoints(199).map((each, index) => {
    const headers = ['A', 'B'].map((name) => ({ name, value: 'y'.repeat(900) }));
    return index === 7
      ? { ...each, check: { ...check, body: 'x'.repeat(1000), headers: [...check.headers, ...headers] } }
      : each;
  });
  const refused = await api.call(user, 'POST', '/monitors', monitor(null, { endpoints: larger }));
  const details = [{ path: 'endpoints.7.check.headers', message: expect.any(String) }];
  expect(refused).toMatchObject({ status: 409, body: { code: 'check_too_large', details } });
  expect((await api.call(user, 'POST', '/monitors', monitor(null, { endpoints: endpoints(150) }))).status).toBe(201);
});

describe('options of another check type', () => {
  const TCP = 'tcp://a.farwatch.test:22';
  const BANNER = { type: 'tcp', banner: 'SSH' };

  it('are stored and assigned with a URL of that type, whose features the assignment then needs', async () => {
    const created = detailOf(
      await api.call(user, 'POST', '/monitors', monitor(BANNER, { endpoints: [{ url: TCP, check: BANNER }] })),
    );
    expect(await storedCheck(created)).toMatchObject({ url: `options+${TCP}`, assigned: BANNER });
    expect((await stored(api).assignment('tw', user.uid))?.features).toEqual(['tcp']);
  });

  it('are refused with a URL of another type, by field', async () => {
    const refused = (path: string) => ({ status: 400, body: { code: 'invalid', details: [{ path }] } });
    const mixed = await api.call(user, 'POST', '/monitors', monitor(BANNER));
    expect(mixed).toMatchObject(refused('endpoints.0.check.type'));
    const created = await create({ statuses: '200' });
    const changed = await api.call(user, 'PUT', `/endpoints/${endpointOf(created)}`, { url: TCP });
    expect(changed).toMatchObject(refused('check.type'));
    const both = await api.call(user, 'PUT', `/endpoints/${endpointOf(created)}`, { url: TCP, check: BANNER });
    expect(both.status).toBe(200);
  });

  it('have their secrets masked', async () => {
    const url = 'wss://a.farwatch.test/';
    const plain = { name: 'Cookie', value: 'plain', secret: false };
    const secret = { name: 'X-Key', value: TOKEN, secret: true };
    const ws = { type: 'ws', send: TOKEN, expect: 'ready', headers: [plain, secret] };
    const created = detailOf(
      await api.call(user, 'POST', '/monitors', monitor(ws, { endpoints: [{ url, check: ws }] })),
    );
    expect(created.endpoints[0]?.check).toEqual({
      ...ws,
      send: MASKED,
      headers: [plain, { ...secret, value: MASKED }],
    });
    expect(await storedCheck(created)).toMatchObject({ assigned: ws, secrets: ws });
    expect(await leaksOf(TOKEN)).toEqual([]);
    const elsewhere = { url: 'wss://b.farwatch.test/', check: created.endpoints[0]?.check };
    const moved = await api.call(user, 'PUT', `/endpoints/${endpointOf(created)}`, { ...elsewhere });
    const details = [{ path: 'check.send' }, { path: 'check.headers.1.value' }];
    expect(moved).toMatchObject({ status: 400, body: { code: 'secret_missing', details } });
  });
});
