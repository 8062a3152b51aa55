import { once } from 'node:events';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { Inbox, ReceivedMail } from './inbox.ts';
import { applyMode, failureAt, type Mode, okMode } from './modes.ts';

/** The mail server, and how it fails. */
export interface Smtp {
  mode: Mode;
  close(): Promise<void>;
}

type Done = (error?: Error | null) => void;

/** Starts a mail server, without TLS or login, that puts all mails into the inbox. Rejects if the port is taken. */
export async function startSmtp(port: number, inbox: Inbox): Promise<Smtp> {
  const smtp: Smtp = { mode: okMode, close: () => new Promise((resolve) => server.close(() => resolve())) };
  /** The mode of the mail that each session is sending. */
  const modes = new WeakMap<object, Mode['mode']>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 1000,
    onRcptTo: ({ address }, session, done: Done) => {
      const { now, next } = applyMode(smtp.mode, address);
      smtp.mode = next;
      modes.set(session, now);
      done(failureAt(now, 'recipient'));
    },
    onData: (stream, session, done: Done) => {
      const mode = modes.get(session) ?? 'ok';
      simpleParser(stream).then((mail) => {
        const failure = failureAt(mode, 'content');
        if (mode === 'hang') return;
        if (!failure) inbox.add(toReceived(mail, Date.now()));
        done(failure);
      }, done);
    },
  });
  const listener = server.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  // A client that gives up is no error of the server.
  server.on('error', () => {});
  return smtp;
}

function toReceived(mail: ParsedMail, at: number): ReceivedMail {
  const to = [mail.to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ''));
  const headers = mail.headerLines.map(({ key, line }) => [
    key,
    line
      .slice(line.indexOf(':') + 1)
      .replace(/\s+/g, ' ')
      .trim(),
  ]);
  return {
    at,
    to: to.join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html || null,
    headers: Object.fromEntries(headers) as Record<string, string>,
  };
}
