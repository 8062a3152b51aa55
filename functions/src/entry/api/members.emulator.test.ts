import { hasRole, MEMBER_LIMITS, type NeededRole } from '@farwatch/core/values/account';
import { ACCOUNT } from '@farwatch/core/values/limits';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CALLS, type Seeded, seedApi } from '../../testing/api/calls.ts';
import { addMember, invite } from '../../testing/api/members.ts';
import { passwordToken, type TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { allDocuments } from '../../testing/documents.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { useTelegram } from '../../testing/telegram-chat.ts';
import { deleteDueAccounts } from '../jobs/delete-due-accounts.ts';
import { ROUTES } from './routes.ts';

let api: TestApi;
let seeded: Seeded;
let owner: TestUser;
let editor: TestUser;
let viewer: TestUser;
let removed: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  useTelegram();
  api = await newTestApi({ viaProxy: true });
  seeded = await seedApi(api);
  owner = seeded.admin;
  editor = await addMember(api, owner, 'editor');
  viewer = await addMember(api, owner, 'viewer');
  removed = await addMember(api, owner, 'editor');
  expect((await api.call(owner, 'DELETE', `/v1/members/${removed.uid}`)).status).toBe(200);
  // Revoked tokens are refused anyway, so this person has signed in again.
  removed = { ...removed, token: await passwordToken(removed.email) };
  stranger = await api.user();
});
afterAll(() => api.close());

beforeEach(() => {
  // Enough for what a test calls.
  api.clock.nowMs += 5 * MINUTE_MS;
});

const inAccount = (user: TestUser = owner) => ({ 'X-Account': user.uid });
const claimsOf = async ({ uid }: TestUser) => (await api.auth.getUser(uid)).customClaims ?? {};
const codeOf = (answer: { status: number; body: unknown }) => [
  answer.status,
  (answer.body as { code?: string }).code ?? null,
];

/** A viewer makes them for themselves only, and those of the table are the owner's. */
const OWN_ONLY = new Set(['post /v1/rotations/:id/overrides', 'delete /v1/rotations/:id/overrides/:overrideId']);

const ofAccount = ROUTES.map(({ call }) => call).filter(({ role }) => !['self', 'anyone'].includes(role));

describe.each(ofAccount)('$method $path', (call) => {
  const { method, role, scope } = call;
  const key = `${method} ${call.path}`;

  test.each(['editor', 'viewer'] as const)('as %s', async (name) => {
    const user = name === 'editor' ? editor : viewer;
    const isAllowed = hasRole(name, role);
    const {
      path,
      body,
      user: other,
    } = isAllowed ? await made(key) : { path: call.path.replace(/:\w+/g, 'x1'), body: {} };
    expect(other).toBeUndefined();
    const sent = method === 'get' ? undefined : body;
    const answer = await api.call(user, method.toUpperCase(), path, sent, inAccount());
    if (name === 'viewer' && OWN_ONLY.has(key)) expect(codeOf(answer)).toEqual([403, 'forbidden']);
    else if (isAllowed) expect([answer.status, answer.body]).toEqual([call.status, expect.anything()]);
    else expect(codeOf(answer)).toEqual([403, 'forbidden']);
    expect(scope).not.toBe('admin');
  });

  test.each(['removed member', 'stranger'] as const)('as %s', async (name) => {
    const user = name === 'stranger' ? stranger : removed;
    const path = call.path.replace(/:\w+/g, 'x1');
    const answer = await api.call(user, method.toUpperCase(), path, method === 'get' ? undefined : {}, inAccount());
    expect(codeOf(answer)).toEqual([403, 'not_a_member']);
  });
});

/** A call of the table that succeeds as the owner. */
async function made(key: string) {
  const call = CALLS[key];
  if (!call) throw new Error(`no call of ${key}`);
  return call(seeded, api);
}

test('every call names a role, and only calls about the person or for anyone need none in the account', () => {
  const needed = Object.fromEntries(ROUTES.map(({ call }) => [`${call.method} ${call.path}`, call.role]));
  const ofPerson = Object.entries(needed).filter(([, role]) => role === 'self');
  expect(ofPerson.map(([name]) => name).filter((name) => !name.includes('agents'))).toEqual([
    'get /me',
    'put /me',
    'put /settings/account',
    'post /account/password-changed',
    'get /v1/accounts',
    'get /v1/page-reports',
    'post /payments/claim',
    'get /health/system',
    'post /v1/invitations/:id/accept',
    'post /v1/invitations/:id/decline',
    'delete /v1/accounts/:id',
    'post /v1/accounts/:id/transfer',
    'put /v1/page-blocks/:slug',
  ]);
  const roles = new Set<NeededRole>(Object.values(needed));
  expect([...roles].sort()).toEqual(['anyone', 'editor', 'owner', 'self', 'viewer']);
});

