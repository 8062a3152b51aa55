import { hasRole, MEMBER_LIMITS } from '@farwatch/core/values/account';
import { ACCOUNT } from '@farwatch/core/values/limits';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { members } from '../../platform/db/collections.ts';
import { CALLS, type Seeded, seedApi } from '../../testing/api/calls.ts';
import { putAgent, stored } from '../../testing/api/documents.ts';
import { addMember } from '../../testing/api/members.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { codeOf, transfersOf, within } from '../../testing/api/transfers.ts';
import { startSmtpInbox } from '../../testing/smtp-inbox.ts';
import { useTelegram } from '../../testing/telegram-chat.ts';
import { ROUTES } from './routes.ts';

let api: TestApi;
let { claimsOf, fresh, ownOf, transfer, withMember } = {} as ReturnType<typeof transfersOf>;
beforeAll(async () => {
  useTelegram();
  api = await newTestApi();
  ({ claimsOf, fresh, ownOf, transfer, withMember } = transfersOf(api));
});
afterAll(() => api.close());
beforeEach(() => {
  // Enough for what a test calls.
  api.clock.nowMs += 5 * MINUTE_MS;
});

const db = () => api.project.run(api.clock.nowMs).db;
/** A later second, since Auth counts in seconds since when tokens are refused. */
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1100));
const HOOK = { type: 'webhook', name: 'Hook', settings: { url: 'https://198.51.100.9/hook' } };

/** A token that was issued before the transfer and is not revoked, as between the steps of a transfer. */
async function staleToken(user: TestUser, before: object = {}): Promise<TestUser> {
  const now = await claimsOf(user);
  await api.auth.setCustomUserClaims(user.uid, before);
  const stale = await fresh(user);
  await api.auth.setCustomUserClaims(user.uid, now);
  return stale;
}

describe('every call about an account', () => {
  let seeded: Seeded;
  let account: string;
  let owner: TestUser;
  let previous: TestUser;
  let stale: TestUser;
  /** The calls that prepare data are the owner's. */
  let asOwner: TestApi;

  beforeAll(async () => {
    seeded = await seedApi(api);
    account = seeded.admin.uid;
    owner = await addMember(api, seeded.admin, 'viewer');
    const { docs } = await db().collection('agents').where('ownerId', '==', account).get();
    await Promise.all(docs.map(({ ref }) => ref.update({ ownerId: 'another' })));
    expect(codeOf(await transfer(seeded.admin, account, owner))).toEqual([200, null]);
    stale = await staleToken(seeded.admin, { role: 'admin' });
    [owner, previous] = await Promise.all([fresh(owner), fresh(seeded.admin)]);
    const call: TestApi['call'] = (user, method, path, body, headers) =>
      api.call(user, method, path, body, { ...(user?.uid === owner.uid && within(account)), ...headers });
    asOwner = { ...api, call };
  });

  const ofAccount = ROUTES.map(({ call }) => call).filter(({ role }) => !['self', 'anyone'].includes(role));
  const prepared = async (key: string) => {
    const call = CALLS[key];
    if (!call) throw new Error(`no call of ${key}`);
    return call({ ...seeded, admin: { ...owner, uid: account } }, { ...asOwner, call: callAs });
  };
  const callAs: TestApi['call'] = (user, ...request) => asOwner.call(user?.uid === account ? owner : user, ...request);

  test.each(ofAccount)('$method $path', async ({ method, path, role, status }) => {
    const { path: target, body } = await prepared(`${method} ${path}`);
    const sent = method === 'get' ? undefined : body;
    const call = (user: TestUser, headers?: Record<string, string>) =>
      api.call(
        user,
        method.toUpperCase(),
        role === 'owner' && user !== owner ? path.replace(/:\w+/g, 'x1') : target,
        sent,
        headers,
      );
    if (!hasRole('editor', role)) {
      expect(codeOf(await call(previous, within(account)))).toEqual([403, 'forbidden']);
      expect(codeOf(await call(stale))).toEqual([403, 'forbidden']);
      expect(codeOf(await call(stale, within(account)))).toEqual([403, 'forbidden']);
    } else {
      const answer = await call(previous, within(account));
      expect([answer.status, answer.body]).toEqual([status, expect.anything()]);
      return;
    }
    const answer = await call(owner, within(account));
    expect([answer.status, answer.body]).toEqual([status, expect.anything()]);
  });
});

