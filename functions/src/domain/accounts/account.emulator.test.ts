import { hourId } from '@farwatch/core/documents/hour';
import { type Member, memberId } from '@farwatch/core/documents/member';
import { endpointContentSample, monitorContentSample, orderSample } from '@farwatch/core/testing/samples';
import { ACCOUNT } from '@farwatch/core/values/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deleteDueAccounts } from '../../entry/jobs/delete-due-accounts.ts';
import { notifyOwner } from '../../entry/tasks/notify-owner.ts';
import { drain } from '../../entry/triggers/drain.ts';
import {
  hours,
  incidents,
  members,
  paymentRecords,
  payments,
  RECORD_ID,
  users,
} from '../../platform/db/collections.ts';
import { allDocuments, type Documents } from '../../testing/documents.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { faultsLeft, holdNext, injectFault, PERMISSION_DENIED } from '../../testing/firestore-proxy.ts';
import { outageIncident } from '../../testing/outbox.ts';
import { OWNER, seedProject, urlOf } from '../../testing/seed-project.ts';
import { useTelegram } from '../../testing/telegram-chat.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';
import { editMonitor } from '../monitors/edit-monitor.ts';
import { copyAccount, copyPart } from './copy-account.ts';
import { deleteAccount } from './delete-account.ts';

/** Documents shared by many owners, which expire. */
const SHARED = /^(agentStates|windows|verdictChanges)\//;
let project: TestProject;
let app: App;
let auth: Auth;

/** Two accounts on the same agents, each with an announced outage, a rolled-up hour and a paid order. */
beforeEach(async () => {
  useTelegram();
  project = newTestProject();
  app = initializeApp({ projectId: project.id }, `auth-${project.id}`);
  auth = getAuth(app);
  await auth.createUser({ uid: OWNER, email: 'closed@farwatch.test' });
  await auth.createUser({ uid: 'other', email: 'other@farwatch.test' });
  const owners = [OWNER, 'other'];
  await seedProject(project, {
    owners: owners.map((id) => ({ id, chatId: '9' })),
    monitors: owners.map((ownerId) => ({
      id: `m-${ownerId}`,
      ownerId,
      locations: ['tw'],
      endpoints: [`e-${ownerId}`],
    })),
    agents: [{ id: 'tw', location: 'tw', ownerIds: owners }],
  });
  const run = project.run(T0);
  const tw = new TestAgent('tw');
  for (const ownerId of owners) {
    await tw.report(run, { ownerId, down: [`e-${ownerId}`] });
    const expireAt = T0 + HOUR_MS;
    const hour = { ownerId, location: 'tw' as const, hourAt: T0, endpoints: {}, expireAt, rebuildAt: null };
    await hours.ref(run.db, hourId(ownerId, 'tw', T0)).create(hours.toDocument(hour));
    const { payment, record } = orderSample({ payment: { ownerId, paidAt: T0, startsAt: T0 } });
    await payments.ref(run.db, `p-${ownerId}`).create(payments.toDocument(payment));
    await paymentRecords.ref(run.db, RECORD_ID, `p-${ownerId}`).create(paymentRecords.toDocument(record));
  }
  await drain(run, 'tw');
  await project.queue.work(run);
});
afterEach(() => Promise.all([project.close(), deleteApp(app)]));

const ofClosedAccount = (documents: Documents) =>
  Object.entries(documents).filter(([path, data]) => {
    const isNamed = path.includes(OWNER) || JSON.stringify(data).includes(`"${OWNER}"`);
    return isNamed && !SHARED.test(path);
  });

it('a copy has every document of the account, with timestamps in ISO 8601 and secrets masked', async () => {
  const copied: Record<string, unknown> = {};
  for await (const { lines } of copyAccount(project.run(T0).db, OWNER, await auth.getUser(OWNER))) {
    for (const line of lines) Object.assign(copied, JSON.parse(line));
  }
  const own = ofClosedAccount(await allDocuments(project)).map(([path]) => path);
  expect(own.length).toBeGreaterThan(9);
  expect(Object.keys(copied).sort()).toEqual([`account/${OWNER}`, ...own].sort());
  expect(copied[`payments/p-${OWNER}`]).toMatchObject({ paidAt: new Date(T0).toISOString() });
  expect(copied[`users/${OWNER}/private/notifications`]).toMatchObject({ telegram: { botToken: '••••••••' } });
});

