import type { TrialAnswer } from '@farwatch/core/contracts/api/trials';
import type { TrialResult } from '@farwatch/core/documents/trial';
import { DEVICE } from '@farwatch/core/testing/samples';
import { maskCheck } from '@farwatch/core/values/check-secrets';
import { HTTP_CHECK_LIMITS, type HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { AGENT, TRIAL } from '@farwatch/core/values/limits';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestCheck } from '../../domain/agents/commands.ts';
import { checkSecrets, commands, requestedTrials } from '../../platform/db/collections.ts';
import { putAgent, stored } from '../../testing/api/documents.ts';
import { createMonitor, detailOf, idOf, monitorBody } from '../../testing/api/monitors.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { T0 } from '../../testing/test-project.ts';
import { reportTrial } from '../callables/report-trial.ts';
import { markLost } from '../jobs/sweep/mark-lost.ts';

const URL_A = 'https://a.farwatch.test/';
const SECRET: HttpCheck = { auth: { type: 'bearer', token: 'a-very-secret-token' } };
const RESULT: TrialResult = {
  answer: {
    at: T0,
    ms: 80,
    url: URL_A,
    address: '192.0.2.1',
    statusCode: 200,
    error: null,
    headers: [{ name: 'server', value: 'nginx' }],
    body: 'ok',
    isCut: false,
    certificate: null,
    failedAssertions: [],
  },
  localFailure: null,
};

let api: TestApi;
let user: TestUser;
beforeEach(async () => {
  api = await newTestApi();
  user = await api.user();
  const device = { ...DEVICE, features: ['http-options', 'requested-trials'] };
  await putAgent(api, 'tw1', 'tw', { agent: { device } });
  await putAgent(api, 'twWithoutNetwork', 'tw', { agent: { device, abstainingSince: T0 } });
  await putAgent(api, 'twSilent', 'tw', { agent: { device, lastReportAt: T0 - 200_000 } });
  await putAgent(api, 'thOld', 'th');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await api.close();
});

const tryUrl = (body: object = {}) =>
  api.call(user, 'POST', '/v1/trials', { url: URL_A, locations: ['tw', 'th', 'bd'], ...body });

async function start(body?: object): Promise<TrialAnswer> {
  const answer = await tryUrl(body);
  expect(answer.status).toBe(201);
  return answer.body as TrialAnswer;
}

test('a trial waits for all results if that is requested', async () => {
  const waiting = api.call(user, 'POST', '/v1/trials?wait=1', { url: URL_A, locations: ['tw', 'bd'] });
  const request = await vi.waitUntil(async () => Object.values(await requestedAt('tw1'))[0], { timeout: 10_000 });
  await report(request.trialId);
  const { status, body } = await waiting;
  expect([status, body]).toMatchObject([201, { results: { tw: RESULT }, unavailable: ['bd'] }]);
});

const report = (trialId: string, agentId = 'tw1', tokenGeneration = 1) =>
  reportTrial(api.project.run(api.clock.nowMs), { agentId, tokenGeneration }, { trialId, result: RESULT });

const requestedAt = async (agentId: string) => {
  const { docs } = await requestedTrials.collection(api.project.run(T0).db).where('agentId', '==', agentId).get();
  const found = docs.flatMap((doc) => requestedTrials.read(doc) ?? []);
  return Object.fromEntries(found.map((each) => [each.trialId, each]));
};
const requested = () => requestedAt('tw1');

test('an agent that can is commanded, and its result is the answer', async () => {
  const trial = await start();
  expect(trial).toMatchObject({ locations: ['tw'], unavailable: ['th', 'bd'], results: {} });
  expect(await requested()).toMatchObject({ [trial.id]: { at: T0, ownerId: user.uid, url: URL_A, check: null } });
  expect(await report(trial.id)).toEqual({ stored: true });
  expect(await requested()).toEqual({});
  const path = `/v1/trials/${trial.id}`;
  expect((await api.call(user, 'GET', path)).body).toMatchObject({ results: { tw: RESULT } });
  expect((await api.call(await api.user(), 'GET', path)).status).toBe(404);
});