describe('a transfer', () => {
  test('makes the member the owner, and the owner an editor with an account of their own', async () => {
    const [ann, bob] = await withMember();
    await api.call(bob, 'PUT', '/me', { language: 'th' });
    await api.call(ann, 'POST', '/v1/channels', HOOK);
    await nextSecond();
    expect(codeOf(await transfer(ann, ann.uid, bob))).toEqual([200, null]);

    expect(codeOf(await api.call(ann, 'GET', '/me'))).toEqual([401, 'unauthenticated']);
    const own = await ownOf(ann);
    expect(await claimsOf(ann)).toEqual({ own: expect.stringMatching(/^[A-Za-z0-9]{20}$/), in: { [ann.uid]: 'e' } });
    expect(await claimsOf(bob)).toEqual({ in: { [ann.uid]: 'o' } });
    const account = await stored(api).user(ann.uid);
    expect(account).toMatchObject({ ownerUid: bob.uid, displayName: 'A editor', email: bob.email, language: 'th' });
    expect(await stored(api).user(own)).toMatchObject({
      ownerUid: ann.uid,
      isOwn: true,
      displayName: 'Ann',
      email: ann.email,
    });

    const again = await fresh(ann);
    expect((await api.call(again, 'GET', '/me')).body).toMatchObject({
      uid: ann.uid,
      displayName: 'Ann',
      email: ann.email,
    });
    expect((await api.call(again, 'GET', '/monitors')).body).toEqual([]);
    const { body } = await api.call(bob, 'GET', '/v1/members', undefined, within(ann.uid));
    expect(body).toMatchObject({
      members: [
        { id: bob.uid, displayName: 'A editor', email: bob.email, role: 'owner' },
        { id: ann.uid, displayName: 'Ann', email: ann.email, role: 'editor' },
      ],
    });
    expect((await api.call(again, 'GET', '/v1/accounts')).body).toMatchObject({
      accounts: [{ id: ann.uid, name: 'A editor', role: 'editor' }],
    });
    expect((await api.call(bob, 'GET', '/v1/accounts')).body).toMatchObject({
      accounts: [{ id: ann.uid, name: 'Ann', role: 'owner' }],
    });
    const { body: activity } = await api.call(bob, 'GET', '/v1/activity', undefined, within(ann.uid));
    const { entries } = activity as { entries: { action: string }[] };
    const entry = entries.find(({ action }) => action === 'transferred');
    expect(entry).toMatchObject({ kind: 'member', actorName: 'Ann', subjectName: 'A editor' });
    expect((await api.call(bob, 'GET', '/v1/channels', undefined, within(ann.uid))).body).toMatchObject({
      channels: expect.arrayContaining([expect.objectContaining({ name: 'Hook' })]),
    });
  });

  async function withMail() {
    const inbox = await startSmtpInbox();
    vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
    vi.stubEnv('MAIL_FROM', 'Farwatch <accounts@farwatch.test>');
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await inbox.close();
    });
    return inbox;
  }

  test.each([
    ['that is marked as theirs stays', true],
    ['of the account follows it', false],
  ])('the channel to the owner’s address %s', async (_, isTheirs) => {
    await withMail();
    const [ann, bob] = await withMember();
    const duty = { personId: isTheirs ? ann.uid : null, onDutyIn: null };
    expect((await api.call(ann, 'PUT', '/v1/channels/email/duty', duty)).status).toBe(200);
    await transfer(ann, ann.uid, bob);
    const { body } = await api.call(bob, 'GET', '/v1/channels', undefined, within(ann.uid));
    const address = isTheirs ? ann.email : bob.email;
    expect(body).toMatchObject({
      channels: [{ id: 'email', settings: { address }, verifiedAt: expect.any(String) }],
    });
  });

  test('is mailed to both', async () => {
    const inbox = await withMail();
    const [ann, bob] = await withMember();
    inbox.mails.length = 0;
    await transfer(ann, ann.uid, bob);
    const sent = inbox.mails.map(({ subject, to, text = '' }) => ({ subject, to: [to].flat()[0]?.text, text }));
    expect(sent).toMatchObject([
      { subject: 'You transferred your account', to: ann.email, text: expect.stringContaining(bob.email) },
      { subject: 'An account is yours now', to: bob.email, text: expect.stringContaining(`Ann (${ann.email})`) },
    ]);
    expect(sent[1]?.text).toContain(`/settings?account=${ann.uid}`);
  });

  test('is refused to anyone but the owner, with a recent sign-in, for a member', async () => {
    const [ann, bob] = await withMember();
    const viewer = await addMember(api, ann, 'viewer');
    const stranger = await api.user();
    const removed = await addMember(api, ann, 'editor');
    await api.call(ann, 'DELETE', `/v1/members/${removed.uid}`);
    for (const user of [bob, viewer, stranger, await fresh(removed)])
      for (const to of [user, viewer, ann]) {
        expect(codeOf(await transfer(user, ann.uid, to))).toEqual([403, 'not_owner']);
      }
    for (const to of [ann, stranger, removed, { uid: 'nobody' }])
      expect(codeOf(await transfer(ann, ann.uid, to))).toEqual([404, 'not_found']);
    await api.auth.updateUser(bob.uid, { emailVerified: false });
    expect(codeOf(await transfer(ann, ann.uid, bob))).toEqual([404, 'not_found']);
    expect(codeOf(await transfer(ann, 'nothing', bob))).toEqual([403, 'not_owner']);
    const { body } = await api.call(ann, 'POST', '/v1/keys', { name: 'Key', scope: 'write', expiresInDays: null });
    const program = { ...ann, token: (body as { key: string }).key };
    expect(codeOf(await transfer(program, ann.uid, bob))).toEqual([403, 'forbidden']);
    const { nowMs } = api.clock;
    api.clock.nowMs = Date.now() + ACCOUNT.recentSignInMs + 60_000;
    expect(codeOf(await transfer(ann, ann.uid, bob))).toEqual([403, 'sign_in_again']);
    api.clock.nowMs = nowMs;
    expect(await stored(api).user(ann.uid)).not.toHaveProperty('ownerUid');
    expect(await claimsOf(ann)).toEqual({});
  });

  test('is refused while either account is being closed, and with agents', async () => {
    const [ann, bob] = await withMember();
    await api.call(bob, 'GET', '/me');
    await api.call(bob, 'POST', '/account/close');
    expect(codeOf(await transfer(ann, ann.uid, bob))).toEqual([409, 'member_closing']);
    await api.call(bob, 'POST', '/account/keep');
    await api.call(ann, 'POST', '/account/close');
    expect(codeOf(await transfer(ann, ann.uid, bob))).toEqual([409, 'account_closing']);
    await api.call(ann, 'POST', '/account/keep');
    await putAgent(api, `agent-${ann.uid}`, 'tw', { agent: { ownerId: ann.uid } });
    expect(codeOf(await transfer(ann, ann.uid, bob))).toEqual([409, 'has_agents']);
    expect(await claimsOf(bob)).toEqual({ in: { [ann.uid]: 'e' } });
  });

  test('is refused to an owner whose claims have no room for another account', async () => {
    const [ann, bob] = await withMember();
    await api.auth.setCustomUserClaims(ann.uid, { other: 'x'.repeat(MEMBER_LIMITS.claimsLength - 50) });
    expect(codeOf(await transfer(ann, ann.uid, bob))).toEqual([409, 'too_many_accounts']);
    expect(await stored(api).user(ann.uid)).not.toHaveProperty('ownerUid');
  });

  test('of two at once one wins', async () => {
    const [ann, bob] = await withMember();
    const eve = await addMember(api, ann, 'viewer');
    const answers = await Promise.all([bob, eve].map((to) => transfer(ann, ann.uid, to)));
    expect(answers.map(codeOf)).toEqual(
      expect.arrayContaining([
        [200, null],
        [403, 'not_owner'],
      ]),
    );
    const { ownerUid } = (await stored(api).user(ann.uid)) ?? {};
    const winner = answers[0]?.status === 200 ? bob : eve;
    const loser = winner === bob ? eve : bob;
    expect(ownerUid).toBe(winner.uid);
    expect(await claimsOf(winner)).toEqual({ in: { [ann.uid]: 'o' } });
    expect(await claimsOf(loser)).toEqual({ in: { [ann.uid]: loser === bob ? 'e' : 'v' } });
    const owned = await db().collection('users').where('ownerUid', '==', ann.uid).get();
    expect(owned.docs.map(({ id }) => id)).toEqual([await ownOf(ann)]);
  });

  test('to the same member twice at once is one', async () => {
    const [ann, bob] = await withMember();
    const answers = await Promise.all([1, 2].map(() => transfer(ann, ann.uid, bob)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await db().collection('users').where('ownerUid', '==', ann.uid).get()).size).toBe(1);
  });

  test('during a removal of the new owner leaves an owner', async () => {
    const [ann, bob] = await withMember();
    const [moved, removed] = await Promise.all([
      transfer(ann, ann.uid, bob),
      api.call(ann, 'DELETE', `/v1/members/${bob.uid}`),
    ]);
    const { ownerUid = ann.uid } = (await stored(api).user(ann.uid)) ?? {};
    const member = members.read(await members.ref(db(), `${ann.uid}_${bob.uid}`).get());
    if (moved.status === 200) expect([removed.status, ownerUid, member?.role]).toEqual([403, bob.uid, 'owner']);
    else expect([removed.status, ownerUid, member]).toEqual([200, ann.uid, null]);
    const wanted = moved.status === 200 ? { in: { [ann.uid]: 'o' } } : {};
    expect(await claimsOf(bob)).toEqual(wanted);
  });
});

