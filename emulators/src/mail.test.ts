import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReceivedMail } from './mail/inbox.ts';
import { startMail } from './mail.ts';
import type { LocalServer } from './platform/local-server.ts';
import { freePorts } from './platform/ports.ts';

let server: LocalServer;
let smtpPort = 0;
beforeAll(async () => {
  const ports = await freePorts(['mail', 'smtp', 'auth']);
  smtpPort = ports.smtp;
  server = await startMail(ports, `127.0.0.1:${ports.auth}`);
});
afterAll(() => server.close());

const send = (subject: string) =>
  createTransport({ host: '127.0.0.1', port: smtpPort }).sendMail({
    from: 'alerts@farwatch.test',
    to: 'ann@farwatch.test',
    subject,
    text: 'See https://status.farwatch.test/a/1',
    html: '<html><head></head><body><a href="https://status.farwatch.test/a/1">See</a></body></html>',
    references: ['<incident@farwatch>'],
  });
const read = async (path: string) => (await fetch(`${server.origin}${path}`)).text();
const setMode = (mode: object) => fetch(`${server.origin}/mode`, { method: 'POST', body: JSON.stringify(mode) });

test('lists and shows what was sent', async () => {
  await send('支付 <down>');
  const [mail] = JSON.parse(await read('/messages')) as ReceivedMail[];
  expect(mail).toMatchObject({
    to: 'ann@farwatch.test',
    subject: '支付 <down>',
    text: expect.stringContaining('https://status.farwatch.test/a/1'),
    html: expect.stringContaining('<a href'),
    headers: { references: '<incident@farwatch>' },
  });
  expect(await read('/')).toContain('支付 &#60;down&#62;');
  expect(await read('/mail/0')).toContain('sandbox="allow-popups');
  expect(await read('/mail/0/html')).toContain('<base target="_blank">');
});

test('fails as real servers do, for the given number of times', async () => {
  await setMode({ mode: 'no_such_address', times: 1, to: 'ann@farwatch.test' });
  await expect(send('refused')).rejects.toMatchObject({ responseCode: 550, command: 'RCPT TO' });
  await setMode({ mode: 'relay_denied', times: 1 });
  await expect(send('refused')).rejects.toMatchObject({ response: '550 relay not permitted', command: 'RCPT TO' });
  await setMode({ mode: 'rejected', times: 1 });
  await expect(send('refused')).rejects.toMatchObject({ responseCode: 554, command: 'DATA' });
  await send('accepted');
  const mails = JSON.parse(await read('/messages')) as ReceivedMail[];
  expect(mails.map(({ subject }) => subject)).toEqual(['支付 <down>', 'accepted']);
});
