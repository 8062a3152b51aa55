import type { MessageContent } from '@farwatch/core/documents/message';
import { messageValuesSample, NOW } from '@farwatch/core/testing/samples';
import { composeMessage, composeTest } from '@farwatch/core/texts/compose-message';
import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import { textsOf } from '@farwatch/core/texts/texts';
import type { Language } from '@farwatch/core/values/languages';
import { ALERT, LIMITS } from '@farwatch/core/values/limits';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { ParsedMail } from 'mailparser';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contextAt } from '../../../testing/channels/context-at.ts';
import { type SmtpInbox, startSmtpInbox } from '../../../testing/smtp-inbox.ts';
import { newTestProject, type TestProject } from '../../../testing/test-project.ts';
import { sendEmail } from './send.ts';

const LINK = 'https://status.farwatch.test/a/token';
const LONGEST = '支付 <b>&"'.repeat(LIMITS.nameLength).slice(0, LIMITS.nameLength);

let inbox: SmtpInbox;
let project: TestProject;
beforeAll(async () => {
  [inbox, project] = [await startSmtpInbox(), newTestProject()];
  vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
  vi.stubEnv('MAIL_FROM', 'Farwatch <alerts@farwatch.test>');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([inbox.close(), project.close()]);
});

const outage: MessageContent = {
  kind: 'outage',
  severity: 'critical',
  endpointId: 'shop',
  incidentId: 'incident1',
  outage: 1,
  ended: [],
  values: messageValuesSample({
    endpoint: 'Shop <1> & "co"',
    locations: ['tw', 'th'],
    error: 'timeout',
    statusCode: null,
  }),
};
const recovery: MessageContent = {
  ...outage,
  kind: 'recovery',
  values: { ...outage.values, durationMs: 125 * MINUTE_MS, occurredAt: NOW - 2 * HOUR_MS },
};
const digest = Array.from({ length: ALERT.digestMost }, (_, index) => {
  return { ...outage, incidentId: `incident${index}`, values: { ...outage.values, endpoint: `${index}${LONGEST}` } };
});

async function messageOf(contents: readonly MessageContent[], language: Language): Promise<OutgoingMessage> {
  const texts = await textsOf(language);
  const [first, ...rest] = contents;
  const id = crypto.randomUUID();
  if (!first) return composeTest(texts, id);
  return composeMessage([first, ...rest], texts, { id, nowMs: NOW, link: { label: texts.alerts.reason, url: LINK } });
}

async function arrived(message: OutgoingMessage, account?: { hasMembers: boolean }): Promise<ParsedMail> {
  const context = {
    ...contextAt(NOW),
    run: project.run(NOW),
    channelId: 'email',
    ownerId: 'olga',
    ...(account && { account }),
    appUrl: 'https://status.farwatch.test',
  };
  inbox.mails.length = 0;
  expect(await sendEmail({ address: 'ann@farwatch.test' }, message, context)).toEqual({ outcome: 'sent' });
  const [mail] = inbox.mails;
  if (!mail) throw new Error('nothing arrived');
  return mail;
}

test.each<[string, readonly MessageContent[], Language, string]>([
  ['outage', [outage], 'en', 'CRITICAL: Shops › Shop <1> & "co" is down'],
  ['outage', [outage], 'cn', '紧急：“Shops › Shop <1> & "co"”发生故障'],
  ['recovery', [recovery], 'en', 'Shops › Shop <1> & "co" is up again'],
  ['recovery', [recovery], 'cn', '“Shops › Shop <1> & "co"”已恢复'],
  ['digest', digest, 'en', '25 changes in Shops'],
  ['digest', digest, 'cn', '25 项变化（Shops）'],
  ['test', [], 'en', 'Farwatch can send email to this address'],
  ['test', [], 'cn', 'Farwatch 可以向此邮箱发送邮件'],
])(
  '%s: both parts have the same content, and the subject reports what happened',
  async (name, contents, language, subject) => {
    const message = await messageOf(contents, language);
    const { subject: received, text = '', html, references } = await arrived(message);
    expect(received).toBe(subject);
    expect(references).toBe(['outage', 'recovery'].includes(name) ? '<incident1@farwatch>' : undefined);
    if (typeof html !== 'string') throw new Error('no HTML part');
    // Of a link, the HTML part has the address in an attribute.
    const shown = squeezed(plain(html));
    for (const line of text.split('\n').filter((each) => each !== '-- ')) {
      const [, label = line, url] = /^(.*?)(?:: |：)(https:\/\/status\S*)$/.exec(line) ?? [];
      expect(shown).toContain(squeezed(label).replace(/[:：]/g, ''));
      if (url) expect(html).toContain(`href="${url}"`);
    }
    for (const paragraph of name === 'test' ? [] : message.paragraphs) expect(text).toContain(paragraph);
    expect(html).not.toMatch(/<(img|link|script|b>)|url\(|src=/);
  },
);

test.each([
  [undefined, ''],
  [{ hasMembers: false }, ''],
  [{ hasMembers: true }, '&account=olga'],
])('of an account with %o the settings open in it', async (account, expected) => {
  const { text } = await arrived(await messageOf([outage], 'en'), account);
  expect(text).toContain(`Settings: https://status.farwatch.test/settings?tab=integrations${expected}\n`);
});

/** The text of the HTML part, with its entities resolved. */
function plain(html: string): string {
  const [, body = ''] = html.split('<body');
  return body.replace(/<[^>]*>/g, '\n').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

function squeezed(text: string): string {
  return text.replace(/[\s:：]+/g, '');
}