describe('a transfer that is interrupted', () => {
  type Step = 'setCustomUserClaims' | 'revokeRefreshTokens';
  const failAt = (step: Step, nth: number) => {
    let count = 0;
    const original = api.auth[step].bind(api.auth) as (...given: unknown[]) => Promise<void>;
    const spy = vi.spyOn(api.auth, step).mockImplementation(async (...given: unknown[]) => {
      count += 1;
      if (count === nth) throw new Error('Auth is away');
      return original(...given);
    });
    onTestFinished(() => spy.mockRestore());
  };

  test.each([
    ['setCustomUserClaims', 1],
    ['setCustomUserClaims', 2],
    ['revokeRefreshTokens', 1],
  ] as const)(
    '%s %d: is completed by repeating it, and the owner before can do nothing as owner',
    async (step, nth) => {
      const [ann, bob] = await withMember();
      await nextSecond();
      failAt(step, nth);
      expect((await transfer(ann, ann.uid, bob)).status).toBe(500);
      expect(codeOf(await api.call(ann, 'DELETE', `/v1/members/${bob.uid}`))).toEqual([403, 'forbidden']);
      expect(
        codeOf(await api.call(ann, 'POST', '/v1/keys', { name: 'K', scope: 'write', expiresInDays: null })),
      ).toEqual([403, 'forbidden']);
      expect(codeOf(await api.call(ann, 'PUT', '/me', { displayName: 'Thief' }))).toEqual([401, 'unauthenticated']);
      expect(codeOf(await api.call(ann, 'POST', '/account/close'))).toEqual([403, 'forbidden']);
      await api.call(ann, 'GET', '/me');
      expect(await stored(api).user(ann.uid)).toMatchObject({ email: bob.email, displayName: 'A editor' });
      expect((await api.call(bob, 'GET', '/v1/keys', undefined, within(ann.uid))).status).toBe(200);

      expect(codeOf(await transfer(ann, ann.uid, bob))).toEqual([200, null]);
      expect(await claimsOf(ann)).toEqual({ own: expect.any(String), in: { [ann.uid]: 'e' } });
      expect(await claimsOf(bob)).toEqual({ in: { [ann.uid]: 'o' } });
      expect((await db().collection('users').where('ownerUid', '==', ann.uid).get()).size).toBe(1);
      expect(codeOf(await api.call(ann, 'GET', '/me'))).toEqual([401, 'unauthenticated']);
    },
  );

  test('is completed for each person by their list of accounts', async () => {
    const [ann, bob] = await withMember();
    failAt('setCustomUserClaims', 1);
    expect((await transfer(ann, ann.uid, bob)).status).toBe(500);
    await api.call(ann, 'GET', '/v1/accounts');
    await api.call(bob, 'GET', '/v1/accounts');
    expect(await claimsOf(ann)).toEqual({ own: expect.any(String), in: { [ann.uid]: 'e' } });
    expect(await claimsOf(bob)).toEqual({ in: { [ann.uid]: 'o' } });
  });
});