test('what a member makes belongs to the account, and activity and notes name the member', async () => {
  const { body } = await api.call(editor, 'POST', '/v1/channels', HOOK, inAccount());
  const { id } = body as { id: string };
  const { body: listed } = await api.call(owner, 'GET', '/v1/channels');
  expect(listed).toMatchObject({ channels: expect.arrayContaining([expect.objectContaining({ id })]) });
  expect((await api.call(editor, 'GET', '/v1/channels')).body).not.toMatchObject({
    channels: expect.arrayContaining([expect.objectContaining({ id })]),
  });
  const { body: activity } = await api.call(owner, 'GET', '/v1/activity');
  const [newest] = (activity as { entries: { actorName: string; kind: string }[] }).entries;
  expect(newest).toMatchObject({ kind: 'channel', actorName: 'A editor' });
});

const HOOK = { type: 'webhook', name: 'Hook', settings: { url: 'https://198.51.100.9/hook' } };

test('a viewer sees no ping URLs', async () => {
  const input = { name: 'Jobs', locations: ['tw'], endpoints: [{ url: 'heartbeat://nightly' }] };
  const { body: monitor } = await api.call(owner, 'POST', '/monitors', input);
  const [endpoint] = (monitor as { endpoints: { id: string; pingUrl: string }[] }).endpoints;
  const path = `/endpoints/${endpoint?.id}`;
  expect((await api.call(editor, 'GET', path, undefined, inAccount())).body).toMatchObject({
    pingUrl: endpoint?.pingUrl,
    namedPingUrl: expect.any(String),
  });
  expect((await api.call(viewer, 'GET', path, undefined, inAccount())).body).toMatchObject({
    pingUrl: null,
    namedPingUrl: null,
  });
});

test('a call of a member costs one read more, one of the owner none', async () => {
  const readsOf = async (user: TestUser, headers?: Record<string, string>) => {
    await resetProxy();
    expect((await api.call(user, 'GET', '/monitors', undefined, headers)).status).toBe(200);
    return (await readProxyCounts()).reads;
  };
  const own = await readsOf(owner);
  expect(await readsOf(owner, inAccount())).toBe(own);
  expect(await readsOf(viewer, inAccount())).toBe(own + 1);
});

describe('an API key', () => {
  test('is of one account', async () => {
    const { body } = await api.call(owner, 'POST', '/v1/keys', { name: 'Key', scope: 'read', expiresInDays: null });
    const token = (body as { key: string }).key;
    const program = { ...owner, token };
    expect((await api.call(program, 'GET', '/monitors', undefined, inAccount())).status).toBe(200);
    const other = await api.call(program, 'GET', '/monitors', undefined, inAccount(stranger));
    expect(codeOf(other)).toEqual([403, 'not_a_member']);
  });
});

test.each(['', 'a/b', '__x__', 'constructor', 'x'.repeat(200)])('the account "%s" is refused', async (id) => {
  const answer = await api.call(owner, 'GET', '/monitors', undefined, { 'X-Account': id });
  expect(codeOf(answer)).toEqual([403, 'not_a_member']);
});

