import { durations } from '../../locales/en.ts';
import type { StatusPageTexts } from '../status-page-texts.ts';

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

export const en: StatusPageTexts = {
  overall: {
    up: 'All systems operational',
    someUnknown: 'No known problems, some systems have no data',
    unknown: 'No data',
    maintenance: 'Maintenance in progress',
    incident: 'Incident in progress',
    partial: 'Some systems are partially affected',
    someDown: 'Some systems are down',
    allDown: 'All systems are down',
  },
  component: {
    up: 'Operational',
    partial: 'Partially affected',
    down: 'Down',
    maintenance: 'Maintenance',
    unknown: 'No data',
    paused: 'Not monitored',
  },
  state: {
    investigating: 'Investigating',
    identified: 'Identified',
    monitoring: 'Monitoring',
    resolved: 'Resolved',
  },
  documentTitle: (title, overall) => `${title} status: ${overall}`,
  description: (title) => `Current status, incidents and uptime of ${title}.`,
  skip: 'Skip to the status',
  components: 'Components',
  current: 'Current incidents',
  past: 'Past incidents',
  noPast: 'No incidents in the last 14 days.',
  maintenance: {
    title: 'Maintenance',
    running: 'Maintenance in progress',
    planned: 'Planned maintenance',
    until: (time) => `until ${time}`,
  },
  affects: (names) => `Affects ${names}`,
  comma: ', ',
  period: '. ',
  units: durations,
  uptime: (percent) => `${percent} uptime`,
  noUptime: 'No data yet',
  daysAgo: (count) => `${days(count)} ago`,
  today: 'Today',
  responseTime: (ms) => `${ms} ms response time`,
  bars: ({ days: shown, outages, named, unknown }) => {
    const gaps = unknown === 0 ? '' : `. No data on ${days(unknown)}`;
    if (outages === 0) return `Last ${days(shown)}: no outage${gaps}`;
    const last = named.length < outages ? `, the last ${named.length}` : '';
    return `${outages === 1 ? 'Outage' : 'Outages'} on ${outages} of ${days(shown)}${last}: ${named.join(', ')}${gaps}`;
  },
  dayDown: ({ day, duration }) => `${day} (${duration})`,
  since: 'since',
  legend: { up: 'No outage', short: 'Outage below 30 min', down: '30 min or more', none: 'No data' },
  history: {
    link: 'Incident history',
    title: (month) => `Incidents in ${month}`,
    none: 'No incidents in this month.',
    cut: (shown) => `Only the newest ${shown} incidents of this month are listed.`,
    older: 'Previous month',
    newer: 'Next month',
  },
  started: 'Started',
  allUpdates: 'Read all updates',
  resolved: 'Resolved',
  back: 'Current status',
  subscribe: {
    title: 'Get updates',
    text: 'An email when an incident is posted or updated.',
    label: 'Email address',
    button: 'Subscribe',
    feeds: 'Feeds',
    sent: {
      title: 'Check your inbox',
      text: 'If this address can be subscribed, an email with a link arrives in a few minutes. Updates start once you open it and press “Subscribe” there.',
    },
    notSent: { title: 'The email could not be sent', text: 'Please try again in a few minutes.' },
    badAddress: { title: 'This is not an email address', text: 'Go back and check what you entered.' },
    full: {
      title: 'No more subscribers can be added',
      text: 'This page has as many as it can have. Its feeds have the same updates.',
    },
    tooYoung: {
      title: 'Subscriptions are not open yet',
      text: 'Subscriptions open a day after the page’s account was created. Until then, the feeds of this page have the same updates.',
    },
    busy: {
      title: 'Too many people are subscribing right now',
      text: 'Please try again in an hour. The feeds of this page have the same updates.',
    },
  },
  confirm: {
    ask: (page) => ({
      title: 'Get updates by email?',
      text: `Incidents of ${page} will be sent to your address as they are posted and updated.`,
    }),
    button: 'Subscribe',
    done: (page) => ({ title: 'You are subscribed', text: `Updates of ${page} will be sent to your address.` }),
  },
  unsubscribe: {
    ask: (page) => ({ title: 'Stop updates by email?', text: `Updates of ${page} will no longer be sent to you.` }),
    button: 'Unsubscribe',
    done: (page) => ({ title: 'Unsubscribed', text: `Updates of ${page} are no longer sent to you.` }),
  },
  password: {
    title: 'This page needs a password',
    text: 'Enter the password you were given.',
    label: 'Password',
    button: 'Show status',
    wrong: 'The password is wrong.',
  },
  report: {
    link: 'Report this page',
    title: 'Report this page',
    text: 'Tell the operators of this site what is wrong with this page, such as deception or abuse. For problems of the services shown here, contact their provider.',
    label: 'What is wrong?',
    button: 'Send report',
    done: { title: 'Thank you', text: 'The operators of this site will look at the page.' },
  },
  poweredBy: ['Powered by ', ''],
  confirmedAt: 'Last confirmed ',
  zone: (zone) => `Times are in ${zone}.`,
  languages: 'Language',
  preview: 'Preview',
  notFound: { title: 'There is no such page', text: 'It may have been removed or renamed. Check the address.' },
  expired: { title: 'This link is not valid any more', text: 'Subscribe again on the status page.' },
  unsubscribeExpired: {
    title: 'This link is not valid any more',
    text: 'To unsubscribe, use the link in a newer email of this status page.',
  },
  failed: { title: 'The status cannot be shown right now', text: 'Please try again in a minute.' },
  tooMany: { title: 'Too many requests', text: 'Please try again later.' },
  badge: {
    label: 'status',
    response: 'response time',
    uptime: { '24h': 'uptime 24 h', '7d': 'uptime 7 d', '30d': 'uptime 30 d', '90d': 'uptime 90 d' },
    unknown: 'no data',
  },
  mail: {
    confirmSubject: 'Confirm your subscription to a status page',
    confirmText: (page) => `Somebody, probably you, entered this address to get updates of the status page ${page}.`,
    confirmButton: 'Get updates',
    confirmIgnore:
      'The link works for 24 hours. If you did not expect this, ignore this email: nothing else will be sent.',
    subject: ({ page, title, state }) => `[${page}] ${state}: ${title}`,
    colon: ': ',
    affected: 'Affected',
    open: 'Open status page',
    footer: (page) => `You get this email because you subscribed to updates of ${page}.`,
    unsubscribe: 'Unsubscribe',
  },
};
