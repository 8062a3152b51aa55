import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/**
 * The step of a delivery that the server answers with `reply`, such as `550 5.1.1 no such user`, or never. `to`: the only
 * recipients that are refused.
 */
export type SmtpFailure = {
  at: 'connect' | 'login' | 'sender' | 'recipient' | 'content';
  reply: string | 'never';
  to?: readonly string[];
};

/** A mail server of this test on a free port, and what it received. */
export type SmtpInbox = {
  url: string;
  mails: ParsedMail[];
  /** What the clients called themselves. */
  clientNames: string[];
  fail(failure: SmtpFailure | null): void;
  close(): Promise<void>;
};

/** Starts a mail server. With a login it accepts none without. */
export async function startSmtpInbox(): Promise<SmtpInbox> {
  const mails: ParsedMail[] = [];
  const clientNames: string[] = [];
  let failure: SmtpFailure | null = null;
  type Done = (error?: Error | null) => void;
  const step = (at: SmtpFailure['at'], done: Done, to = '') => {
    if (failure?.at !== at || failure.to?.includes(to) === false) return done();
    if (failure.reply !== 'never') done(replyError(failure.reply));
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onConnect: (_session, done) => step('connect', done),
    onAuth: (_login, _session, done) => step('login', (error) => done(error, { user: 'farwatch' })),
    onMailFrom: (_address, { hostNameAppearsAs }, done) => {
      clientNames.push(String(hostNameAppearsAs));
      step('sender', done);
    },
    onRcptTo: ({ address }, _session, done) => step('recipient', done, address),
    onData: (stream, _session, done) => {
      simpleParser(stream).then((mail) => {
        if (failure?.at !== 'content') mails.push(mail);
        step('content', done);
      }, done);
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    clientNames,
    fail: (next) => {
      failure = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function replyError(reply: string): Error {
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
}
