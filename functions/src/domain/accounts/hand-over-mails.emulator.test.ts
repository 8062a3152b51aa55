import type { RotationAnswer } from '@farwatch/core/contracts/api/rotations';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { sendSummaries } from '../../entry/jobs/send-summaries.ts';
import { rotations } from '../../platform/db/collections.ts';
import { addMember } from '../../testing/api/members.ts';
import { addRotation, rotationBody } from '../../testing/api/rotations.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { injectFault, PERMISSION_DENIED, readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { startSmtpInbox } from '../../testing/smtp-inbox.ts';

/** Mails to who comes on duty. T0 is a Friday, 12:00 UTC. */

let api: TestApi;
let ann: TestUser;
let bob: TestUser;
let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;

beforeAll(async () => {
  inbox = await startSmtpInbox();
  vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
  vi.stubEnv('MAIL_FROM', 'Farwatch <duty@farwatch.test>');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await inbox.close();
});

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  api = await newTestApi({ viaProxy: true });
  ann = await api.user({ displayName: 'Ann' });
  bob = await addMember(api, ann, 'editor');
  inbox.fail(null);
  inbox.mails.length = 0;
  await resetProxy();
  return () => api.close();
});

const at = (iso: string) => Date.parse(`2026-11-${iso}Z`);
/** Ann until Monday, 9:00 UTC, then Bob for a week. */
const add = (changes: Record<string, unknown> = {}) =>
  addRotation(api, ann, {
    people: [ann.uid, bob.uid],
    start: '2026-11-16T09:00',
    timeZone: 'UTC',
    handOverMail: true,
    ...changes,
  });
const runAt = (iso: string) => sendSummaries(api.project.viaProxy(at(iso)));
const SHIFT = /^You are on duty from ([-\d]+ [:\d]+) /;
const mails = () =>
  inbox.mails.flatMap(({ to, subject }) => {
    const shift = SHIFT.exec(subject ?? '')?.[1];
    return shift === undefined ? [] : [`${nameOf([to].flat()[0]?.text)} ${shift}`];
  });
const nameOf = (address?: string) => (address === ann.email ? 'ann' : address === bob.email ? 'bob' : 'other');
const stored = async (id: string) => rotations.read(await rotations.ref(api.project.run(0).db, id).get());
const call = (user: TestUser, method: string, path: string, body?: unknown) =>
  api.call(user, method, path, body, { 'X-Account': ann.uid });

describe('who takes over', () => {
  it('gets one mail in the evening before, with the shift, who is before and after, and a link into the account', async () => {
    const id = await add();
    await runAt('20T18:02');
    await runAt('22T17:47');
    expect(mails()).toEqual([]);
    await runAt('22T18:02');
    await runAt('22T18:17');
    await runAt('23T09:02');
    expect(mails()).toEqual(['bob 2026-11-23 09:00']);
    const { text = '', subject } = inbox.mails[0] ?? {};
    expect(subject).toBe('You are on duty from 2026-11-23 09:00 UTC: Servers');
    for (const line of [
      'From: 2026-11-23 09:00 UTC',
      'Until: 2026-11-30 09:00 UTC',
      'Before you: Ann',
      'After you: Ann',
      `/settings?tab=integrations&account=${ann.uid}`,
    ]) {
      expect(text).toContain(line);
    }
    await runAt('23T18:02');
    const handOvers = { uid: bob.uid, notified: [] };
    expect(await stored(id)).toMatchObject({ handOvers, handOverDueAt: at('24T18:00') });
    expect(mails()).toHaveLength(1);
  });

  it('gets none unless it was chosen, and then nothing is read', async () => {
    await add({ handOverMail: false });
    await resetProxy();
    await runAt('22T18:02');
    expect(mails()).toEqual([]);
    // Two queries without a result: of summaries and of rotations.
    expect(await readProxyCounts()).toMatchObject({ reads: 2, writes: 0 });
  });

  it('gets one at once for a change that is made later', async () => {
    const id = await add({ start: '2026-11-16T09:00' });
    api.clock.nowMs = at('22T20:00');
    await runAt('22T18:02');
    const overrides = [{ uid: ann.uid, startsAt: '2026-11-23T10:00:00Z', endsAt: '2026-11-23T12:00:00Z' }];
    expect((await call(bob, 'POST', `/v1/rotations/${id}/overrides`, { overrides })).status).toBe(201);
    expect(mails()).toEqual(['bob 2026-11-23 09:00', 'ann 2026-11-23 10:00']);
    // Bob, who gave the hours away, knows when they take over again.
    await runAt('22T20:17');
    expect(mails()).toHaveLength(2);
  });

  it('gets one as the first person of a rotation that another person makes', async () => {
    api.clock.nowMs = at('20T13:00');
    const { status } = await call(bob, 'POST', '/v1/rotations', {
      ...rotationBody(ann, { people: [ann.uid, bob.uid], handOverMail: true, timeZone: 'UTC' }),
      start: '2026-11-16T09:00',
    });
    expect(status).toBe(201);
    expect(mails()).toEqual(['ann 2026-11-20 13:00']);
  });

  it('is the next in order if a member is removed', async () => {
    const cy = await addMember(api, ann, 'viewer');
    await add({ people: [ann.uid, cy.uid, bob.uid] });
    expect((await call(ann, 'DELETE', `/v1/members/${cy.uid}`)).status).toBe(200);
    await runAt('22T18:02');
    expect(mails()).toEqual(['bob 2026-11-23 09:00']);
  });

  it('of several shifts in a day gets one mail with all', async () => {
    await add({ every: 6, unit: 'hours', start: '2026-11-20T06:00' });
    await runAt('20T18:02');
    // Bob is on duty when Ann makes it.
    expect(mails().sort()).toEqual(['ann 2026-11-21 06:00', 'bob 2026-11-20 12:00', 'bob 2026-11-21 00:00']);
    const ofBob = inbox.mails.findLast(({ to }) => [to].flat()[0]?.text === bob.email)?.text ?? '';
    expect(ofBob.match(/From: .*/g)).toEqual(['From: 2026-11-21 00:00 UTC', 'From: 2026-11-21 12:00 UTC']);
  });
});