describe('invitations', () => {
  test('are accepted once, by the invited address only', async () => {
    const bob = await api.user();
    const id = await invite(api, owner, bob.email.toUpperCase(), 'viewer');
    expect(codeOf(await api.call(stranger, 'POST', `/v1/invitations/${id}/accept`))).toEqual([404, 'not_found']);
    expect(codeOf(await api.call(stranger, 'POST', `/v1/invitations/${id}/decline`))).toEqual([404, 'not_found']);
    const { body: seen } = await api.call(bob, 'GET', '/v1/accounts');
    expect(seen).toMatchObject({ accounts: [], invitations: [{ id, name: 'Ann', role: 'viewer' }] });
    const both = await Promise.all([1, 2].map(() => api.call(bob, 'POST', `/v1/invitations/${id}/accept`)));
    // The second is refused, or finds that the first has joined.
    expect(both.map(({ status }) => status).filter((status) => status !== 404)).toContain(200);
    expect((await api.call(bob, 'POST', `/v1/invitations/${id}/accept`)).status).toBe(404);
    expect(await claimsOf(bob)).toEqual({ in: { [owner.uid]: 'v' } });
    const { body: joined } = await api.call(bob, 'GET', '/v1/accounts');
    expect(joined).toEqual({ accounts: [{ id: owner.uid, name: 'Ann', role: 'viewer' }], invitations: [] });
  });

  test('end after seven days, and can be declined and revoked', async () => {
    const [late, unwilling, revoked] = await Promise.all([api.user(), api.user(), api.user()]);
    const ids = await Promise.all([late, unwilling, revoked].map(({ email }) => invite(api, owner, email, 'editor')));
    expect((await api.call(unwilling, 'POST', `/v1/invitations/${ids[1]}/decline`)).status).toBe(200);
    expect((await api.call(editor, 'DELETE', `/v1/invitations/${ids[2]}`, undefined, inAccount())).status).toBe(403);
    expect((await api.call(stranger, 'DELETE', `/v1/invitations/${ids[2]}`)).status).toBe(404);
    expect((await api.call(owner, 'DELETE', `/v1/invitations/${ids[2]}`)).status).toBe(200);
    api.clock.nowMs += MEMBER_LIMITS.invitationMs;
    for (const [index, user] of [late, unwilling, revoked].entries()) {
      expect(codeOf(await api.call(user, 'POST', `/v1/invitations/${ids[index]}/accept`))).toEqual([404, 'not_found']);
      expect((await api.call(user, 'GET', '/v1/accounts')).body).toEqual({ accounts: [], invitations: [] });
    }
  });

  test('twice to one address are one, with the last role', async () => {
    const bob = await api.user();
    const first = await invite(api, owner, bob.email, 'viewer');
    expect(await invite(api, owner, bob.email, 'editor')).toBe(first);
    const { body } = await api.call(owner, 'GET', '/v1/members');
    const open = (body as { invitations: { email: string; role: string }[] }).invitations;
    expect(open.filter(({ email }) => email === bob.email)).toMatchObject([{ role: 'editor' }]);
    await api.call(owner, 'DELETE', `/v1/invitations/${first}`);
  });

  test('only the owner sees them', async () => {
    const id = await invite(api, owner, 'seen@farwatch.test', 'viewer');
    const { body } = await api.call(editor, 'GET', '/v1/members', undefined, inAccount());
    expect(body).toMatchObject({ invitations: [] });
    await api.call(owner, 'DELETE', `/v1/invitations/${id}`);
  });

  test('to oneself and to a member are refused', async () => {
    const to = (email: string) => api.call(owner, 'POST', '/v1/invitations', { email, role: 'viewer' });
    expect(codeOf(await to(owner.email))).toEqual([409, 'already_member']);
    expect(codeOf(await to(editor.email.toUpperCase()))).toEqual([409, 'already_member']);
  });

  test('to an account that will be closed are refused, also those from before', async () => {
    const [ann, bob] = await Promise.all([api.user(), api.user()]);
    const id = await invite(api, ann, bob.email, 'viewer');
    await api.call({ ...ann, token: await passwordToken(ann.email) }, 'POST', '/account/close');
    const answer = await api.call(ann, 'POST', '/v1/invitations', { email: 'x@farwatch.test', role: 'viewer' });
    expect(codeOf(answer)).toEqual([409, 'account_closing']);
    expect(codeOf(await api.call(bob, 'POST', `/v1/invitations/${id}/accept`))).toEqual([409, 'account_closing']);
  });

  test('are refused beyond the members of an account', async () => {
    const [ann, bob] = await Promise.all([api.user(), api.user()]);
    const id = await invite(api, ann, bob.email, 'viewer');
    const { db } = api.project.run(api.clock.nowMs);
    const { docs } = await db.collection('members').where('ownerId', '==', owner.uid).limit(1).get();
    const others = Array.from({ length: MEMBER_LIMITS.perAccount - 1 }, (_, index) =>
      db.doc(`members/${ann.uid}_m${index}`).set({ ...docs[0]?.data(), ownerId: ann.uid, uid: `m${index}` }),
    );
    await Promise.all(others);
    const answer = await api.call(ann, 'POST', '/v1/invitations', { email: 'x@farwatch.test', role: 'viewer' });
    expect(codeOf(answer)).toEqual([409, 'too_many_members']);
    expect((await api.call(bob, 'POST', `/v1/invitations/${id}/accept`)).status).toBe(200);
  });
});

