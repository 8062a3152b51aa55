import type { AutomaticTexts, MailTexts, SummaryTexts } from '../server-texts.ts';

export const mail: MailTexts = {
  testTitle: 'Farwatch can send email to this address',
  testText: 'This is a test. Alerts arrive here as soon as something is down.',
  footer: (address) => `The alerts of a Farwatch account are sent to ${address}.`,
  unsubscribe: 'Unsubscribe',
  settings: 'Settings',
  confirmation: {
    title: 'Confirm this address for alerts',
    text: (account) => `The Farwatch account ${account} wants to send its alerts to this address.`,
    ignore: 'The link works for 24 hours. If you did not expect this, ignore this email: nothing else will be sent.',
    button: 'Confirm address',
  },
  receipt: {
    title: 'Receipt for your Farwatch plan',
    text: 'Your payment is complete. Thank you.',
    order: 'Order',
    plan: 'Plan',
    amount: 'Amount',
    period: 'Paid until',
    paidAt: 'Paid',
    button: 'Open Farwatch',
    footer: 'You get this email because a payment for your Farwatch account was finished.',
  },
  invitation: {
    title: (inviter) => `${inviter} invites you to Farwatch`,
    text: (inviter, address) =>
      `You can join the Farwatch account of ${inviter}. Sign in or sign up with ${address}, and accept the invitation in Settings → Account.`,
    ends: (expiresAt) => `The invitation can be accepted until ${expiresAt}.`,
    ignore: 'If you did not expect this, ignore this email: nothing happens without you.',
    button: 'Open the invitation',
    footer: 'You get this email because somebody entered your address in Farwatch.',
  },
  assigned: {
    title: (by, subject) => `${by} assigned an incident to you: ${subject}`,
    text: 'It is yours until it is assigned to somebody else. Alerts are sent as before.',
    footer: 'You get this email because you belong to a Farwatch account.',
  },
  handOver: {
    title: (rotation, from) => `You are on duty from ${from}: ${rotation}`,
    text: 'If you cannot take this shift, swap it or let somebody take over in Settings → Integrations → On duty.',
    from: 'From',
    until: 'Until',
    before: 'Before you',
    after: 'After you',
    nobody: 'nobody',
    button: 'Open the rotation',
    footer: 'You get this email because you take turns in a rotation of a Farwatch account.',
  },
  account: {
    footer: 'You get this email because it concerns your Farwatch account itself.',
    when: 'When',
    button: 'Open settings',
    which: { label: 'Account', own: (name) => `${name} (your own)` },
    passwordChanged: {
      title: 'Your password was changed',
      text: 'The password of your Farwatch account was set or changed. Earlier sign-ins have ended.',
      unexpected:
        'If it was not you, reset the password at once with the link on the sign-in page, and revoke any API keys in Settings that you do not recognize.',
    },
    closing: {
      title: 'Your account will be deleted',
      text: (closesAt) => `Your Farwatch account, with all its data, will be deleted at ${closesAt}.`,
      keep: 'Until then everything keeps working, and you can keep the account in Settings. If it was not you, keep it and change your password.',
      monitors: 'Monitors',
      endpoints: 'Endpoints',
      pages: 'Status pages',
      subscribers: 'Subscribers of status pages',
    },
    kept: {
      title: 'Your account is kept',
      text: 'The deletion of your Farwatch account was cancelled. Nothing was deleted.',
    },
    deleted: {
      title: 'Your account was deleted',
      text: 'Your Farwatch account was deleted with its monitors, status pages and all other data. This is the last email about it.',
    },
    transferred: {
      title: 'You transferred your account',
      text: (owner) =>
        `${owner} now owns the Farwatch account that was yours. You are an editor of it, and were signed out everywhere.`,
      own: 'When you sign in, your own account opens. Choose the other one at the top of the menu.',
      unexpected: 'If it was not you, reset the password at once with the link on the sign-in page, and write to us.',
    },
    received: {
      title: 'An account is yours now',
      text: (former) =>
        `${former} transferred a Farwatch account to you. You manage its members and API keys, its payments, and its end.`,
      keys: 'Its API keys still work. Revoke those that you do not recognize.',
      button: 'Open the account',
    },
  },
  pages: {
    unsubscribe: (address) => ({
      title: 'Stop alerts by email?',
      text: `Farwatch will no longer send alerts to ${address}. They can be switched on again in Settings.`,
      button: 'Unsubscribe',
    }),
    unsubscribed: (address) => ({
      title: 'Unsubscribed',
      text: `Farwatch no longer sends alerts to ${address}.`,
    }),
    stopSummaries: (address) => ({
      title: 'Stop summaries by email?',
      text: `Farwatch will no longer send summaries to ${address}. Alerts are not affected. Summaries can be switched on again in Settings.`,
      button: 'Stop summaries',
    }),
    stoppedSummaries: (address) => ({
      title: 'Summaries are off',
      text: `Farwatch no longer sends summaries to ${address}. Alerts are still sent.`,
    }),
    confirm: (address, account) => ({
      title: 'Confirm this address?',
      text: `The Farwatch account ${account} will send its alerts to ${address}.`,
      button: 'Confirm address',
    }),
    confirmed: (address) => ({ title: 'Address confirmed', text: `Alerts will be sent to ${address}.` }),
    outdated: {
      title: 'This link is no longer needed',
      text: 'The channel was removed, or it sends to another address now.',
    },
    expired: { title: 'This link has expired', text: 'A new one can be sent from Settings → Integrations.' },
    forged: { title: 'This link is not valid', text: 'Check that the whole link was copied.' },
    failed: { title: 'That did not work', text: 'Please try again in a minute.' },
  },
};

