import { ACCOUNT } from '@farwatch/core/values/limits';
import { DAY_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { closures, subscribers } from '../../platform/db/collections.ts';
import { putAgent, stored } from '../../testing/api/documents.ts';
import { createMonitor, monitorBody } from '../../testing/api/monitors.ts';
import { createPage, pageBody } from '../../testing/api/page-calls.ts';
import { changePassword, passwordToken } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { startSmtpInbox } from '../../testing/smtp-inbox.ts';
import { deleteDueAccounts } from '../jobs/delete-due-accounts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await newTestApi();
  api.clock.nowMs = Date.now();
});
afterAll(() => api.close());

test('a closed account works for seven days, keeps its first date, and can be kept', async () => {
  const user = await api.user();
  await createMonitor(api, user, monitorBody(['a']));
  const closesAt = new Date(api.clock.nowMs + 7 * DAY_MS).toISOString();
  expect(await api.call(user, 'POST', '/account/close')).toMatchObject({ status: 200, body: { closesAt } });
  api.clock.nowMs += 1000;
  expect((await api.call(user, 'POST', '/account/close')).body).toEqual({ closesAt });
  expect(await stored(api).user(user.uid)).toMatchObject({ closesAt: Date.parse(closesAt), endpointCount: 1 });
  await createMonitor(api, user, monitorBody(['b']));

  expect((await api.call(user, 'POST', '/account/keep')).body).toEqual({ closesAt: null });
  await deleteDueAccounts(api.project.run(Date.parse(closesAt)), async () => api.auth);
  expect(await stored(api).user(user.uid)).toMatchObject({ closesAt: null, endpointCount: 2 });
});

test('after its time it is deleted and its token is refused', async () => {
  const user = await api.user();
  await createMonitor(api, user, monitorBody(['a']));
  await api.call(user, 'POST', '/account/close');
  await deleteDueAccounts(api.project.run(api.clock.nowMs + ACCOUNT.closesAfterMs), async () => api.auth);
  expect(await stored(api).user(user.uid)).toBeNull();
  expect(await api.call(user, 'POST', '/account/keep')).toMatchObject({ status: 401 });
});

test('it cannot be kept once the deletion has started', async () => {
  const user = await api.user();
  await api.call(user, 'POST', '/account/close');
  await closures.ref(api.project.run(0).db, user.uid).create(closures.toDocument({ startedAt: 0 }));
  const answer = await api.call(user, 'POST', '/account/keep');
  expect(answer).toMatchObject({ status: 409, body: { code: 'closing_started' } });
});

test('closing needs a recent sign-in', async () => {
  const user = await api.user();
  api.clock.nowMs = Date.now() + ACCOUNT.recentSignInMs + 1000;
  const answer = await api.call(user, 'POST', '/account/close');
  expect(answer).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
  api.clock.nowMs = Date.now();
});

test('an admin deletes their agents first', async () => {
  const admin = await api.user({ admin: true });
  await putAgent(api, 'agent', 'tw', { agent: { ownerId: admin.uid } });
  const answer = await api.call(admin, 'POST', '/account/close');
  expect(answer).toMatchObject({ status: 409, body: { code: 'has_agents' } });
  expect((await stored(api).user(admin.uid))?.closesAt ?? null).toBeNull();
});

test('a copy comes in parts of whole pages, with a limit of its own', async () => {
  const user = await api.user();
  for (const name of ['a', 'b', 'c']) await createMonitor(api, user, monitorBody([name]));
  const first = await api.call(user, 'GET', '/account/copy');
  expect(first).toMatchObject({ status: 200, body: { next: null } });
  const { lines } = first.body as { lines: string };
  const paths = lines
    .trim()
    .split('\n')
    .flatMap((line) => Object.keys(JSON.parse(line) as object));
  expect(paths[0]).toBe(`account/${user.uid}`);
  expect(paths.at(-1)).toBe(`users/${user.uid}`);
  expect(paths.filter((path) => path.startsWith('monitors/'))).toHaveLength(3);
  const [monitor = ''] = paths.filter((path) => path.startsWith('endpoints/'));
  const rest = await api.call(user, 'GET', `/account/copy?after=${encodeURIComponent(monitor)}`);
  expect(lines.endsWith((rest.body as { lines: string }).lines)).toBe(true);
  for (const after of ['leases/any', 'monitors', '../x', '']) {
    const refused = await api.call(user, 'GET', `/account/copy?after=${encodeURIComponent(after)}`);
    expect(refused).toMatchObject({ status: 400 });
  }
});

