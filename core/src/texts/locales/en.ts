import type { AlertTexts, CheckErrorTexts, DurationUnits, ReceivedTexts } from './locale-texts.ts';

export const checkErrors: CheckErrorTexts = {
  status: 'The server answered with an error status',
  statusIs: 'The server answered with status {{status}}',
  timeout: 'No answer in time',
  dns: 'The host name could not be resolved',
  refused: 'The connection was refused',
  reset: 'The connection was closed by the other side',
  unreachable: 'The host could not be reached',
  tls: 'The secure connection failed',
  certificate: 'The certificate is not valid',
  redirects: 'Too many redirects',
  address: 'The address is private or reserved and is not checked',
  headers: 'The response headers are too large',
  protocol: 'The response does not follow the protocol',
  network: 'The network failed',
  assertion: 'The answer is not as expected',
  slow: 'The answer took too long',
  encoding: 'The response body cannot be decoded',
  certificateExpired: 'The certificate has expired or is not valid yet',
  certificateName: 'The certificate is for another host name',
  certificateUntrusted: 'The certificate is not signed by a trusted authority',
  certificateRevoked: 'The certificate has been revoked',
  certificatePin: 'The certificate is not the one that was expected',
  text: 'The expected text was not received',
  startTls: 'The server does not support STARTTLS',
  noRecord: 'The DNS record does not exist',
  records: 'The DNS records are not the expected ones',
  dnsServer: 'The DNS server could not answer',
  loss: 'Too many echo requests had no reply',
  missedPing: 'No ping in time',
  missedPingSince: 'No ping since {{since}}',
  jobOverrun: 'The job started and did not finish in time',
  jobFailed: 'The job reported failure',
  jobFailedWith: 'The job reported failure (exit status {{status}})',
  domainExpired: 'The registration of the domain has expired',
  expression: 'The expression of an assertion is too complex to be evaluated',
  assertionBudget: 'The assertions need more work than one check may use',
  insecureRenegotiation: 'The server speaks TLS without secure renegotiation (RFC 5746)',
  certificateNoNames: 'The certificate has no subjectAltName, only a common name, which browsers do not accept',
};

export const received: ReceivedTexts = {
  separator: '; ',
  from: '{{what}} from {{places}}',
  works: 'works from {{places}}',
  quote: '{{from}}: "{{text}}"',
  because: '{{from}}: {{text}}',
  body: 'the body',
  header: 'header {{name}}',
  contains: '{{subject}} does not contain "{{value}}"',
  notContains: '{{subject}} contains "{{value}}"',
  matches: '{{subject}} does not match {{value}}',
  equals: '{{subject}} is "{{received}}", expected "{{value}}"',
  notEquals: '{{subject}} is "{{value}}"',
  lessThan: '{{subject}} is {{received}}, expected less than {{value}}',
  greaterThan: '{{subject}} is {{received}}, expected more than {{value}}',
  exists: '{{subject}} is missing',
  missing: '{{subject}} is missing, expected "{{value}}"',
  instead: '{{places}} received "{{text}}"',
  insteadOf: '{{places}} received "{{text}}", expected "{{expected}}"',
  notJson: 'the body is not JSON',
  cut: '{{text}} in its first MiB, which is all that is read',
  cutJson: 'the body is longer than the 1 MiB that is read, and cannot be read as JSON',
};

export const durations: DurationUnits = { d: ' d', h: ' h', min: ' min', s: ' s' };

export const channelTest = '✅ This is a test: Farwatch can send alerts here.';

export const testMessage = '✅ Farwatch can send messages to this chat.';

const waiting = (count: number) => (count === 1 ? '1 endpoint is waiting' : `${count} endpoints are waiting`);
/** `count`: the days left, 0 after the end. */
const expiry = (count: number) =>
  count < 1 ? 'has expired' : count === 1 ? 'expires within a day' : `expires in ${count} days`;
const result = (count: number) => (count === 0 ? 'all well' : count === 1 ? '1 outage' : `${count} outages`);
const endpoints = (count: number) => (count === 1 ? '1 endpoint' : `${count} endpoints`);