describe('a mail is not lost', () => {
  test('a crash between mail and write repeats it', async () => {
    const id = await add();
    await injectFault({ fault: 'refuse', method: 'Commit', touching: id, status: PERMISSION_DENIED });
    await expect(runAt('22T18:02')).rejects.toThrow();
    await runAt('22T18:17');
    await runAt('22T18:32');
    expect(mails()).toEqual(['bob 2026-11-23 09:00', 'bob 2026-11-23 09:00']);
    expect(inbox.mails[0]?.messageId).toBe(inbox.mails[1]?.messageId);
  });

  test('while the server takes none it is tried again, for each person on their own', async () => {
    await add({ every: 12, unit: 'hours', start: '2026-11-21T09:00' });
    inbox.fail({ at: 'recipient', reply: '451 4.3.0 try later', to: [bob.email] });
    await expect(runAt('20T18:02')).rejects.toThrow('1 mails');
    expect(mails()).toEqual(['ann 2026-11-21 09:00']);
    inbox.fail(null);
    await runAt('20T18:17');
    await runAt('20T18:32');
    expect(mails()).toEqual(['ann 2026-11-21 09:00', 'bob 2026-11-21 21:00']);
  });

  test('one that is refused for good counts as notified', async () => {
    const id = await add();
    inbox.fail({ at: 'recipient', reply: '550 5.1.1 no such user' });
    await runAt('22T18:02');
    expect(await stored(id)).toMatchObject({ handOverDueAt: at('23T18:00') });
  });

  test('a change that is stored meanwhile stays', async () => {
    const id = await add();
    api.clock.nowMs = at('22T18:01');
    const body = rotationBody(ann, { people: [ann.uid, bob.uid], handOverMail: true, timeZone: 'UTC', name: 'Nights' });
    const { body: changed } = await call(bob, 'PUT', `/v1/rotations/${id}`, { ...body, start: '2026-11-16T09:00' });
    expect(changed as RotationAnswer).toMatchObject({ name: 'Nights', handOverMail: true });
    // It was due since 18:00, and Bob has not changed it, so that they get it although they made the call.
    expect(mails()).toEqual(['bob 2026-11-23 09:00']);
    await runAt('22T18:02');
    expect(mails()).toHaveLength(1);
  });
});

// New York sets its clocks back on 2026-11-01 at 2:00, Lord Howe forward on 2026-10-04 at 2:00 by half an hour.
test.each([
  ['America/New_York', '2026-10-31T22:00', '2026-11-01T01:30', '2026-11-01 01:30 UTC-4'],
  ['Australia/Lord_Howe', '2026-10-03T07:30', '2026-10-04T02:15', '2026-10-04 02:30 UTC+11'],
])(
  'the mail about the night in which clocks change in %s comes in the evening',
  async (timeZone, evening, start, from) => {
    const eveningMs = Date.parse(`${evening}Z`);
    api.clock.nowMs = eveningMs - 2 * HOUR_MS;
    await add({ every: 1, unit: 'days', start, timeZone });
    await sendSummaries(api.project.viaProxy(eveningMs - 13 * MINUTE_MS));
    expect(mails()).toEqual([]);
    await sendSummaries(api.project.viaProxy(eveningMs + 2 * MINUTE_MS));
    expect(inbox.mails.map(({ subject }) => subject)).toContain(`You are on duty from ${from}: Servers`);
    expect(mails()).toHaveLength(1);
  },
);
