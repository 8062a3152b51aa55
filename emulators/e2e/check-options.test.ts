import type { CheckError } from '@farwatch/core/values/check';
import type { Assertion } from '@farwatch/core/values/http-check/assertion';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { beforeAll, expect, it } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import { CASES } from '../src/targets/cases.ts';
import { type Account, database, makeAccount } from './testing/accounts.ts';
import { callApi } from './testing/call-api.ts';

const WITHIN_MS = 90_000;
const { targets } = addressesFromEnv();

const body = (op: Assertion['op'], value: string): Assertion => ({ source: 'body', op, value });
const json = (path: string, op: Assertion['op'], value?: string): Assertion => {
  return { source: 'json', path, op, ...(value === undefined ? {} : { value }) };
};
const header = (op: Assertion['op'], value?: string): Assertion => {
  return { source: 'header', name: 'X-Release', op, ...(value === undefined ? {} : { value }) };
};
const secret = (name: string, value: string) => ({ name, value, secret: true });
const asserting = (...assertions: Assertion[]): HttpCheck => ({ assertions });

/** Each option and assertion on a target of its own, and why it is down once the target is switched. */
const ROWS: [of: keyof typeof CASES & string, name: string, check: HttpCheck, error: CheckError][] = [
  ['text', 'contains', asserting(body('contains', 'systems go')), 'assertion'],
  ['text', 'notContains', asserting(body('notContains', 'database error')), 'assertion'],
  ['text', 'matches', asserting(body('matches', '^All \\w+ go$')), 'assertion'],
  ['compressed', 'gzip', asserting(body('contains', 'All systems go')), 'assertion'],
  ['big5', 'charset', asserting(body('contains', '台灣')), 'assertion'],
  ['json', 'equals', asserting(json('$.status', 'equals', 'ok')), 'assertion'],
  ['json', 'notEquals', asserting(json('$.status', 'notEquals', 'degraded')), 'assertion'],
  ['json', 'lessThan', asserting(json('$.queue.depth', 'lessThan', '100')), 'assertion'],
  ['json', 'exists', asserting(json('$.items[?@.id == 1]', 'exists')), 'assertion'],
  ['header', 'matches', asserting(header('matches', '^v\\d+$')), 'assertion'],
  ['post-only', 'body', { method: 'POST', body: '{"order": 7}' }, 'status'],
  ['api-key', 'secret header', { headers: [secret('X-API-Key', 'demo-key')] }, 'status'],
  ['basic', 'basic', { auth: { type: 'basic', username: 'demo', password: 'let-me-in' } }, 'status'],
  ['bearer', 'bearer', { auth: { type: 'bearer', token: 'demo-token' } }, 'status'],
  ['teapot', 'statuses', { statuses: '418' }, 'status'],
  ['moved', 'no redirects', { followRedirects: false, statuses: '301' }, 'status'],
  ['chain', 'redirects', { method: 'HEAD' }, 'status'],
  ['slow', 'slow', { maxResponseMs: 1500 }, 'slow'],
  ['slow-body', 'timeout', { timeoutMs: 3000, assertions: [body('contains', 'part 4')] }, 'timeout'],
];
const SECRETS = ['demo-key', 'let-me-in', 'demo-token', '{"order": 7}'];

let owner: Account;
beforeAll(async () => {
  owner = await makeAccount('Olga Options');
});

const switchAll = (to: 'up' | 'down') =>
  Promise.all(Object.keys(CASES).map((name) => fetch(`${targets}/case/${name}/${to}`, { method: 'POST' })));

type Row = { name: string; status: string; error: CheckError | null };

/** The monitor's endpoints in their order, with the last error of those that are down. */
async function rowsOf(monitorId: string): Promise<Row[]> {
  const { docs } = await database().collection('endpoints').where('monitorId', '==', monitorId).get();
  const byName = new Map(docs.map((document) => [document.get('name') as string, document]));
  return ROWS.map(([of, name]) => {
    const document = byName.get(`${of} ${name}`);
    const status = document?.get('status') as string;
    const error = status === 'down' ? (document?.get('lastError.error') as CheckError) : null;
    return { name: `${of} ${name}`, status, error };
  });
}

const expectRows = (monitorId: string, status: 'up' | 'down') =>
  expect
    .poll(() => rowsOf(monitorId), { timeout: WITHIN_MS, interval: 500 })
    .toEqual(
      ROWS.map(([of, name, , error]) => ({ name: `${of} ${name}`, status, error: status === 'up' ? null : error })),
    );

/** Requests checks of all endpoints, which is refused for a moment after other checks. */
const checkNow = (monitorId: string) =>
  expect
    .poll(() => callApi(owner, 'POST', `/monitors/${monitorId}/test`, {}).then(Boolean, () => false), {
      timeout: WITHIN_MS,
    })
    .toBe(true);

/** Everything stored of the account that its owner, a channel or a log may show. */
async function shownTexts(monitorId: string): Promise<string> {
  const owned = ['monitors', 'endpoints', 'incidents', 'evidence', 'messages', 'outboxes'];
  const found = await Promise.all(
    owned.map((name) => database().collection(name).where('ownerId', '==', owner.uid).get()),
  );
  const answer = await callApi(owner, 'GET', `/monitors/${monitorId}`);
  return JSON.stringify([found.flatMap(({ docs }) => docs.map((each) => each.data())), answer]);
}

it(
  'each option and assertion is up, down and up again from three locations, and shows no secret',
  async () => {
    await switchAll('up');
    const endpoints = ROWS.map(([of, name, check]) => ({
      url: `${targets}/case/${of}?${encodeURIComponent(name)}`,
      name: `${of} ${name}`,
      check,
    }));
    const locations = ['tw', 'th', 'bd'];
    const { id } = (await callApi(owner, 'POST', '/monitors', { name: 'Options', locations, endpoints })) as {
      id: string;
    };
    await expectRows(id, 'up');
    await switchAll('down');
    await checkNow(id);
    await expectRows(id, 'down');
    const { docs } = await database().collection('incidents').where('monitorId', '==', id).get();
    const assertion = docs.find((each) => each.get('endpoint.name') === 'json lessThan');
    expect(assertion?.get('failures')).toMatchObject({
      tw: { statusCode: 200, error: 'assertion', assertion: { received: '250' } },
    });
    await switchAll('up');
    await checkNow(id);
    await expectRows(id, 'up');
    const shown = await shownTexts(id);
    expect(SECRETS.filter((each) => shown.includes(each))).toEqual([]);
  },
  4 * WITHIN_MS,
);