it('a copy in parts has the same lines, wherever a part ends', async () => {
  const { db } = project.run(T0);
  const user = await auth.getUser(OWNER);
  const whole = (await copyPart(db, user.uid, user)).lines;
  const lines = whole.trim().split('\n');
  for (const [index, line] of lines.entries()) {
    const after = Object.keys(JSON.parse(line) as object)[0] ?? '';
    if (after.startsWith('account/')) continue;
    expect(await copyPart(db, user.uid, user, after)).toEqual({
      lines: lines
        .slice(index + 1)
        .map((each) => `${each}\n`)
        .join(''),
      next: null,
    });
  }
  await expect(copyPart(db, user.uid, user, 'leases/any')).rejects.toThrow(RangeError);
  const ofOther = (await copyPart(db, user.uid, user, 'endpoints/e-other/events/any')).lines;
  expect(ofOther).not.toContain('e-other');
});

it('closing deletes every document of the account and none of another’s', async () => {
  const before = await allDocuments(project);
  await deleteAccount(project.run(T0), auth, OWNER);
  const after = await allDocuments(project);
  expect(ofClosedAccount(after)).toEqual([]);
  const others = (documents: Documents) =>
    Object.entries(documents).filter(([, data]) => JSON.stringify(data).includes('other') && data.ownerId === 'other');
  expect(others(after)).toEqual(others(before));
  expect((await auth.listUsers()).users.map(({ uid }) => uid)).toEqual(['other']);
  await expectConsistent(project);
});

it('accounts that the person leaves look at what was only announced to them', async () => {
  const { db } = project.run(T0);
  const membership: Member = {
    ...{ ownerId: 'other', uid: OWNER, role: 'editor', displayName: 'Ann', email: 'closed@farwatch.test' },
    ...{ accountName: 'Other', createdAt: T0 },
  };
  await members.ref(db, memberId('other', OWNER)).set(members.toDocument(membership));
  project.queue.waiting = [];
  await deleteAccount(project.run(T0), auth, OWNER);
  expect(project.queue.waiting).toContainEqual(
    expect.objectContaining({ name: 'notifyOwner', input: { ownerId: 'other' } }),
  );
});

it('a second call completes the work after a failure', async () => {
  await injectFault({ fault: 'refuse', method: 'Commit', touching: `m-${OWNER}`, status: PERMISSION_DENIED });
  await expect(deleteAccount(project.viaProxy(T0), auth, OWNER)).rejects.toThrow();
  expect(await faultsLeft()).toEqual([]);
  expect(await auth.getUser(OWNER)).toMatchObject({ disabled: true });
  await deleteAccount(project.viaProxy(T0 + MINUTE_MS), auth, OWNER);
  expect(ofClosedAccount(await allDocuments(project))).toEqual([]);
  await expectConsistent(project);
});

it('orphans no history if its deletion fails', async () => {
  await injectFault({
    fault: 'refuse',
    method: 'BatchWrite',
    touching: `endpoints/e-${OWNER}/events`,
    status: PERMISSION_DENIED,
  });
  await expect(deleteAccount(project.viaProxy(T0), auth, OWNER)).rejects.toThrow();
  expect(await faultsLeft()).toEqual([]);
  await deleteAccount(project.viaProxy(T0 + MINUTE_MS), auth, OWNER);
  expect(ofClosedAccount(await allDocuments(project))).toEqual([]);
});

it('also removes a monitor created in the meantime from its agent', async () => {
  const run = project.run(T0);
  const held = await holdNext('incidents', 'RunQuery');
  const closing = deleteAccount(project.viaProxy(T0), auth, OWNER);
  await held.arrived();
  const late = endpointContentSample({ id: 'late', url: urlOf('late') });
  await editMonitor(run, { ownerId: OWNER, monitorId: 'late' }, () => monitorContentSample({ endpoints: [late] }));
  await held.release();
  await closing;
  expect(ofClosedAccount(await allDocuments(project))).toEqual([]);
  await expectConsistent(project);
});

it('a task that has sent a message meanwhile stores nothing', async () => {
  await incidents
    .ref(project.run(T0).db, 'late')
    .create(incidents.toDocument(outageIncident(T0, { endpointId: 'late' })));
  const late = project.viaProxy(T0 + MINUTE_MS);
  const held = await holdNext('/messages/');
  const sending = notifyOwner(late, { ownerId: OWNER }, virtualClock(late.nowMs));
  await held.arrived();
  await deleteAccount(project.run(T0), auth, OWNER);
  await held.release();
  await sending;
  await notifyOwner(late, { ownerId: OWNER }, virtualClock(late.nowMs));
  expect(ofClosedAccount(await allDocuments(project))).toEqual([]);
});

