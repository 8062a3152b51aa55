import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isMailConfigured, mailConfig } from '../../../platform/mail/mail-config.ts';
import { type SmtpFailure, type SmtpInbox, startSmtpInbox } from '../../../testing/smtp-inbox.ts';
import type { DeliveryResult } from '../channel-sender.ts';
import { type Mail, sendMail } from './send-mail.ts';

const MAIL: Mail = {
  id: '0c7f1c62-6f0e-4d5e-9d0f-3f1f3a1a2b3c',
  to: 'ann@farwatch.test',
  subject: '紧急：支付 发生故障',
  text: '支付 发生故障',
  html: '<p>支付 发生故障</p>',
  references: ['<incident@farwatch>'],
  unsubscribeUrl: `https://farwatch.test/api/mail/unsubscribe/${'x'.repeat(300)}`,
};
const FROM = { name: 'Farwatch', address: 'alerts@farwatch.test' };

let inbox: SmtpInbox;
beforeAll(async () => {
  inbox = await startSmtpInbox();
});
afterAll(() => inbox.close());
afterEach(() => inbox.fail(null));

test('a mail arrives whole, with what mail programs need to thread and unsubscribe', async () => {
  expect(await sendMail(MAIL, { smtpUrl: inbox.url, from: FROM })).toEqual({ outcome: 'sent' });
  const [mail] = inbox.mails;
  expect(mail).toMatchObject({
    subject: MAIL.subject,
    html: MAIL.html,
    messageId: `<${MAIL.id}@farwatch.test>`,
    references: '<incident@farwatch>',
    from: { text: '"Farwatch" <alerts@farwatch.test>' },
    to: { text: 'ann@farwatch.test' },
  });
  expect(mail?.text?.trim()).toBe(MAIL.text);
  expect(mail?.headerLines.map(({ line }) => line.replace(/\s+/g, ''))).toEqual(
    expect.arrayContaining([
      `List-Unsubscribe:<${MAIL.unsubscribeUrl}>`,
      'List-Unsubscribe-Post:List-Unsubscribe=One-Click',
      'Auto-Submitted:auto-generated',
    ]),
  );
});

test.each([
  ['Acme: Alerts <alerts@farwatch.test>', 'Acme: Alerts', 'alerts@farwatch.test'],
  ['"Acme, Inc." <alerts@farwatch.test>', 'Acme, Inc.', 'alerts@farwatch.test'],
  ['Störung; Büro <alerts@münchen.farwatch.test>', 'Störung; Büro', 'alerts@xn--mnchen-3ya.farwatch.test'],
  ['alerts@网站.farwatch.test', '', 'alerts@xn--5tzm5g.farwatch.test'],
])('mail is sent from %s', async (MAIL_FROM, name, address) => {
  const config = mailConfig({ SMTP_URL: inbox.url, MAIL_FROM });
  if (!config) throw new Error('it is no sender');
  expect(await sendMail(MAIL, config)).toEqual({ outcome: 'sent' });
  const mail = inbox.mails.at(-1);
  expect(mail?.from?.value.map((each) => each.name)).toEqual([name]);
  expect(mail?.headerLines.find(({ key }) => key === 'from')?.line).toContain(address);
  expect(mail?.messageId).toBe(`<${MAIL.id}@${address.split('@')[1]}>`);
});

test.each([
  ['Farwatch <alerts@farwatch.test>', 'farwatch.test'],
  ['alerts@mail.farwatch.test', 'mail.farwatch.test'],
  ['Farwatch <alerts@例子.台灣>', 'xn--fsqu00a.xn--kpry57d'],
])('a mail from %s comes from a client that calls itself %s', async (MAIL_FROM, name) => {
  const config = mailConfig({ SMTP_URL: inbox.url, MAIL_FROM });
  if (!config) throw new Error('it is no sender');
  const mail = { ...MAIL, id: `to-${name}`, to: 'ann@例子.台灣' };
  expect(await sendMail(mail, config)).toEqual({ outcome: 'sent' });
  expect(inbox.clientNames.at(-1)).toBe(name);
  const sent = inbox.mails.at(-1);
  expect(sent?.messageId).toBe(`<to-${name}@${name}>`);
  expect(sent?.headerLines.find(({ key }) => key === 'from')?.line).toContain(`alerts@${name}`);
});