export const summary: SummaryTexts = {
  comma: ', ',
  semicolon: '; ',
  period: ({ from, to }) => `${from.day} – ${to.date}`,
  uptime: 'Uptime',
  outages: 'Outages',
  downtime: 'Downtime',
  monitors: 'Monitors',
  noDowntime: 'none',
  /** The title if nothing is known. */
  nothingKnown: 'no data',
  someKnown: 'no outage seen, some time without data',
  change: {
    weekly: (points) => `${points} points on the week before`,
    monthly: (points) => `${points} points on the month before`,
  },
  unchanged: { weekly: 'same as the week before', monthly: 'same as the month before' },
  outageCount: (count) => (count === 1 ? '1 outage' : `${count} outages`),
  days: { up: 'up', down: 'outage', unknown: 'no data', none: 'not monitored' },
  longest: 'Longest outages',
  slower: { weekly: 'Slower than the week before', monthly: 'Slower than the month before' },
  slow: 'Up, but slow',
  gaps: 'No data',
  certificates: 'Certificates and domains that expire soon',
  outage: ({ endpoint, duration, since, isRunning }) =>
    `${endpoint}: ${duration}, since ${since}${isRunning ? ', not over yet' : ''}`,
  percentile: ({ name, before, now }) => `${name}: ${before} → ${now} (95th percentile)`,
  named: ({ name, value }) => `${name}: ${value}`,
  more: (count) => (count === 1 ? 'and 1 more monitor' : `and ${count} more monitors`),
  openReport: 'Open report',
  footer: (address) => `The summaries of a Farwatch account are sent to ${address}.`,
  turnOff: 'Stop summaries',
};

export const automatic: AutomaticTexts = {
  list: (names, more) => {
    const all = more > 0 ? [...names, `${more} more`] : [...names];
    const last = all.pop() ?? '';
    return all.length === 0 ? last : `${all.join(', ')} and ${last}`;
  },
  title: (names) => `Problems with ${names}`,
  failing: (names) => `We are seeing problems with ${names} and are looking into the cause.`,
  recovered: (names) => `The problems with ${names} are over.`,
  unmonitored: (names) =>
    names === ''
      ? 'The affected components are no longer on this page, so this incident is closed.'
      : `Monitoring of ${names} was stopped or changed, so this incident is closed.`,
};