test('only the commanded agent reports, once, and in time', async () => {
  const { id } = await start();
  expect(await report(id, 'thOld')).toEqual({ stored: false });
  expect(await refusalOf(report(id, 'tw1', 2))).toMatchObject({ reason: 'reset' });
  expect(await report(id)).toEqual({ stored: true });
  expect(await report(id)).toEqual({ stored: true });
  const late = await start();
  api.clock.nowMs += TRIAL.validMs;
  expect(await report(late.id)).toEqual({ stored: false });
  expect(await requested()).toEqual({});
});

test('an agent keeps no expired trial', async () => {
  await start();
  api.clock.nowMs += TRIAL.validMs;
  const { id } = await start();
  expect(Object.keys(await requested())).toEqual([id]);
});

test('nor does that of a lost agent', async () => {
  await start();
  api.clock.nowMs += AGENT.activeWithinMs + 1;
  expect(await markLost(api.project.run(api.clock.nowMs), 'tw1')).toBe(true);
  expect(await requested()).toEqual({});
});

test('masks stand for the stored secrets of the caller’s endpoint, on their origin only', async () => {
  const endpointId = idOf(await createMonitor(api, user, monitorBody(['a'])), 'a');
  const { db } = api.project.run(T0);
  const document = checkSecrets.toDocument({ ownerId: user.uid, check: SECRET });
  await checkSecrets.ref(db, 'check', endpointId).set(document);
  const check = maskCheck(SECRET);
  const { id } = await start({ check, endpointId, url: `${URL_A}login` });
  expect((await requested())[id]?.check).toEqual(SECRET);

  const missing = { status: 400, body: { code: 'secret_missing', details: [{ path: 'check', message: 'token' }] } };
  expect(await tryUrl({ check })).toMatchObject(missing);
  expect(await tryUrl({ check, endpointId, url: 'https://b.farwatch.test/' })).toMatchObject(missing);
  expect(await tryUrl({ check, endpointId, url: 'https://a.farwatch.test:8443/' })).toMatchObject(missing);
  user = await api.user();
  expect((await tryUrl({ check, endpointId })).status).toBe(404);
});

test('an assertion that cannot be parsed is refused', async () => {
  const assertions = [{ source: 'body', op: 'matches', value: '(' }];
  const details = [{ path: 'check.assertions.0.value', message: expect.any(String) }];
  expect(await tryUrl({ check: { assertions } })).toMatchObject({
    status: 400,
    body: { code: 'bad_assertion', details },
  });
});

test('ten at once, for each account', async () => {
  for (let count = 0; count < TRIAL.perMinute; count += 1) await start();
  const refused = await tryUrl();
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_trials', retryAfter: 6 } });
  user = await api.user();
  await start();
});

test('what many accounts try fills no command: at most 30 wait at an agent, and rechecks and syncs never fail', async () => {
  const { db } = api.project.run(T0);
  // As large as the API takes them: twenty accounts would fill a command.
  const check: HttpCheck = { method: 'POST', body: 'x'.repeat(HTTP_CHECK_LIMITS.bodyLength) };
  const first = await start({ check, locations: ['tw'] });
  const statuses = [];
  for (let count = 0; count < TRIAL.waitingPerAgent - 1; count += 1) {
    if ((count + 1) % TRIAL.waitingPerAccount === 0) user = await api.user();
    statuses.push((await tryUrl({ check, locations: ['tw'] })).status);
  }
  expect(new Set(statuses)).toEqual(new Set([201]));
  user = await api.user();
  const busy = { status: 503, body: { code: 'trials_busy', retryAfter: TRIAL.retryAfterSec } };
  expect(await tryUrl({ check, locations: ['tw'] })).toMatchObject(busy);
  const command = await commands.ref(db, 'tw1').get();
  expect(JSON.stringify(command.data()).length).toBeLessThan(100);
  await requestCheck(api.project.run(T0), { agentId: 'tw1', endpointIds: ['e1'] });
  expect((await stored(api).command('tw1'))?.checkNow).toEqual({ e1: T0 });

  expect(await report(first.id)).toEqual({ stored: true });
  expect((await tryUrl({ check, locations: ['tw'] })).status).toBe(201);
});

