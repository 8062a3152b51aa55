import type { ActivityAnswer } from '@farwatch/core/contracts/api/activity';
import type { WholeIncident } from '@farwatch/core/contracts/api/whole-incident';
import { assigneeOf } from '@farwatch/core/documents/incident';
import { incidentSample } from '@farwatch/core/testing/samples';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { incidents } from '../../../platform/db/collections.ts';
import { stored } from '../../../testing/api/documents.ts';
import { addMember } from '../../../testing/api/members.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { transfersOf, within } from '../../../testing/api/transfers.ts';
import { injectFault, resetProxy } from '../../../testing/firestore-proxy.ts';
import { startSmtpInbox } from '../../../testing/smtp-inbox.ts';
import { T0 } from '../../../testing/test-project.ts';

let api: TestApi;
let owner: TestUser;
let editor: TestUser;
let viewer: TestUser;
let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;

beforeAll(async () => {
  inbox = await startSmtpInbox();
  api = await newTestApi({ viaProxy: true });
  owner = await api.user({ displayName: 'Olga' });
  editor = await addMember(api, owner, 'editor');
  viewer = await addMember(api, owner, 'viewer');
  vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
  vi.stubEnv('MAIL_FROM', 'Farwatch <accounts@farwatch.test>');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([api.close(), inbox.close()]);
});
beforeEach(() => {
  api.clock.nowMs += MINUTE_MS;
  inbox.mails.length = 0;
  api.project.queue.waiting = [];
});

const put = async (id: string, changes: Parameters<typeof incidentSample>[0] = {}) => {
  const incident = incidentSample({ ownerId: owner.uid, triggeredAt: T0, ...changes });
  await incidents.ref(api.project.run(T0).db, id).set(incidents.toDocument(incident));
};
const assign = async (user: TestUser, id: string, personId: string | null) => {
  const { status, body } = await api.call(user, 'POST', '/v1/incidents/assign', { id, personId }, inAccount());
  const { code, details } = body as { code?: string; details?: { path: string }[] };
  return [status, code ?? null, details?.[0]?.path ?? null];
};
const inAccount = () => ({ 'X-Account': owner.uid });
const mailed = () => inbox.mails.map(({ to, subject }) => `${[to].flat()[0]?.text}: ${subject}`);
const assigneeIn = async (id: string) => {
  const incident = await stored(api).incident(id);
  return incident && assigneeOf(incident);
};
const activityOf = async (id: string) => {
  const { body } = await api.call(owner, 'GET', '/v1/activity');
  const { entries } = body as { entries: ActivityAnswer[] };
  return entries.filter(({ subjectId }) => subjectId === id).map(({ actorName, action }) => `${actorName} ${action}`);
};
const OK = [200, null, null];

test('an editor assigns an incident to the owner, who gets a mail in their language that opens the account', async () => {
  await api.call(owner, 'PUT', '/me', { language: 'cn' });
  await put('first', { endpoint: { name: 'Login', url: 'https://shop.farwatch.test/login' } });
  expect(await assign(editor, 'first', owner.uid)).toEqual(OK);
  expect(await assigneeIn('first')).toEqual({ uid: owner.uid, name: 'Olga' });
  expect(mailed()).toEqual([`${owner.email}: A editor 将事件指派给您：Login`]);
  expect(inbox.mails[0]?.text).toContain(`/incidents?incident=first&account=${owner.uid}`);
  expect(await activityOf('first')).toEqual(['A editor assigned']);
  // No channel announces it.
  expect(api.project.queue.waiting).toEqual([]);
  await api.call(owner, 'PUT', '/me', { language: 'en' });
});