test('a person joins as many accounts as fit into the claims', async () => {
  const [ann, bob] = await Promise.all([api.user(), api.user()]);
  const id = await invite(api, ann, bob.email, 'viewer');
  const long = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((each) => [`${each}`.repeat(128), 'v']));
  await api.auth.setCustomUserClaims(bob.uid, { in: long, other: 'x'.repeat(20) });
  expect(codeOf(await api.call(bob, 'POST', `/v1/invitations/${id}/accept`))).toEqual([409, 'too_many_accounts']);
  await api.auth.setCustomUserClaims(bob.uid, { in: {} });
  const { db } = api.project.run(api.clock.nowMs);
  const { docs } = await db.collection('members').where('ownerId', '==', owner.uid).limit(1).get();
  const own = { ...docs[0]?.data(), uid: bob.uid };
  const at = (index: number) => db.doc(`members/a${index}_${bob.uid}`);
  const ids = Array.from({ length: MEMBER_LIMITS.accountsPerPerson }, (_, index) => index);
  await Promise.all(ids.map((index) => at(index).set({ ...own, ownerId: `a${index}` })));
  expect(codeOf(await api.call(bob, 'POST', `/v1/invitations/${id}/accept`))).toEqual([409, 'too_many_accounts']);
  await at(0).delete();
  expect((await api.call(bob, 'POST', `/v1/invitations/${id}/accept`)).status).toBe(200);
});

describe('members', () => {
  test('who are removed lose the claim and their tokens at once', async () => {
    const bob = await addMember(api, owner, 'editor');
    expect((await api.call(bob, 'GET', '/monitors', undefined, inAccount())).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await api.call(owner, 'DELETE', `/v1/members/${bob.uid}`)).status).toBe(200);
    expect(await claimsOf(bob)).toEqual({});
    expect(codeOf(await api.call(bob, 'GET', '/monitors', undefined, inAccount()))).toEqual([401, 'unauthenticated']);
    expect(codeOf(await api.call(owner, 'DELETE', `/v1/members/${bob.uid}`))).toEqual([404, 'not_found']);
  });

  test('keep other claims when their role changes', async () => {
    const bob = await addMember(api, owner, 'viewer');
    await api.auth.setCustomUserClaims(bob.uid, { ...(await claimsOf(bob)), role: 'admin' });
    expect((await api.call(owner, 'PUT', `/v1/members/${bob.uid}`, { role: 'editor' })).status).toBe(200);
    expect(await claimsOf(bob)).toEqual({ role: 'admin', in: { [owner.uid]: 'e' } });
    const renamed = await api.call(bob, 'PUT', '/settings/account', { displayName: 'Bob B' });
    expect(renamed.status).toBe(200);
    const { body } = await api.call(owner, 'GET', '/v1/members');
    const all = (body as { members: { id: string; displayName: string; role: string }[] }).members;
    expect(all.find(({ id }) => id === bob.uid)).toMatchObject({ displayName: 'Bob B', role: 'editor' });
    expect(all[0]).toMatchObject({ id: owner.uid, role: 'owner' });
  });

  test('can leave, and a claim that an interrupted call left behind is put right', async () => {
    const bob = await addMember(api, owner, 'viewer');
    await api.auth.setCustomUserClaims(bob.uid, {});
    const stale = { ...bob, token: await passwordToken(bob.email) };
    await api.call(stale, 'GET', '/v1/accounts');
    expect(await claimsOf(bob)).toEqual({ in: { [owner.uid]: 'v' } });
    expect((await api.call(bob, 'DELETE', `/v1/accounts/${owner.uid}`)).status).toBe(200);
    expect(await claimsOf(bob)).toEqual({});
    expect((await api.call(bob, 'GET', '/me')).status).toBe(200);
    expect(codeOf(await api.call(bob, 'GET', '/monitors', undefined, inAccount()))).toEqual([403, 'not_a_member']);
  });

  test('who close their own account leave the others, and members of a closed account lose it', async () => {
    const ann = await api.user();
    const bob = await addMember(api, ann, 'viewer');
    const eve = await addMember(api, bob, 'editor');
    const fresh = { ...bob, token: await passwordToken(bob.email) };
    expect((await api.call(fresh, 'POST', '/account/close')).status).toBe(200);
    expect((await api.call(bob, 'GET', '/monitors', undefined, inAccount(ann))).status).toBe(200);
    api.clock.nowMs += ACCOUNT.closesAfterMs;
    await deleteDueAccounts(api.project.run(api.clock.nowMs), async () => api.auth);
    const left = Object.keys(await allDocuments(api.project));
    expect(left.filter((path) => path.startsWith('members/') && path.includes(bob.uid))).toEqual([]);
    expect(left).not.toContain(`users/${bob.uid}`);
    expect(await claimsOf(eve)).toEqual({});
    const { body } = await api.call(ann, 'GET', '/v1/members');
    expect(body).toMatchObject({ members: [{ id: ann.uid, role: 'owner' }] });
  });
});
