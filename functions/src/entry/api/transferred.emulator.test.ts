import { MEMBER_LIMITS } from '@farwatch/core/values/account';
import { ACCOUNT } from '@farwatch/core/values/limits';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { deleteAccount } from '../../domain/accounts/delete-account.ts';
import { closures, users } from '../../platform/db/collections.ts';
import { stored } from '../../testing/api/documents.ts';
import { addMember, invite } from '../../testing/api/members.ts';
import { passwordToken } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { codeOf, transfersOf, within } from '../../testing/api/transfers.ts';
import { startSmtpInbox } from '../../testing/smtp-inbox.ts';
import { useTelegram } from '../../testing/telegram-chat.ts';
import { deleteDueAccounts } from '../jobs/delete-due-accounts.ts';

let api: TestApi;
let { claimsOf, fresh, ownOf, transfer, transferred, withMember } = {} as ReturnType<typeof transfersOf>;
beforeAll(async () => {
  useTelegram();
  api = await newTestApi();
  ({ claimsOf, fresh, ownOf, transfer, transferred, withMember } = transfersOf(api));
});
afterAll(() => api.close());
beforeEach(() => {
  // Enough for what a test calls.
  api.clock.nowMs += 5 * MINUTE_MS;
});

const db = () => api.project.run(api.clock.nowMs).db;
/** Runs the job at the time when accounts that are closed now are due, or later. */
const deleteClosed = (laterMs = 0) =>
  deleteDueAccounts(api.project.run(api.clock.nowMs + ACCOUNT.closesAfterMs + laterMs), async () => api.auth);

