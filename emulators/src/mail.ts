import type { IncomingMessage, ServerResponse } from 'node:http';
import { addAuthMails } from './mail/auth-mails.ts';
import { Inbox } from './mail/inbox.ts';
import { modeSchema } from './mail/modes.ts';
import { framedHtml, listPage, mailPage } from './mail/pages.ts';
import { type Smtp, startSmtp } from './mail/smtp.ts';
import { readText, sendJson } from './platform/http-body.ts';
import { type LocalServer, listenLocally } from './platform/local-server.ts';

/** How often the mails of the Auth emulator are requested, besides each time that someone looks. */
const AUTH_EVERY_MS = 2000;

/**
 * Starts a mail server, and the inbox of all mail as a page, including that of the Auth emulator. `GET /messages` lists
 * it as JSON, oldest first; `POST /mode` makes the server fail (see modes.ts).
 */
export async function startMail(ports: { mail: number; smtp: number }, authHost: string): Promise<LocalServer> {
  const inbox = new Inbox();
  const smtp = await startSmtp(ports.smtp, inbox);
  const refresh = () => addAuthMails(authHost, inbox);
  const server = await listenLocally(async (request, response) => {
    await refresh();
    await answer({ smtp, inbox }, request, response);
  }, ports.mail);
  const timer = setInterval(() => void refresh().catch(() => {}), AUTH_EVERY_MS);
  return {
    ...server,
    close: async () => {
      clearInterval(timer);
      await Promise.all([server.close(), smtp.close()]);
    },
  };
}

async function answer(
  { smtp, inbox }: { smtp: Smtp; inbox: Inbox },
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const call = `${request.method} ${pathname}`;
  if (call === 'GET /messages') return sendJson(response, 200, inbox.mails);
  if (call === 'GET /') return sendHtml(response, listPage(inbox.mails));
  if (call === 'POST /mode') {
    smtp.mode = modeSchema.parse(JSON.parse(await readText(request)));
    return sendJson(response, 200, smtp.mode);
  }
  const [, index = '', part] = /^\/mail\/(\d+)(\/html)?$/.exec(pathname) ?? [];
  const mail = inbox.mails[Number(index)];
  if (request.method !== 'GET' || index === '' || !mail) return sendJson(response, 404, { error: 'Not found' });
  if (part === undefined) return sendHtml(response, mailPage(mail, Number(index)));
  sendHtml(response, framedHtml(mail.html ?? ''), "default-src 'none'; style-src 'unsafe-inline'");
}

/** Mails load nothing, as in mail programs that block remote content. */
function sendHtml(response: ServerResponse, body: string, policy?: string): void {
  const headers = { 'content-type': 'text/html; charset=utf-8', ...(policy && { 'content-security-policy': policy }) };
  response.writeHead(200, headers).end(body);
}