export const alerts: AlertTexts = {
  severity: { critical: 'CRITICAL', major: 'MAJOR', minor: 'MINOR', informational: 'INFORMATIONAL' },
  headlines: {
    outage: ({ subject, severity }) => `🔴 ${severity}: ${subject} is down`,
    worse: ({ subject, severity }) => `🔴 ${severity}: ${subject} is worse now`,
    down_again: ({ subject, severity }) => `🔴 ${severity}: ${subject} was up for a moment and is down again`,
    flapping: ({ subject, severity, count }) =>
      `🔴 ${severity}: ${subject} keeps going up and down, ${count} outages so far`,
    reminder: ({ subject, severity, duration }) => `🔴 ${severity}: ${subject} is still down, for ${duration}`,
    partial: ({ subject, severity, places }) => `🟠 ${severity}: ${subject} fails from ${places}`,
    recovery: ({ subject }) => `🟢 ${subject} is up again`,
    stable: ({ subject, count, duration }) =>
      `🟢 ${subject} is up again and stable: it went down ${count} times within ${duration}`,
    partial_over: ({ subject }) => `🟢 ${subject} works from everywhere again`,
    short_outage: ({ subject, count, duration }) =>
      count > 1
        ? `🟢 ${subject} is up again: it was down ${count} times, ${duration} in all`
        : `🟢 ${subject} is up again: it was down for ${duration}`,
    short_partial: ({ subject, places, duration }) =>
      `🟢 ${subject} is up again: it failed from ${places} for ${duration}`,
    certificate: ({ subject, count, isIntermediate }) =>
      `🟡 ${subject} has ${isIntermediate ? 'an intermediate' : 'a'} certificate that ${expiry(count)}`,
    domain: ({ subject, count }) => `🟡 The registration of ${subject} ${expiry(count)}`,
    slow: ({ subject, measured }) => `🟡 ${subject} is slow: ${measured}`,
    slow_over: ({ subject }) => `🟢 ${subject} is as fast as before`,
    closed: ({ subject }) => `🟢 ${subject}: the alert is closed`,
    coverage_gap: ({ count }) => `⚪ No data for ${endpoints(count)}`,
    channel_failing: ({ subject }) => `🟠 Alerts do not arrive through ${subject}`,
    results_refused: () => '🟠 Some results of your checks could not be stored',
    domain_changed: ({ subject }) => `🟠 The registration of ${subject} has changed`,
    weekly_summary: ({ subject, count }) => `📊 Weekly summary: ${subject || result(count)}`,
    monthly_summary: ({ subject, count }) => `📊 Monthly summary: ${subject || result(count)}`,
    coverage_restored: ({ count }) => `🟢 Monitoring ${endpoints(count)} again`,
    agent_lost: ({ subject, places }) => `⚪ Agent ${subject} in ${places} is not responding`,
    agent_back: ({ subject, places }) => `🟢 Agent ${subject} in ${places} is back`,
    agent_abstaining: ({ subject, places }) => `⚪ Agent ${subject} in ${places} has no working network`,
    agent_stuck: ({ subject, places }) => `🟠 Part of a report from agent ${subject} in ${places} cannot be applied`,
    agents_silent: () => '⚪ Most agents stopped responding at the same time',
    location_full: ({ places, count }) => `🟠 The agents in ${places} are full: ${waiting(count)}`,
    location_without_agent: ({ places, count }) => `🟠 No agent checks ${endpoints(count)} from ${places}`,
    mail_refused: ({ subject }) => `🟠 The mail server refuses the updates of the status page ${subject}`,
    pings_unreachable: () => '🟠 Pings of jobs cannot reach Farwatch',
    settings_unreadable: ({ subject }) => `🟠 Part of the notification settings of account ${subject} cannot be read`,
    page_reported: ({ subject }) => `🟠 A visitor reported the status page ${subject}`,
  },
  monitor: 'Monitor',
  locations: 'Locations',
  reason: 'Reason',
  received: 'Received',
  since: 'Since',
  began: 'Began',
  after: 'Down for',
  slowFor: 'Slow for',
  stableSince: 'Stable since',
  ends: 'Expires',
  registrar: 'Registrar',
  nameServers: 'Name servers',
  intermediate: 'Intermediate certificate',
  issuer: 'Issuer',
  names: 'Names',
  openIncident: 'View incident',
  openIncidents: 'View incidents',
  openApp: 'Open Farwatch',
  stillFailing: 'Still failing from',
  dependents: 'Monitors that depend on it',
  endpoints: 'Endpoints',
  more: (count) => ` and ${count} more`,
  moreChanges: (count) => `… and ${count} more. Open Farwatch to see all of them.`,
  measuredAt: (time, place) => (place === '' ? time : `${time} in ${place}`),
  limit: (time) => `limit ${time}`,
  inBrackets: (text) => ` (${text})`,
  milliseconds: (number) => `${number} ms`,
  late: (at) => `It happened at ${at}.`,
  digest: (count, monitors) => (monitors ? `${count} changes in ${monitors}:` : `${count} changes:`),
  failingAt: (count, host, severity) => `🔴 ${severity}: ${count} endpoints at ${host} fail:`,
  recoveredAt: (count, host) => `🟢 ${count} endpoints at ${host} are up again:`,
  separator: ', ',
  colon: ': ',
  advice: {
    flapping: 'Further changes are not announced until it has been up or down for 30 minutes.',
    coverage_gap: 'No agent reports results for them, so an outage would go unnoticed.',
    domain_changed: 'If this was not you, check your account at the registrar now.',
    channel_failing: 'Check the channel in Settings → Integrations.',
    results_refused:
      'Alerts are still sent where possible. If this continues, contact the operator of this installation.',
    agent_lost: 'The status of its endpoints is unknown until it is back or another agent takes over.',
    agent_abstaining: 'Its endpoints are not reported down in the meantime. Check its network.',
    agent_stuck: 'Farwatch retries automatically. See the function logs for details.',
    agents_silent: 'Farwatch itself may have been unavailable. It waits a few minutes before it marks agents as lost.',
    location_full: 'Add an agent there.',
    location_without_agent: 'Add an agent there, or start one that has stopped.',
    mail_refused:
      'Subscribers get them once it accepts mail again, within a day. The function logs have its reply: check its limits and the sender.',
    pings_unreachable:
      'Farwatch gets no answer from its own ping URL. Late heartbeats are not reported until it does. Check Hosting and the function ping.',
    settings_unreadable:
      'Defaults are used for that part, and a channel whose target cannot be read gets nothing. The function logs name the fields.',
    page_reported: 'Read the report in Farwatch, and unpublish the page if it deceives or harms people.',
  },
};