describe('a transferred account', () => {
  test('keeps its owner until it is transferred again, also back', async () => {
    const { account, ann, bob, own } = await transferred();
    expect(codeOf(await api.call(bob, 'DELETE', `/v1/accounts/${account}`))).toEqual([403, 'forbidden']);
    for (const [method, body] of [
      ['PUT', { role: 'viewer' }],
      ['DELETE', undefined],
    ] as const)
      expect(codeOf(await api.call(bob, method, `/v1/members/${bob.uid}`, body, within(account)))).toEqual([
        403,
        'forbidden',
      ]);
    expect(codeOf(await transfer(ann, account, bob))).toEqual([403, 'not_owner']);

    expect(codeOf(await transfer(bob, account, ann))).toEqual([200, null]);
    expect(await claimsOf(ann)).toEqual({ own, in: { [account]: 'o' } });
    expect(await claimsOf(bob)).toEqual({ in: { [account]: 'e' } });
    expect(await stored(api).user(account)).toMatchObject({ ownerUid: ann.uid, displayName: 'Ann', email: ann.email });
    const back = await fresh(ann);
    expect((await api.call(back, 'GET', '/v1/keys', undefined, within(account))).status).toBe(200);
    expect((await api.call(back, 'PUT', `/v1/members/${bob.uid}`, { role: 'viewer' }, within(account))).status).toBe(
      200,
    );
    // The own account can be transferred, too.
    const eve = await addMember(api, { ...back, uid: own }, 'editor');
    expect(codeOf(await transfer(back, own, eve))).toEqual([200, null]);
    expect(await stored(api).user(own)).toMatchObject({ ownerUid: eve.uid, isOwn: false });
    const next = await ownOf(ann);
    expect(next).not.toBe(own);
    expect(await claimsOf(ann)).toEqual({ own: next, in: { [account]: 'o', [own]: 'e' } });
  });

  test('has the name, address and language of its owner, also after they change', async () => {
    const { account, bob } = await transferred();
    await api.call(bob, 'PUT', '/me', { displayName: 'Bob B', language: 'bn' });
    expect(await stored(api).user(account)).toMatchObject({ displayName: 'Bob B', language: 'bn' });
    await api.auth.updateUser(bob.uid, { email: `new-${bob.email}` });
    const moved = { ...bob, token: await passwordToken(`new-${bob.email}`) };
    await api.call(moved, 'GET', '/settings', undefined, within(account));
    expect(await stored(api).user(account)).toMatchObject({ email: `new-${bob.email}` });
  });

  test('keeps its keys, which act for the new owner', async () => {
    const [ann, bob] = await withMember();
    const { body } = await api.call(ann, 'POST', '/v1/keys', { name: 'Key', scope: 'write', expiresInDays: null });
    const program = { ...ann, token: (body as { key: string }).key };
    await transfer(ann, ann.uid, bob);
    expect((await api.call(program, 'GET', '/me')).body).toMatchObject({ uid: bob.uid, email: bob.email });
    await api.auth.updateUser(ann.uid, { disabled: true });
    expect((await api.call(program, 'GET', '/monitors')).status).toBe(200);
    await api.auth.updateUser(bob.uid, { disabled: true });
    expect(codeOf(await api.call(program, 'GET', '/monitors'))).toEqual([401, 'unauthenticated']);
  });

  test('keeps its rotations and the channels of its people', async () => {
    const [ann, bob] = await withMember();
    const { body } = await api.call(ann, 'POST', '/v1/rotations', ROTATION_OF([ann.uid, bob.uid]));
    const { id } = body as { id: string };
    await transfer(ann, ann.uid, bob);
    const again = await fresh(ann);
    const { body: listed } = await api.call(bob, 'GET', '/v1/rotations', undefined, within(ann.uid));
    expect(listed).toMatchObject({
      rotations: [{ id, people: [ann.uid, bob.uid] }],
      people: [
        { id: bob.uid, name: 'A editor' },
        { id: ann.uid, name: 'Ann' },
      ],
    });
    const on = (listed as { rotations: { current: { uid: string } }[] }).rotations[0]?.current.uid;
    expect([ann.uid, bob.uid]).toContain(on);
    expect((await api.call(again, 'DELETE', `/v1/accounts/${ann.uid}`)).status).toBe(200);
    const { body: after } = await api.call(bob, 'GET', '/v1/rotations', undefined, within(ann.uid));
    // Who has left is on duty no more.
    expect(after).toMatchObject({ rotations: [{ current: { uid: bob.uid }, next: null }], people: [{ id: bob.uid }] });
    const changed = await api.call(bob, 'PUT', `/v1/rotations/${id}`, ROTATION_OF([ann.uid]), within(ann.uid));
    expect(changed.status).toBe(400);
  });

  test('can invite its previous owner again, and counts as many members as before', async () => {
    const { account, ann, bob } = await transferred();
    const { docs } = await db().collection('members').where('ownerId', '==', account).get();
    const some = docs.find((each) => each.get('uid') === ann.uid)?.data();
    const others = Array.from({ length: MEMBER_LIMITS.perAccount - 1 }, (_, index) =>
      db()
        .doc(`members/${account}_m${index}`)
        .set({ ...some, uid: `m${index}`, email: `m${index}@farwatch.test` }),
    );
    await Promise.all(others);
    expect((await api.call(ann, 'DELETE', `/v1/accounts/${account}`)).status).toBe(200);
    const { body, status } = await api.call(
      bob,
      'POST',
      '/v1/invitations',
      { email: ann.email, role: 'viewer' },
      within(account),
    );
    expect(status).toBe(201);
    const full = await api.call(
      bob,
      'POST',
      '/v1/invitations',
      { email: 'x@farwatch.test', role: 'viewer' },
      within(account),
    );
    expect(codeOf(full)).toEqual([409, 'too_many_members']);
    expect((await api.call(ann, 'POST', `/v1/invitations/${(body as { id: string }).id}/accept`)).status).toBe(200);
    expect(await claimsOf(ann)).toMatchObject({ in: { [account]: 'v' } });
    const toOwner = await api.call(ann, 'POST', '/v1/invitations', { email: bob.email, role: 'viewer' });
    expect(toOwner.status).toBe(201);
  });

  test('is closed without its owner, whose own account must be closed last', async () => {
    const { account, ann, bob } = await transferred();
    const eve = await addMember(api, ann, 'viewer');
    expect(await api.call(bob, 'POST', '/account/close')).toMatchObject({
      status: 409,
      body: { code: 'owns_accounts', details: [{ path: '', message: 'Ann' }] },
    });
    await expect(deleteAccount(api.project.run(0), api.auth, bob.uid)).rejects.toThrow(`owns the accounts ${account}`);
    expect((await api.call(bob, 'POST', '/account/close', undefined, within(account))).status).toBe(200);
    const closing = { ...(await fresh(bob)) };
    await deleteClosed();
    expect(await stored(api).user(account)).toBeNull();
    expect([await claimsOf(bob), (await claimsOf(ann)).in]).toEqual([{}, undefined]);
    expect((await api.call(closing, 'GET', '/me')).status).toBe(200);
    expect((await api.call(ann, 'GET', '/me')).status).toBe(200);
    expect((await api.call(await fresh(bob), 'POST', '/account/close')).status).toBe(200);

    // The other account of the previous owner goes with them, also if the deletion is interrupted before the person.
    const own = await ownOf(ann);
    const failing = vi.spyOn(api.auth, 'deleteUser').mockRejectedValueOnce(new Error('Auth is away'));
    expect((await api.call(ann, 'POST', '/account/close')).status).toBe(200);
    await expect(deleteClosed()).rejects.toThrow('Auth is away');
    failing.mockRestore();
    await deleteClosed(ACCOUNT.closesAfterMs);
    expect(await stored(api).user(own)).toBeNull();
    for (const { uid } of [ann, bob])
      await expect(api.auth.getUser(uid)).rejects.toMatchObject({ code: 'auth/user-not-found' });
    expect(await claimsOf(eve)).toEqual({});
  });

  test('is named by the mails about its end, which link to it', async () => {
    const { account, ann, bob } = await transferred();
    const mailsTo = await openInbox();
    for (const call of ['close', 'keep', 'close'])
      expect((await api.call(bob, 'POST', `/account/${call}`, undefined, within(account))).status).toBe(200);
    expect((await api.call(ann, 'POST', '/account/close')).status).toBe(200);
    const link = `/settings?tab=account&account=${account}`;
    expect(mailsTo(bob)).toEqual([
      ['Your account will be deleted', 'Account: Ann', link],
      ['Your account is kept', 'Account: Ann', link],
      ['Your account will be deleted', 'Account: Ann', link],
    ]);
    expect(mailsTo(ann)).toEqual([
      ['Your account will be deleted', 'Account: Ann (your own)', '/settings?tab=account'],
    ]);

    // A deletion that is continued may find the member document gone, which has the name.
    const failing = vi.spyOn(api.auth, 'setCustomUserClaims').mockRejectedValue(new Error('Auth is away'));
    await expect(deleteClosed()).rejects.toThrow('Auth is away');
    failing.mockRestore();
    await db().doc(`members/${account}_${bob.uid}`).delete();
    await deleteClosed(ACCOUNT.closesAfterMs);
    expect(await stored(api).user(account)).toBeNull();
    expect(mailsTo(bob).slice(3)).toEqual([['Your account was deleted', 'Account: Ann', null]]);
    // Bob has one account left, which needs no name.
    expect((await api.call(await fresh(bob), 'POST', '/account/close')).status).toBe(200);
    expect(mailsTo(bob).slice(4)).toEqual([['Your account will be deleted', null, '/settings?tab=account']]);
  });

  test('whose deletion is continued after its document is gone is not mailed to its previous owner', async () => {
    const { account, ann, bob } = await transferred();
    const mailsTo = await openInbox();
    await users.ref(db(), account).delete();
    const closure = { startedAt: api.clock.nowMs, personUid: null, accountName: 'Ann' };
    await closures.ref(db(), account).create(closures.toDocument(closure));
    await deleteClosed();
    expect((await closures.ref(db(), account).get()).exists).toBe(false);
    expect([mailsTo(ann), mailsTo(bob)]).toEqual([[], []]);
    expect((await api.auth.getUser(ann.uid)).disabled).toBe(false);
  });

  test('stays with the new owner when the previous closes their own', async () => {
    const { account, ann, bob, own } = await transferred();
    const { body } = await api.call(
      bob,
      'POST',
      '/v1/keys',
      { name: 'Key', scope: 'read', expiresInDays: null },
      within(account),
    );
    expect((await api.call(ann, 'POST', '/account/close')).status).toBe(200);
    await deleteClosed();
    await expect(api.auth.getUser(ann.uid)).rejects.toMatchObject({ code: 'auth/user-not-found' });
    expect([await stored(api).user(own), (await stored(api).user(account))?.ownerUid]).toEqual([null, bob.uid]);
    const program = { ...bob, token: (body as { key: string }).key };
    expect((await api.call(program, 'GET', '/me')).body).toMatchObject({ uid: bob.uid });
    const { body: listed } = await api.call(bob, 'GET', '/v1/members', undefined, within(account));
    expect(listed).toMatchObject({ members: [{ id: bob.uid, role: 'owner' }] });
  });

  test('of a restored backup belongs to whom the documents say', async () => {
    const { account, ann, own } = await transferred();
    const user = await users.ref(db(), account).get();
    const { ownerUid: _, isOwn: __, ...before } = user.data() ?? {};
    await users.ref(db(), account).set(before);
    await users.ref(db(), own).delete();
    const { docs } = await db().collection('members').where('ownerId', '==', account).get();
    await Promise.all(docs.map(({ ref }) => ref.delete()));
    await api.call(ann, 'GET', '/v1/accounts');
    expect(await claimsOf(ann)).toEqual({});
  });
});

/** Receives mail until the test ends. Returns each mail to a person: its subject, the account that it names, its link. */
async function openInbox() {
  const inbox = await startSmtpInbox();
  vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
  vi.stubEnv('MAIL_FROM', 'Farwatch <accounts@farwatch.test>');
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await inbox.close();
  });
  return ({ email }: { email: string }) => {
    const found = inbox.mails.filter(({ to }) => JSON.stringify(to).includes(email));
    return found.map(({ subject, text = '' }) => [
      subject,
      /^Account: .*$/m.exec(text)?.[0] ?? null,
      /\/settings\S*/.exec(text)?.[0] ?? null,
    ]);
  };
}

const ROTATION_OF = (people: string[]) => ({
  name: 'Nights',
  people,
  every: 1,
  unit: 'days',
  start: '2026-01-01T00:00',
  timeZone: 'UTC',
});

test('who is invited by a previous owner joins the other account', async () => {
  const { ann, own } = await transferred();
  const eve = await api.user();
  const id = await invite(api, ann, eve.email, 'viewer');
  expect((await api.call(eve, 'POST', `/v1/invitations/${id}/accept`)).body).toMatchObject({ id: own });
});