describe('a failure', () => {
  test.each<[SmtpFailure['at'], string, Partial<DeliveryResult>]>([
    ['recipient', '550 5.1.1 no such user', { outcome: 'stopped', code: 'target_not_found' }],
    ['recipient', '550 no such user', { outcome: 'stopped', code: 'target_not_found' }],
    ['recipient', '451 4.7.1 greylisted', { outcome: 'failed', code: 'busy' }],
    ['recipient', '552 5.2.2 mailbox full', { outcome: 'failed', code: 'busy' }],
    ['content', '550 5.1.1 no such user', { outcome: 'stopped', code: 'target_not_found' }],
    ['content', '552 5.3.4 too large', { outcome: 'rejected', code: 'message_rejected' }],
    ['content', '554 5.7.1 looks like spam', { outcome: 'failed', code: 'message_rejected' }],
    ['content', '452 4.3.1 no space left', { outcome: 'failed', code: 'busy' }],
    ['connect', '421 4.3.2 try later', { outcome: 'failed', code: 'busy' }],
  ])('of %s: %s', async (at, reply, expected) => {
    inbox.fail({ at, reply });
    const result = await sendMail(MAIL, { smtpUrl: inbox.url, from: FROM });
    const isOfRecipient = at === 'recipient' && expected.outcome === 'failed';
    expect(result).toEqual({ ...expected, reason: reply, ...(isOfRecipient && { isOfRecipient }) });
  });

  test.each<[SmtpFailure['at'], string]>([
    ['recipient', '554 5.7.1 Relay access denied'],
    ['recipient', '550 relay not permitted'],
    ['recipient', '553 5.7.1 Sender address rejected'],
    ['recipient', '530 5.7.0 Authentication required'],
    ['content', '550 5.4.5 Daily user sending limit exceeded'],
  ])('of the installation, reported at %s, is tried again: %s', async (at, reply) => {
    inbox.fail({ at, reply });
    const result = await sendMail(MAIL, { smtpUrl: inbox.url, from: FROM });
    const scope = at === 'recipient' ? { isOfRecipient: true } : {};
    expect(result).toEqual({ outcome: 'failed', code: 'unreachable', reason: `mail server: ${reply}`, ...scope });
  });

  // A login is sent over a connection without TLS only if the URL allows it.
  test.each<[SmtpFailure['at'], string, string, string]>([
    ['connect', '554 5.3.2 no service', '', 'EPROTOCOL'],
    ['sender', '550 5.7.1 unknown sender', '', 'EENVELOPE'],
    ['login', '535 5.7.8 wrong password for farwatch', '?requireTLS=false', 'EAUTH'],
    ['login', '535 5.7.8 wrong password for farwatch', '', 'ETLS'],
  ])('of the installation at %s is not the channel’s: %s%s', async (at, reply, query, code) => {
    inbox.fail({ at, reply });
    const smtpUrl = at === 'login' ? `${inbox.url.replace('//', '//farwatch:secret@')}${query}` : inbox.url;
    const result = await sendMail(MAIL, { smtpUrl, from: FROM });
    expect(result).toEqual({ outcome: 'failed', code: 'unreachable', reason: `mail server: ${code}` });
  });

  test('to answer ends at the limit', async () => {
    inbox.fail({ at: 'content', reply: 'never' });
    const result = await sendMail(MAIL, { smtpUrl: inbox.url, from: FROM }, AbortSignal.timeout(100));
    expect(result).toEqual({ outcome: 'failed', code: 'unreachable', reason: 'mail server: EABORT' });
  });

  test('to connect', async () => {
    const result = await sendMail(MAIL, { smtpUrl: 'smtp://127.0.0.1:1', from: FROM });
    expect(result).toEqual({ outcome: 'failed', code: 'unreachable', reason: 'mail server: ESOCKET' });
  });
});

test.each([
  ['smtps://user:pass@smtp.farwatch.test', 'Farwatch <alerts@farwatch.test>', true],
  ['smtp://localhost:25', 'alerts@farwatch.test', true],
  ['none', 'alerts@farwatch.test', false],
  [undefined, 'alerts@farwatch.test', false],
  ['smtp://localhost:25', undefined, false],
  ['smtp://localhost:25', 'Farwatch', false],
  ['smtp://localhost:25', 'Farwatch <alerts@farwatch.test', false],
  ['smtp://localhost:25', 'Acme: Alerts <alerts@münchen.farwatch.test>', true],
  ['smtp://localhost:25', 'Acme: a@farwatch.test, b@farwatch.test;', false],
  ['https://smtp.farwatch.test', 'alerts@farwatch.test', false],
])('SMTP_URL %s and MAIL_FROM %s: mail is sent: %s', (SMTP_URL, MAIL_FROM, expected) => {
  expect(isMailConfigured({ ...(SMTP_URL && { SMTP_URL }), ...(MAIL_FROM && { MAIL_FROM }) })).toBe(expected);
});