test('who has transferred their account gets it in the language of their new one', async () => {
  const { transfer, withMember } = transfersOf(api);
  const [ann, bob] = await withMember();
  await api.call(ann, 'PUT', '/me', { language: 'cn' });
  expect((await transfer(ann, ann.uid, bob)).status).toBe(200);
  await put('transferred', { ownerId: ann.uid, endpoint: { name: 'Login', url: 'https://shop.farwatch.test/login' } });
  inbox.mails.length = 0;
  const request = { id: 'transferred', personId: ann.uid };
  expect((await api.call(bob, 'POST', '/v1/incidents/assign', request, within(ann.uid))).status).toBe(200);
  expect(mailed()).toEqual([`${ann.email}: A editor 将事件指派给您：Login`]);
});

test('it is in the timeline with who did it, and can be taken back, without a mail', async () => {
  await put('second');
  await assign(owner, 'second', viewer.uid);
  expect(mailed()).toEqual([`${viewer.email}: Olga assigned an incident to you: Shop`]);
  api.clock.nowMs += MINUTE_MS;
  expect(await assign(editor, 'second', null)).toEqual(OK);
  expect(mailed()).toHaveLength(1);
  const { body } = await api.call(viewer, 'GET', '/v1/incidents/second', undefined, inAccount());
  const { assignee, updates } = body as WholeIncident;
  expect(assignee).toBeNull();
  expect(updates.slice(-2).map(({ message }) => message)).toEqual([
    'Assigned to A viewer by Olga',
    'Assigned to nobody by A editor',
  ]);
  expect(await activityOf('second')).toEqual(['A editor unassigned', 'Olga assigned']);
});

test('who assigns it to themselves gets no mail, nor does a repeat', async () => {
  await put('own');
  expect(await assign(editor, 'own', editor.uid)).toEqual(OK);
  expect(mailed()).toEqual([]);
  await assign(owner, 'own', viewer.uid);
  api.clock.nowMs += MINUTE_MS;
  expect(await assign(owner, 'own', viewer.uid)).toEqual(OK);
  expect(mailed()).toHaveLength(1);
  expect(await activityOf('own')).toHaveLength(2);
});

test('a resolved incident can be assigned, too', async () => {
  await put('over', { status: 'resolved', resolvedAt: T0 + MINUTE_MS });
  expect(await assign(owner, 'over', editor.uid)).toEqual(OK);
  expect(await assigneeIn('over')).toMatchObject({ uid: editor.uid });
});

test('the person is told also if the answer of the commit was lost', async () => {
  await put('lost');
  await injectFault({ fault: 'lose', method: 'Commit', status: 4 });
  expect(await assign(owner, 'lost', editor.uid)).toEqual(OK);
  await resetProxy();
  expect(mailed()).toHaveLength(1);
});

test('people who do not belong to the account, viewers, and incidents of others are refused', async () => {
  await put('kept');
  await put('foreign', { ownerId: 'bob' });
  const stranger = await api.user();
  expect(await assign(owner, 'kept', stranger.uid)).toEqual([400, 'invalid', 'personId']);
  expect(await assign(owner, 'kept', 'nobody')).toEqual([400, 'invalid', 'personId']);
  expect(await assign(viewer, 'kept', viewer.uid)).toEqual([403, 'forbidden', null]);
  expect(await assign(owner, 'foreign', owner.uid)).toEqual([404, 'not_found', null]);
  expect(await assign(owner, 'missing', owner.uid)).toEqual([404, 'not_found', null]);
  expect(await assigneeIn('kept')).toBeNull();
  expect(mailed()).toEqual([]);
});

test('the name of a person who leaves the account stays, and only others can be chosen', async () => {
  const leaving = await addMember(api, owner, 'editor');
  await put('left');
  await assign(owner, 'left', leaving.uid);
  expect((await api.call(owner, 'DELETE', `/v1/members/${leaving.uid}`)).status).toBe(200);
  expect(await assigneeIn('left')).toEqual({ uid: leaving.uid, name: 'A editor' });
  expect(await assign(owner, 'left', null)).toEqual(OK);
  expect(await assign(owner, 'left', leaving.uid)).toEqual([400, 'invalid', 'personId']);
});
