import { expect, it } from 'vitest';
import { z } from 'zod';
import { COLLECTIONS } from './collections.ts';

/**
 * Lists, maps and texts whose schema has no maximum, by what bounds them. A maximum in the schema would make documents
 * unreadable that were stored before it. A schema that several documents have is listed where it is found first; `[]`
 * are the entries of a list, `{}` those of a map, and `{key}` the keys.
 */
const BOUNDED_ELSEWHERE: Record<string, string[]> = {
  'Texts that people enter, whose length the declaration of the call limits (contracts/api), or copies of them': [
    ...['monitors.name', 'monitors.description', 'monitors.endpoints{}.url', 'monitors.endpoints{}.name'],
    ...['incidents.endpoint.name', 'incidents.endpoint.url', 'incidents.monitor.name', 'incidents.details.url'],
    ...['incidents.details.expectedStatus', 'monitors.maintenance[].name', 'agents.name', 'agents.description'],
    ...['messages.contents[].values.endpoint', 'messages.contents[].values.url', 'messages.contents[].values.monitor'],
    ...['messages.contents[].values.agent', 'messages.contents[].values.channel', 'messages.contents[].values.page'],
    ...['messages.channelName', 'outboxes.announced{}.url', 'trials.url', 'requestedTrials.url', 'pageReports.slug'],
    ...['snapshots.groups[].name', 'snapshots.groups[].components[].name', 'users.displayName', 'users.email'],
    ...['members.displayName', 'members.email', 'members.accountName', 'invitations.email', 'invitations.accountName'],
    ...['users.failingChannels{} text', 'subscribers.addresses{}.address', 'payments.planName', 'users.plan.name'],
    ...['payments.orderDescription', 'heartbeats.slug', 'heartbeats.lastStartRid', 'heartbeats.pings[].rid'],
    ...['pages.blockedReason', 'takenSlugs.blockedReason', 'closures.accountName'],
  ],
  'Ids, hashes, keys and secrets that the server or a service makes, all of a fixed length': [
    ...['heartbeats.pingKey', 'pages.passwordHash', 'pages.logoTag', 'snapshots.logoTag', 'snapshots.incidents[].id'],
    ...['mailings.sentUntil.hash', 'takenSlugs.ownerHash', 'paymentRecords.claimHash', 'paymentRecords.invoiceId'],
    ...['paymentRecords.paid{key} text', 'paymentRecords.deposits{key} text', 'paymentRecords.deposits{}.parentId'],
    ...['paymentRecords.deposits{}.coin', 'payments.orderId', 'payments.invoiceUrl', 'registrations.code'],
    ...['registrations.codeHash', 'registrations.usedByKey', 'agentStates.publicKey', 'agentStates.spool'],
    ...[
      'agentStates.previousSpools[] text',
      'agentStates.appliedBy',
      'agentStates.dirtyHours{key} text',
      'windows.checks{}{key} text',
    ],
    ...[
      'verdictChanges.parked{key} text',
      'outboxes.leaseId',
      'outboxes.generation',
      'outboxes.scope',
      'leases.holder',
    ],
    ...[
      'outboxes.announced{key} text',
      'outboxes.sending{key} text',
      'signingKeys.secret',
      'lineSetups.channelSecret',
      'users.failingChannels{key} text',
    ],
    ...['notifications.channels{}.retired.secret', 'agents.ipAddress', 'heartbeats.today.date', 'incidents.title'],
    ...['assignments.features[] text', 'commands.requested{}.fingerprint'],
  ],
  'Reasons are cut to 300 characters (DRAIN.reasonLength), those of channels likewise, before they are stored': [
    ...['monitors.stuck.reason', 'verdictChanges.parked{} text', 'messages.reason', 'outboxes.failure.reason'],
    ...['outboxes.stopped.reason', 'metricPushes.rejected.reason'],
  ],
  'One entry for each location or feature, of which there are few': [
    ...[
      'metricPushes.pushed{}',
      'monitors.locations[]',
      'monitors.transitions[].locations[]',
      'monitors.incidents[].locations[]',
    ],
    ...['endpoints.locations[]', 'statusEvents.locations[]', 'incidents.outage.locations[]', 'incidents.locations[]'],
    ...['incidents.downLocations[]', 'incidents.updates[].locations[]', 'trials.unavailable[]'],
    'sweeps.overfull[]',
    ...[
      'messages.contents[].values.locations[]',
      'messages.contents[].values.stillFailing[]',
      'assignments.features[]',
    ],
  ],
  'Ten tags of 30 characters (values/tags.ts)': ['monitors.tags[]', 'monitors.tags[] text'],
  '500 endpoints of a monitor, 700,000 bytes (LIMITS.endpointsPerMonitor, monitorBytes)': [
    'monitors.endpoints{}',
    'monitors.order[]',
  ],
  '2,000 endpoints of an owner, 900,000 bytes (LIMITS.mostEndpointsPerOwner, assignmentBytes)': [
    'assignments.endpoints{}',
  ],
  '500 of a monitor and 200 of an endpoint, of 25 hours (LIMITS.transitionsPerMonitor, transitionsPerEndpoint)': [
    ...['monitors.transitions[]', 'monitors.incidents[]', 'endpoints.transitions[]', 'statusEvents.earlier[]'],
  ],
  '100 occurrences within nine days (MAINTENANCE.occurrencesPerMonitor)': [
    ...['monitors.maintenance[]', 'snapshots.maintenance[]'],
  ],
  'Eleven starts a day of 140 days (decisions/maintenance/occurrences.ts, planStarts)': [
    'maintenance.planned.starts[]',
  ],
  '20 pages of an owner (STATUS_PAGE.perOwner)': ['monitors.pages[]'],
  '100 pings and ten bodies of 10,000 bytes (HEARTBEAT)': [
    ...['heartbeats.pings[]', 'heartbeats.bodies[]', 'heartbeats.bodies[].text'],
  ],
  '20 outages, 100 updates and 50 actions (LIMITS.outagesPerIncident, updatesPerIncident, actionsPerIncident)': [
    ...['incidents.earlierOutages[]', 'incidents.updates[]', 'incidents.actions[]', 'messages.contents[].ended[]'],
  ],
  'Occurrences that a person has ended or extended; those older than 42 days are dropped': ['maintenance.endings{}'],
  '100 components in 20 groups, 90 days, 300 KiB of incidents (STATUS_PAGE)': [
    ...['snapshots.groups[]', 'snapshots.groups[].components[]', 'snapshots.incidents[]'],
    ...['snapshots.groups[].components[].days.uptime[]', 'snapshots.groups[].components[].days.downSec[]'],
    'snapshots.maintenance[].components[]',
  ],
  'Averages above 18 steps of a range that is leaving, and 60 of the last day (decisions/status-page/page-steps.ts)': [
    'snapshots.groups[].components[].steps.atMs[]',
  ],
  'Detected incidents of the endpoints that a page shows, at most one of each when it is posted': [
    'publications.otherIncidentIds[]',
  ],
  '2,000 subscribers of a page (STATUS_PAGE.subscribers)': ['mailings.deferred[]'],
  '500 addresses in a document (STATUS_PAGE.subscribersPerDocument)': ['subscribers.addresses{}'],
  '64 KiB (STATUS_PAGE.logoBytes)': ['logos.bytes'],
  '25 contents (ALERT.digestMost) with ten names (ALERT.noticeNames), and the texts of a certificate or registration': [
    ...['messages.contents[]', 'messages.contents[].values.names[]', 'messages.contents[].values.changes[]'],
    ...['messages.contents[].values.changes[].before', 'messages.contents[].values.changes[].after'],
    ...['messages.contents[].values.certificate.issuers[]', 'messages.contents[].values.certificate.issuers[] text'],
    ...['messages.contents[].values.certificate.names[]', 'messages.contents[].values.certificate.names[] text'],
    'messages.contents[].values.names[] text',
  ],
  '40 monitors and five of what else is listed, names of 80 characters (SUMMARY)': [
    ...['notices.summary.monitors[]', 'notices.summary.monitors[].name', 'notices.summary.monitors[].days[]'],
    ...['notices.summary.outages[]', 'notices.summary.outages[].endpoint', 'notices.summary.slower[]'],
    ...[
      'notices.summary.slower[].name',
      'notices.summary.slow[]',
      'notices.summary.slow[].name',
      'notices.summary.gaps[]',
      'notices.summary.gaps[].name',
    ],
    ...['notices.summary.certificates[]', 'notices.summary.certificates[].endpoint'],
  ],
  'An hour that does not fit loses phases, then endpoints (tasks/roll-agent-hour.ts)': [
    ...['hours.endpoints{}', 'hours.endpoints{}{}', 'hours.endpoints{}{}.points'],
  ],
  'The days of a month, of a year, and of the 34 days that are built again (HISTORY.rebuiltMs)': [
    ...['months.days{}', 'years.days{}', 'histories.dirtyDays{}'],
  ],
  '50 payments without money (PAYMENT.perOrder), and those with money': [
    ...['paymentRecords.paid{}', 'paymentRecords.deposits{}'],
  ],
  '2,000 owners and 640,000 bytes in an agent’s state (LIMITS.ownersPerAgent, stateBytesPerAgent)': [
    ...['agentStates.owners{}', 'agentStates.previousOwners{}', 'agentStates.verdicts{}', 'commands.budgets{}'],
    ...['agentStates.verdicts{}.endpoints{}', 'agentStates.verdicts{}.withdrawn{}'],
    'agentStates.windowCounts.live.owners{}',
  ],
  'Five spools, two rolled-up hours, and the hours of nine days': [
    ...['agentStates.previousSpools[]', 'agentStates.rolledHours[]', 'agentStates.dirtyHours{}'],
  ],
  'Requests of the last minutes, by each owner’s budget (AGENT.commandValidMs, recheckAgainAfterMs)': [
    ...['commands.checkNow{}', 'commands.confirmedDown{}', 'commands.requested{}'],
  ],
  '17,000 checks in a window (values/window-counts.ts)': [
    'windows.checks{}',
    'windows.checks{}{}',
    'windows.checks{}{} text',
  ],
  'One report with its evidence, 800 KiB (EVIDENCE.verdictChangeBytes)': [
    ...['verdictChanges.verdicts{}', 'verdictChanges.verdicts{}.endpoints{}', 'verdictChanges.verdicts{}.withdrawn{}'],
    ...['verdictChanges.verdicts{}.evidence{}', 'verdictChanges.verdicts{}.certificates{}', 'verdictChanges.parked{}'],
  ],
  'Active incidents, two of each endpoint, and those of the last three hours (ALERT.rememberedMs)': [
    'outboxes.announced{}',
  ],
  'The lines of one digest, 25 (ALERT.digestMost)': ['outboxes.sending{}'],
  '500 monitors and 500 endpoints in a look (jobs/sweep/sweep-pauses.ts)': ['sweeps.resumes[]'],
  '500 incidents in a look (jobs/sweep/sweep-flapping.ts)': ['sweeps.stableSoon[]'],
  'IANA’s list, of which 512 KiB are read (domain/domains/look-up.ts)': [
    ...['rdapServices.services[]', 'rdapServices.services[].zones[]', 'rdapServices.services[].urls[]'],
    ...['rdapServices.services[].zones[] text', 'rdapServices.services[].urls[] text'],
  ],
  'Five senders (values/channels/line.ts)': ['lineSetups.senders[]', 'lineSetups.senders[].name'],
  '20 channels, 40 KiB together (LIMITS.channelsPerOwner, channelBytesPerOwner)': [
    ...['notifications.channels{}', 'notifications.channels{}.settings{}', 'users.failingChannels{}'],
    ...['notifications.channels{}.settings{key} text', 'notifications.channels{}.settings{} any'],
    ...['outboxes.closing.settings{}', 'outboxes.closing.settings{key} text', 'outboxes.closing.settings{} any'],
  ],
  'Five confirmations a day (MAIL.confirmationsPerDay)': ['notifications.confirmationsMs[]'],
  'Phases and options that a newer version stored; the schema reads them and stores none': [
    ...['evidence.failed.phases[] any', 'requestedTrials.check any'],
  ],
};

