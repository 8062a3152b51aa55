import type { SummaryAnswer } from '@farwatch/core/contracts/api/summaries';
import { DAY_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { type SmtpInbox, startSmtpInbox } from '../../testing/smtp-inbox.ts';
import { T0 } from '../../testing/test-project.ts';

const PATH = '/v1/summary-settings';

let api: TestApi;
let inbox: SmtpInbox;
let user: TestUser;

beforeAll(async () => {
  inbox = await startSmtpInbox();
  vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
  vi.stubEnv('MAIL_FROM', 'alerts@farwatch.test');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await inbox.close();
});
beforeEach(async () => {
  api = await newTestApi();
  user = await api.user();
  inbox.mails.length = 0;
  return () => api.close();
});

const watch = () =>
  seedProject(api.project, { monitors: [{ id: 'shop', ownerId: user.uid, locations: ['tw'], endpoints: ['a'] }] });
const read = async (zone?: string) => {
  const headers: Record<string, string> = zone ? { 'X-Timezone': zone } : {};
  return (await api.call(user, 'GET', PATH, undefined, headers)).body as SummaryAnswer;
};
const save = (changes: Partial<SummaryAnswer>) => {
  const settings = { weekly: true, monthly: false, timeZone: 'UTC', channels: ['email'] };
  return api.call(user, 'PUT', PATH, { ...settings, ...changes });
};

it('an account starts with a weekly mail, in the time zone of its first request', async () => {
  const expected = { weekly: true, monthly: false, channels: ['email'], timeZone: 'Asia/Taipei' };
  const nextAt = '2026-11-23T01:00:00.000Z';
  expect(await read('Asia/Taipei')).toEqual({ ...expected, nextAt });
  expect(await read('America/New_York')).toEqual({ ...expected, nextAt });
});

it.each([{ zone: undefined }, { zone: 'Mars/Olympus' }])(
  'starts in UTC if the request contains $zone',
  async ({ zone }) => {
    expect((await read(zone)).timeZone).toBe('UTC');
  },
);

it('keeps what is saved, without channels that cannot get summaries', async () => {
  const saved = { weekly: false, monthly: true, timeZone: 'Asia/Kolkata', channels: ['email'] };
  const answer = { ...saved, nextAt: '2026-12-01T03:30:00.000Z' };
  expect((await save({ ...saved, channels: ['email', 'gone', 'email'] })).body).toEqual(answer);
  expect(await read()).toEqual(answer);
  expect((await save({ channels: [] })).body).toMatchObject({ nextAt: null });
  expect((await save({ timeZone: 'Mars/Olympus' })).status).toBe(400);
});

it('shows and sends nothing if nothing was monitored', async () => {
  expect((await api.call(user, 'POST', `${PATH}/preview`, { kind: 'monthly' })).body).toEqual({ mail: null });
  expect((await api.call(user, 'POST', `${PATH}/test`, {})).body).toEqual({ isSent: false });
  expect(inbox.mails).toEqual([]);
});

it('shows the mail of the last week, and sends the same to the account’s own address', async () => {
  await watch();
  api.clock.nowMs = T0 + 7 * DAY_MS;
  const preview = await api.call(user, 'POST', `${PATH}/preview`, {});
  expect(preview.body).toMatchObject({
    mail: {
      subject: 'Weekly summary: no data',
      text: expect.stringContaining('Nov 16 – Nov 22, 2026'),
      html: expect.stringContaining('shop'),
    },
  });
  expect(inbox.mails).toEqual([]);
  expect((await api.call(user, 'POST', `${PATH}/test`, {})).body).toEqual({ isSent: true });
  expect(inbox.mails).toMatchObject([{ subject: 'Weekly summary: no data', to: { text: user.email } }]);
});

it('limits previews and tests', async () => {
  for (let count = 0; count < 10; count += 1) await api.call(user, 'POST', `${PATH}/test`, {});
  expect(await api.call(user, 'POST', `${PATH}/test`, {})).toMatchObject({ status: 429 });
});

it('reports why a test does not arrive', async () => {
  await watch();
  api.clock.nowMs = T0 + 7 * DAY_MS;
  inbox.fail({ at: 'recipient', reply: '550 5.1.1 no such user' });
  const refused = await api.call(user, 'POST', `${PATH}/test`, {});
  inbox.fail(null);
  expect(refused).toMatchObject({ status: 400, body: { code: 'channel_target_not_found' } });
});