describe('the owner gets a mail', () => {
  let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
  beforeEach(async () => {
    inbox = await startSmtpInbox();
    vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
    vi.stubEnv('MAIL_FROM', 'Farwatch <accounts@farwatch.test>');
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await inbox.close();
    });
  });
  const subjects = () => inbox.mails.map(({ subject }) => subject);

  test('of what a closing deletes, once, when it is kept, and when it is gone', async () => {
    const user = await api.user();
    await createMonitor(api, user, monitorBody(['a', 'b']));
    await createPage(api, user, 'closing-shop', pageBody([]));
    const run = api.project.run(0);
    const addresses = Object.fromEntries(
      ['a', 'b', 'c'].map((digit) => [
        digit.repeat(32),
        { address: `${digit}@farwatch.test`, language: 'en' as const, since: 0 },
      ]),
    );
    await subscribers.ref(run.db, '0', 'closing-shop').set(subscribers.toDocument({ addresses }));
    await api.call(user, 'POST', '/account/close');
    await api.call(user, 'POST', '/account/close');
    expect(subjects()).toEqual(['Your account will be deleted']);
    const text = inbox.mails[0]?.text ?? '';
    expect(text).toContain('Monitors: 1');
    expect(text).toContain('Endpoints: 2');
    expect(text).toMatch(/Status pages: 1 \(https?:\/\/\S+\/status\/closing-shop\)/);
    expect(text).toContain('Subscribers of status pages: 3');

    await api.call(user, 'POST', '/account/keep');
    await api.call(user, 'POST', '/account/keep');
    expect(subjects().slice(1)).toEqual(['Your account is kept']);

    await api.call(user, 'PUT', '/me', { language: 'cn' });
    await api.call(user, 'POST', '/account/close');
    await deleteDueAccounts(api.project.run(api.clock.nowMs + ACCOUNT.closesAfterMs), async () => api.auth);
    // Accounts of other tests may be due as well.
    const own = inbox.mails.filter(({ to }) => JSON.stringify(to).includes(user.email));
    expect(own.slice(2).map(({ subject }) => subject)).toEqual(['您的账户将被删除', '您的账户已删除']);
  });

  test('of a changed password, once for each change', async () => {
    let user = await api.user();
    const announce = async () => (await api.call(user, 'POST', '/account/password-changed')).body;
    // The account is new: nothing was changed yet.
    expect(await announce()).toEqual({ isNew: false });
    user = await changePassword(api.auth, user);
    api.clock.nowMs = Date.now();
    const answers = await Promise.all([announce(), announce()]);
    expect(answers).toContainEqual({ isNew: true });
    expect(answers).toContainEqual({ isNew: false });
    expect(await announce()).toEqual({ isNew: false });
    expect(subjects()).toEqual(['Your password was changed']);
    const { body } = await api.call(user, 'GET', '/v1/activity');
    const { entries } = body as { entries: { kind: string; fields: string[] }[] };
    expect(entries.filter(({ kind }) => kind === 'account').map(({ fields }) => fields)).toEqual([['password']]);
  });

  test('of nothing that Auth does not know as recent', async () => {
    const user = await api.user();
    await api.auth.revokeRefreshTokens(user.uid);
    user.token = await passwordToken(user.email);
    api.clock.nowMs = Date.now() + ACCOUNT.recentSignInMs + 2000;
    expect((await api.call(user, 'POST', '/account/password-changed')).body).toEqual({ isNew: false });
    api.clock.nowMs = Date.now();
    expect(subjects()).toEqual([]);
  });

  test('only as often as an account may have', async () => {
    const user = await api.user();
    const answers = [];
    for (let turn = 0; turn < 11; turn += 1) answers.push(await api.call(user, 'POST', '/account/close'));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(subjects()).toHaveLength(1);
  });

  test('and an account without verified mail, or a server without mail, gets none', async () => {
    vi.stubEnv('LOCAL_SMTP_URL', '');
    const user = await api.user();
    expect(await api.call(user, 'POST', '/account/close')).toMatchObject({ status: 200 });
    expect(subjects()).toEqual([]);
  });
});