test('one account has a share of an agent’s places, and others still have theirs', async () => {
  for (let count = 0; count < TRIAL.waitingPerAccount; count += 1) await start({ locations: ['tw'] });
  // After a minute its budget has room again, but not the agent.
  api.clock.nowMs += MINUTE_MS;
  expect(await tryUrl({ locations: ['tw'] })).toMatchObject({ status: 503, body: { code: 'trials_busy' } });
  user = await api.user();
  await start({ locations: ['tw'] });
});

test('what an earlier server left in a command is removed with the next request', async () => {
  const { db } = api.project.run(T0);
  const trial = { at: Timestamp.fromMillis(T0), ownerId: 'o1', url: URL_A, check: SECRET };
  await commands.ref(db, 'tw1').update({ trials: { old: trial } });
  await requestCheck(api.project.run(T0), { agentId: 'tw1', endpointIds: ['e1'] });
  expect((await commands.ref(db, 'tw1').get()).get('trials')).toBeUndefined();
});

test('an agent of version 0.4, which reads no requested trials, gets none', async () => {
  const { db } = api.project.run(T0);
  await putAgent(api, 'bdOld', 'bd', { agent: { device: { ...DEVICE, features: ['http-options', 'trials'] } } });
  expect(await start({ locations: ['bd'] })).toMatchObject({ locations: [], unavailable: ['bd'] });
  expect((await requestedTrials.collection(db).get()).size).toBe(0);
});

test('a host that the operator blocks is neither tried nor saved, and agents learn of it', async () => {
  const saved = await createMonitor(api, user, monitorBody(['a']));
  vi.stubEnv('BLOCKED_HOSTS', 'a.farwatch.test');
  const blocked = { status: 403, body: { code: 'host_blocked', details: [{ path: 'url', message: URL_A }] } };
  expect(await tryUrl()).toMatchObject(blocked);
  expect(await api.call(user, 'POST', '/monitors', monitorBody(['b', 'a']))).toMatchObject(blocked);
  const renamed = await api.call(user, 'PUT', `/monitors/${saved.id}`, monitorBody(['a'], ['tw'], 'Other name'));
  expect(detailOf(renamed).name).toBe('Other name');
  const answer = await new TestAgent('thOld').report(api.project.run(T0), {});
  expect(answer.blockedHosts).toEqual(['a.farwatch.test']);
});

test('a blocked DNS server is neither tried nor saved, also for another host, and its checks can still be edited', async () => {
  const url = 'dns://shop.farwatch.test';
  const check = { type: 'dns', resolver: 'ns1.a.farwatch.test:5353' };
  const bodyOf = (options: object, name = 'Shop') => ({
    name,
    locations: ['tw'],
    endpoints: [{ url, check: options }],
  });
  const saved = detailOf(await api.call(user, 'POST', '/monitors', bodyOf(check)));
  vi.stubEnv('BLOCKED_HOSTS', 'a.farwatch.test');
  const refusedFor = (resolver: string) => {
    const details = [{ path: 'check.resolver', message: resolver }];
    return { status: 403, body: { code: 'host_blocked', details } };
  };
  expect(await tryUrl({ url, check })).toMatchObject(refusedFor(check.resolver));
  expect(await api.call(user, 'POST', '/monitors', bodyOf(check))).toMatchObject(refusedFor(check.resolver));
  const path = `/monitors/${saved.id}`;
  expect(detailOf(await api.call(user, 'PUT', path, bodyOf(check, 'Other name'))).name).toBe('Other name');
  const other = { ...check, resolver: 'ns2.a.farwatch.test' };
  expect(await api.call(user, 'PUT', path, bodyOf(other))).toMatchObject(refusedFor(other.resolver));
  expect((await api.call(user, 'PUT', path, bodyOf({ ...check, resolver: '9.9.9.9' }))).status).toBe(200);
});

test('what can be checked where', async () => {
  await createMonitor(api, user, monitorBody(['a']));
  const { body } = await api.call(user, 'GET', '/v1/locations');
  expect(body).toMatchObject({
    locations: [
      { code: 'tw', agents: 3, features: ['http-options', 'requested-trials'] },
      { code: 'th', agents: 1, features: [] },
      { code: 'bd', agents: 0, features: [] },
    ],
    maxChecks: 2000,
  });
});