/** Finds what has no maximum in a schema, each shared schema once. */
function* findUnbounded(schema: z.core.$ZodType, path: string, seen: Set<unknown>): Generator<string> {
  if (seen.has(schema)) return;
  seen.add(schema);
  const { def } = known(schema)._zod;
  const suffix = (kind: string) => (/[\]}]$/.test(path) ? `${path} ${kind}` : path);
  switch (def.type) {
    case 'object':
      for (const [name, field] of Object.entries(def.shape)) yield* findUnbounded(field, `${path}.${name}`, seen);
      return;
    case 'array':
      if (!hasMaximum(def)) yield `${path}[]`;
      return yield* findUnbounded(def.element, `${path}[]`, seen);
    case 'record':
      // The keys of an enum are few.
      if (!def.keyType._zod.values) {
        if (z.globalRegistry.get(schema)?.maxProperties === undefined) yield `${path}{}`;
        yield* findUnbounded(def.keyType, `${path}{key}`, seen);
      }
      return yield* findUnbounded(def.valueType, `${path}{}`, seen);
    case 'string':
      if (!hasMaximum(def)) yield suffix('text');
      return;
    case 'union':
      for (const option of def.options) yield* findUnbounded(option, path, seen);
      return;
    case 'tuple':
      for (const [index, item] of def.items.entries()) yield* findUnbounded(item, `${path}[${index}]`, seen);
      return;
    case 'pipe':
      yield* findUnbounded(def.in, path, seen);
      return yield* findUnbounded(def.out, path, seen);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return yield* findUnbounded(def.innerType, path, seen);
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'transform':
      return;
    case 'custom':
      yield suffix('bytes');
      return;
    default:
      yield `${path} any`;
  }
}

