import { expect, test } from 'vitest';
import { type SmtpRefusal, smtpRefusal } from './smtp-reply.ts';

/** The reply of each server to a recipient. */
test.each<[SmtpRefusal, string]>([
  // Postfix
  [
    'no_such_mailbox',
    '550 5.1.1 <ann@farwatch.test>: Recipient address rejected: User unknown in local recipient table',
  ],
  [
    'no_such_mailbox',
    '550 5.1.1 <ann@farwatch.test>: Recipient address rejected: User unknown in relay recipient table',
  ],
  ['no_such_mailbox', '501 5.1.3 Bad recipient address syntax'],
  [
    'no_such_mailbox',
    '556 5.1.10 <ann@farwatch.test>: Recipient address rejected: Domain farwatch.test does not accept mail',
  ],
  ['no_such_mailbox', '550 5.1.2 <ann@farwatch.test>: Recipient address rejected: Domain not found'],
  ['service', '554 5.7.1 <ann@farwatch.test>: Relay access denied'],
  ['service', '554 5.7.1 <ann@farwatch.test>: Recipient address rejected: Access denied'],
  ['service', '553 5.7.1 <alerts@farwatch.test>: Sender address rejected: not logged in'],
  ['service', '550 5.1.0 <alerts@farwatch.test>: Sender address rejected: User unknown in virtual mailbox table'],
  ['service', '550 5.1.8 <alerts@farwatch.test>: Sender address rejected: Domain not found'],
  [
    'service',
    '550 5.1.1 <ann@farwatch.test>: Recipient address rejected: undeliverable address: host mx.farwatch.test said: 554 5.7.1 Relay access denied',
  ],
  ['service', '530 5.7.0 Must issue a STARTTLS command first'],
  ['busy', '450 4.1.1 <ann@farwatch.test>: Recipient address rejected: unverified address'],
  ['busy', '450 4.2.0 <ann@farwatch.test>: Recipient address rejected: Greylisted'],
  ['busy', '452 4.2.2 mailbox full'],
  ['busy', '552 5.2.2 <ann@farwatch.test>: over quota'],
  // Exim
  ['no_such_mailbox', '550 No such user here'],
  ['no_such_mailbox', '550-5.1.1 <ann@farwatch.test>\n550 5.1.1 unknown user'],
  ['no_such_mailbox', '550 Unknown user'],
  ['service', '550 relay not permitted'],
  ['service', '550 Relaying denied'],
  ['service', '550 authentication required'],
  ['service', '550 Unrouteable address'],
  ['service', '550 Administrative prohibition'],
  ['service', '550-Verification failed for <alerts@farwatch.test>\n550-No Such User Here\n550 Sender verify failed'],
  ['service', '550 JunkMail rejected - mx.farwatch.test [192.0.2.5] is in an RBL'],
  ['service', '503 valid RCPT command must precede DATA'],
  // sendmail, qmail, IronPort, Barracuda
  ['no_such_mailbox', '550 5.1.1 <ann@farwatch.test>... User unknown'],
  ['no_such_mailbox', '550 5.0.0 <ann@farwatch.test>... No such user'],
  ['no_such_mailbox', '550 sorry, no mailbox here by that name. (#5.1.1)'],
  ['no_such_mailbox', '550 No such user (ann@farwatch.test)'],
  ['service', '550 5.7.1 Relaying denied'],
  ['service', '550 5.7.1 <ann@farwatch.test>... Relaying denied. Proper authentication required.'],
  ['service', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
  ['service', '550 #5.1.0 Address rejected.'],
  ['service', '550 #5.7.1 Your access to submit messages to this e-mail system has been rejected.'],
  // Gmail
  [
    'no_such_mailbox',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try\n' +
      "550-5.1.1 double-checking the recipient's email address for typos or\n" +
      '550 5.1.1 https://support.google.com/mail/?p=NoSuchUser d2si1 - gsmtp',
  ],
  ['no_such_mailbox', '550 5.2.1 The email account that you tried to reach is disabled. - gsmtp'],
  [
    'service',
    '550-5.2.1 The user you are trying to contact is receiving mail at a rate that\n' +
      '550 5.2.1 prevents additional messages from being delivered. - gsmtp',
  ],
  ['busy', '552 5.2.2 The email account that you tried to reach is over quota. - gsmtp'],
  ['service', '550-5.7.26 This mail has been blocked because the sender is unauthenticated. - gsmtp'],
  ['service', '550 5.7.1 The IP you are using to send mail is not authorized to send email directly to our servers.'],
  ['service', '550-5.7.0 Mail relay denied [192.0.2.5]. Invalid credentials for relay - gsmtp'],
  ['service', '550 5.4.5 Daily user sending limit exceeded. - gsmtp'],
  ['service', '530 5.5.1 Authentication Required. - gsmtp'],
  // Outlook and Exchange
  [
    'no_such_mailbox',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ann@farwatch.test not found by SMTP address lookup',
  ],
  ['no_such_mailbox', '550 5.1.1 User unknown'],
  ['no_such_mailbox', '550 5.1.6 Recipient no longer on server'],
  ['service', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)'],
  ['service', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain'],
  ['service', '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
  ['service', '550 5.5.0 Requested action not taken: mailbox unavailable.'],
  ['service', '550 5.7.1 Service unavailable, Client host [192.0.2.5] blocked using Spamhaus.'],
  // Amazon SES, Sendgrid
  [
    'service',
    '554 Message rejected: Email address is not verified. The following identities failed: ann@farwatch.test',
  ],
  ['service', '550 The from address does not match a verified Sender Identity.'],
  ['service', '550 Unauthenticated senders not allowed'],
  ['service', '550 Requested action not taken: mailbox unavailable'],
  ['no_such_mailbox', '551 User does not exist'],
  ['busy', '451 Authentication failed: Maximum credits exceeded'],
  // QQ, 163 and other servers in China
  ['no_such_mailbox', '550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000728'],
  ['no_such_mailbox', '550 User not found: ann@163.com'],
  ['no_such_mailbox', '550 RC:LD The email account that you tried to reach does not exist.'],
  ['no_such_mailbox', '550 Local User [ann@farwatch.test] not found.'],
  ['service', '550 Mailbox unavailable or access denied. http://service.mail.qq.com/detail/122/169'],
  ['service', '550 Ip frequency limited'],
  ['service', '550 User has no permission'],
  ['service', '550 Connection denied. Mail from must equal authorized user'],
  ['service', '553 Mail from must equal authorized user'],
  ['service', '553 authentication is required,smtp1'],
  ['service', '553 Requested action not taken: NULL sender is not allowed'],
  ['service', '554 DT:SPM smtp1, please see http://mail.163.com/help/help_spam_16.htm'],
  // The texts of RFC 5321, which mean neither
  ['busy', '552 Requested mail action aborted: exceeded storage allocation'],
  ['busy', '421 farwatch.test Service not available, closing transmission channel'],
  ['service', '551 User not local; please try <ann@farwatch.test>'],
  ['service', '550 5.7.1'],
  ['service', '550'],
])('%s: %s', (expected, text) => {
  expect(smtpRefusal({ command: 'RCPT TO', code: Number(text.slice(0, 3)), text })).toBe(expected);
});

test.each<[SmtpRefusal, string, string]>([
  // Some servers look at the recipient only once they have the content.
  ['no_such_mailbox', 'DATA', '550 5.1.1 no such user'],
  ['service', 'DATA', '550 no such user'],
  ['message_rejected', 'DATA', '552 5.3.4 Message size exceeds fixed limit'],
  ['message_rejected', 'DATA', '552 Requested mail action aborted: exceeded mailsize limit'],
  ['message_rejected', 'DATA', '554 5.6.0 Message content cannot be converted'],
  ['busy', 'DATA', '552 Requested mail action aborted: exceeded storage allocation'],
  ['busy', 'DATA', '552 5.2.2 mailbox full'],
  ['busy', 'DATA', '452 4.3.1 Insufficient system storage'],
  [
    'content_refused',
    'DATA',
    '552-5.7.0 This message was blocked because its content presents a potential security issue. - gsmtp',
  ],
  ['content_refused', 'DATA', '554 5.7.1 Message rejected as spam'],
  ['content_refused', 'DATA', '554 Transaction failed'],
  ['content_refused', 'DATA', '554 5.3.0 Rejected: high-probability malware'],
  ['service', 'DATA', '554 5.7.1 Your IP is on a block list'],
  ['service', 'DATA', '554 5.7.1 Daily limit exceeded'],
  ['service', 'DATA', '550-5.7.26 Unauthenticated email from farwatch.test is not accepted'],
  ['service', 'DATA', '550 5.4.5 Daily user sending limit exceeded. - gsmtp'],
  ['service', 'DATA', '554 Message rejected: Email address is not verified.'],
  ['content_refused', 'DATA', '550 5.7.1 Message contains spam or virus'],
  ['service', 'MAIL FROM', '550 5.1.1 User unknown'],
  ['service', 'MAIL FROM', '550 No such user here'],
  ['service', 'MAIL FROM', '552 5.3.4 Message size exceeds fixed limit'],
  ['service', 'MAIL FROM', '550 Mailbox not found'],
  ['service', 'AUTH PLAIN', '535 5.7.8 Authentication failed'],
  ['service', 'AUTH PLAIN', '550 5.2.1 account is disabled'],
  ['service', 'CONN', '554 5.7.1 Service unavailable; client host blocked'],
  ['service', 'CONN', '550 no such user'],
  ['busy', 'CONN', '421 4.3.2 try later'],
])('%s, in answer to %s: %s', (expected, command, text) => {
  expect(smtpRefusal({ command, code: Number(text.slice(0, 3)), text })).toBe(expected);
});

test('no reply is never about the recipient', () => {
  expect(smtpRefusal({ command: '', code: 0, text: '' })).toBe('service');
});
