import type { AlertTexts } from './alert-texts.ts';
import type { CheckErrorTexts, DurationUnits } from './locale-texts.ts';

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
  headers: 'The answer’s headers are too large',
  protocol: 'The answer does not follow the protocol',
  network: 'The network failed',
};

export const durations: DurationUnits = { d: ' d', h: ' h', min: ' min', s: ' s' };

export const testMessage = '✅ Farwatch can send messages to this chat.';

const endpoints = (count: number) => (count === 1 ? '1 endpoint' : `${count} endpoints`);

export const alerts: AlertTexts = {
  severity: { critical: 'CRITICAL', major: 'MAJOR', minor: 'MINOR', informational: 'NOTICE' },
  headlines: {
    outage: ({ subject, severity }) => `🔴 ${severity}: ${subject} is down`,
    partial: ({ subject, severity, places }) => `🟠 ${severity}: ${subject} fails from ${places}`,
    recovery: ({ subject }) => `🟢 ${subject} is up again`,
    short_outage: ({ subject, lasted }) => `🟢 ${subject} is up again: it was down for ${lasted}`,
    short_partial: ({ subject, places, lasted }) => `🟢 ${subject} is up again: it failed from ${places} for ${lasted}`,
    certificate: ({ subject }) => `🟡 ${subject} has a certificate that expires soon`,
    blind: ({ count }) => `⚪ Farwatch cannot see ${endpoints(count)} of yours`,
    sighted: ({ count }) => `🟢 Farwatch sees ${endpoints(count)} of yours again`,
    agent_lost: ({ subject, places }) => `⚪ The agent ${subject} in ${places} is silent`,
    agent_back: ({ subject, places }) => `🟢 The agent ${subject} in ${places} is back`,
    agent_abstaining: ({ subject, places }) => `⚪ The agent ${subject} in ${places} has lost its own network`,
    agent_stuck: ({ subject, places }) =>
      `🟠 A part of what the agent ${subject} in ${places} reported cannot be applied`,
    agents_silent: () => '⚪ Most agents fell silent together',
    location_full: ({ places, count }) => `🟠 The agents in ${places} are full: ${endpoints(count)} wait`,
    location_unwatched: ({ places, count }) => `🟠 Nobody checks ${endpoints(count)} from ${places}`,
  },
  monitor: 'Monitor',
  locations: 'Locations',
  reason: 'Reason',
  since: 'Since',
  after: 'Down for',
  ends: 'Expires',
  stillFailing: 'Still failing from',
  endpoints: 'Endpoints',
  more: (count) => ` and ${count} more`,
  late: (at) => `This message is late: it happened at ${at}.`,
  digest: (count) => `${count} changes:`,
  separator: ', ',
  advice: {
    blind: 'No agent tells anything of them, so an outage would not be noticed now.',
    agent_lost: 'What it checks is not known until it is back or another agent takes over.',
    agent_abstaining: 'Nothing that it checks is called down meanwhile. Look at its network.',
    agent_stuck: 'It is tried again by itself; the logs of the functions say more.',
    agents_silent: 'Farwatch itself may have been away. It waits a few minutes for them before it calls any lost.',
    location_full: 'Add an agent there.',
    location_unwatched: 'Add an agent there, or start one that has stopped.',
  },
};