/** Every schema is one of zod's classes, which its own type for any schema does not say. */
function known(schema: z.core.$ZodType): z.core.$ZodTypes {
  return schema as z.core.$ZodTypes;
}

/** Whether its checks, or the format of a text, limit the length. */
function hasMaximum(def: z.core.$ZodTypeDef): boolean {
  const all = [def, ...(def.checks ?? []).map((check) => check._zod.def)];
  return all.some((each) => {
    const { check, pattern } = Object.fromEntries<unknown>(Object.entries(each));
    if (check === 'max_length' || check === 'length_equals') return true;
    return pattern instanceof RegExp && isBounded(pattern.source);
  });
}

function isBounded(pattern: string): boolean {
  const plain = pattern.replace(/\(\?[!=][^()]*\)/g, '').replace(/\[(?:\\.|[^\]\\])*\]|\\./g, 'c');
  return /^\^.*\$$/.test(plain) && !/[*+]|\{\d+,\}/.test(plain);
}

it('every list, map and text of a document has a maximum, or it is known what bounds it', () => {
  const seen = new Set<unknown>();
  const found = Object.entries(COLLECTIONS).flatMap(([name, { schema }]) => [...findUnbounded(schema, name, seen)]);
  const listed = Object.values(BOUNDED_ELSEWHERE).flat();
  expect(found.filter((path) => !listed.includes(path))).toEqual([]);
  expect(listed.filter((path, index) => !found.includes(path) || listed.indexOf(path) !== index)).toEqual([]);
});

it.each<[string, z.ZodType, string[]]>([
  ['a list', z.array(z.boolean()), ['a.field[]']],
  ['a bounded list of texts', z.array(z.string()).max(3), ['a.field[] text']],
  ['a map', z.record(z.string().max(9), z.string().max(9)).optional(), ['a.field{}']],
  ['a map with known keys', z.partialRecord(z.enum(['x']), z.boolean()).default({}), []],
  ['a text', z.string().nullable(), ['a.field']],
  ['a text of a pattern', z.string().regex(/^(?!__.*)[a-z]{1,9}$/), []],
  ['a text of an open pattern', z.string().regex(/^[a-z]+$/), ['a.field']],
  ['anything', z.unknown(), ['a.field any']],
])('finds what has no maximum: %s', (_, field, unbounded) => {
  expect([...findUnbounded(z.object({ field }), 'a', new Set())]).toEqual(unbounded);
});