it('refuses an admin who still has agents', async () => {
  const ref = project.run(T0).db.doc('agents/tw');
  await ref.update({ ownerId: OWNER });
  await expect(deleteAccount(project.run(T0), auth, OWNER)).rejects.toThrow('has agents (1)');
  expect(await auth.getUser(OWNER)).toMatchObject({ disabled: false });
});

/** Whether each of the two accounts still exists, with its documents. */
async function existing(): Promise<string[]> {
  const documents = await allDocuments(project);
  const { users: found } = await auth.listUsers();
  return found.map(({ uid }) => uid).filter((uid) => documents[`users/${uid}`] && documents[`monitors/m-${uid}`]);
}

const closeAt = (uid: string, closesAt: number) =>
  users.ref(project.run(T0).db, uid).update(users.toUpdate({ closesAt }));

it('the job deletes an account once its time is over, and no other', async () => {
  await closeAt(OWNER, T0 + HOUR_MS);
  await closeAt('other', T0 + HOUR_MS + 1);
  await deleteDueAccounts(project.run(T0 + HOUR_MS - 1), async () => auth);
  expect((await existing()).sort()).toEqual(['other', OWNER].sort());

  await deleteDueAccounts(project.run(T0 + HOUR_MS), async () => auth);
  expect(await existing()).toEqual(['other']);
  expect(ofClosedAccount(await allDocuments(project))).toEqual([]);
  await expectConsistent(project);
});

it.each([
  ['its start', 'Commit', `closures/${OWNER}`, false],
  ['its documents', 'BatchWrite', 'messages/', false],
  ['its profile', 'BatchWrite', `users/${OWNER}`, false],
  ['its profile, with the Auth account gone', 'BatchWrite', `users/${OWNER}`, true],
] as const)('the job continues a deletion that stopped at %s', async (_, method, touching, isGone) => {
  await closeAt(OWNER, T0);
  await injectFault({ fault: 'refuse', method, touching, status: PERMISSION_DENIED });
  await expect(deleteDueAccounts(project.viaProxy(T0), async () => auth)).rejects.toThrow();
  expect(await faultsLeft()).toEqual([]);
  if (isGone) await auth.deleteUser(OWNER);
  await deleteDueAccounts(project.run(T0 + HOUR_MS), async () => auth);
  expect(await existing()).toEqual(['other']);
  expect(ofClosedAccount(await allDocuments(project))).toEqual([]);
  await expectConsistent(project);
});

it('one account that cannot be closed does not stop the job', async () => {
  const { db } = project.run(T0);
  await Promise.all([closeAt('other', T0 - 1), closeAt(OWNER, T0), db.doc('agents/tw').update({ ownerId: 'other' })]);
  await expect(deleteDueAccounts(project.run(T0), async () => auth)).rejects.toThrow('has agents (1)');
  expect(await existing()).toEqual(['other']);
  expect(await auth.getUser('other')).toMatchObject({ disabled: false });
});

it('an account whose date is long past, as after a restore, gets its seven days again', async () => {
  const restoredAt = T0 + DAY_MS + 1;
  await closeAt(OWNER, T0);
  await deleteDueAccounts(project.run(restoredAt), async () => auth);
  expect((await existing()).sort()).toEqual(['other', OWNER].sort());
  await deleteDueAccounts(project.run(restoredAt + ACCOUNT.closesAfterMs - 1), async () => auth);
  expect((await existing()).sort()).toEqual(['other', OWNER].sort());
  await deleteDueAccounts(project.run(restoredAt + ACCOUNT.closesAfterMs), async () => auth);
  expect(await existing()).toEqual(['other']);
});

it.each([
  ['monitor', `monitors/m-${OWNER}`],
  ['profile', `users/${OWNER}`],
])('an unreadable %s does not stop the deletion', async (_, path) => {
  const { db } = project.run(T0);
  await db.doc(path).set({ ownerId: OWNER });
  await deleteAccount(project.run(T0), auth, OWNER);
  expect(await existing()).toEqual(['other']);
  expect(ofClosedAccount(await allDocuments(project))).toEqual([]);
});
