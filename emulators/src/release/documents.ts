import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newHeartbeat } from '@farwatch/core/decisions/heartbeats/plan-heartbeat';
import { agentNotice } from '@farwatch/core/decisions/notifications/notices';
import { COLLECTIONS, type CollectionName, type DocumentOf } from '@farwatch/core/documents/collections';
import { newVerdictChange } from '@farwatch/core/documents/verdict-change';
import { publicationSample } from '@farwatch/core/testing/page-sample';
import {
  agentSample,
  assignedEndpointSample,
  certificateSample,
  depositSample,
  endpointSample,
  evidenceSample,
  incidentSample,
  LONG_AGO,
  messageValuesSample,
  NOW,
  orderSample,
  outageSample,
  verdictSample,
} from '@farwatch/core/testing/samples';
import { sampleSnapshot } from '@farwatch/core/testing/snapshot-sample';
import { summarySample } from '@farwatch/core/testing/summary-sample';
import { ACTIVITY_KINDS } from '@farwatch/core/values/activity';
import { CHANNEL_TYPE_NAMES } from '@farwatch/core/values/channels/channel-types';
import { type CheckOptions, checkOptionsSchema } from '@farwatch/core/values/check-options';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import { z } from 'zod';
import { rootDir } from '../platform/paths.ts';
import { demoDocuments } from '../seed/seed.ts';
import { DEMO_NOTIFICATIONS } from '../seed/users.ts';

/** Documents of every collection, as one release stored them. */
export type ReleaseDocuments = Record<string, Record<string, unknown>[]>;

/** Where each release's documents are kept, in a checkout. */
export const DOCUMENTS_FOLDER = 'emulators/src/release/documents';
const lineSchema = z.object({ collection: z.string(), document: z.record(z.string(), z.unknown()) });

/** Of the demo's documents of a collection, the smallest ones. */
const SEEDED_EACH = 3;
/** Larger ones show nothing else. */
const MOST_BYTES = 20_000;

/**
 * Returns documents of every collection as this version stores them: the demo's, and examples of every type of check,
 * channel and incident. All times are fixed, so that sets of two versions can be compared.
 */
export function currentDocuments(): ReleaseDocuments {
  const seeded = demoDocuments('http://targets.farwatch.test', NOW).documents.all();
  const examples: Partial<ReleaseDocuments> = examplesOf();
  const each = Object.entries(COLLECTIONS).map(([name, { path, schema }]) => {
    const pattern = new RegExp(`^${path.replace('{}', '[^/]+')}/[^/]+$`);
    const own = seeded.filter((document) => pattern.test(document.path)).map(({ value }) => value);
    const small = own.toSorted((one, other) => sizeOf(one) - sizeOf(other)).filter((one) => sizeOf(one) < MOST_BYTES);
    const documents = [...small.slice(0, SEEDED_EACH), ...(examples[name] ?? [])];
    return [name, documents.map((document) => schema.parse(document))] as const;
  });
  return Object.fromEntries(each);
}

function sizeOf(document: Record<string, unknown>): number {
  return writeSet({ one: [document] }).length;
}

/** The releases whose documents are kept. */
export function keptReleases(): string[] {
  return readdirSync(join(rootDir, DOCUMENTS_FOLDER)).map((name) => name.replace(/\.jsonl$/, ''));
}

/** Returns the documents of a release. */
export function readRelease(version: string): ReleaseDocuments {
  return readSet(readFileSync(join(rootDir, DOCUMENTS_FOLDER, `${version}.jsonl`), 'utf8'));
}

/** A set as text: a document in each line, with bytes as `{ $bytes: base64 }`. */
export function writeSet(documents: ReleaseDocuments): string {
  const lines = Object.entries(documents).flatMap(([collection, each]) =>
    each.map((document) => `${JSON.stringify({ collection, document: withBytesAsText(document) })}\n`),
  );
  return lines.join('');
}

function withBytesAsText(value: unknown): unknown {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(withBytesAsText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withBytesAsText(each)]));
}

const bytesSchema = z.strictObject({ $bytes: z.string() });

/** The documents in such a text. Throws ZodError for anything else. */
export function readSet(text: string): ReleaseDocuments {
  const revive = (_: string, value: unknown) => {
    const bytes = bytesSchema.safeParse(value);
    return bytes.success ? Uint8Array.from(Buffer.from(bytes.data.$bytes, 'base64')) : value;
  };
  const lines = text.trimEnd().split('\n');
  const all = lines.map((line) => lineSchema.parse(JSON.parse(line, revive)));
  const byCollection = Object.groupBy(all, ({ collection }) => collection);
  return Object.fromEntries(
    Object.entries(byCollection).map(([name, each = []]) => [name, each.map(({ document }) => document)]),
  );
}

const SECRET = { name: 'Authorization', value: 'Bearer example', secret: true };

/** An endpoint of each check type, with options where it has some. */
const CHECKS: readonly { url: string; check: CheckOptions | null }[] = [
  {
    url: 'https://shop.farwatch.test/',
    check: {
      method: 'POST',
      headers: [SECRET],
      body: '{"query":"{ health }"}',
      statuses: '200-299,404',
      timeoutMs: 5000,
      assertions: [{ source: 'json', path: '$.data.health', op: 'equals', value: 'ok' }],
    },
  },
  { url: 'tcp://shop.farwatch.test:22', check: { type: 'tcp', banner: 'SSH-2.0' } },
  { url: 'tls://mail.farwatch.test:25', check: { type: 'tls', startTls: 'smtp' } },
  { url: 'dns://shop.farwatch.test', check: { type: 'dns', recordType: 'MX', expected: ['mx.farwatch.test'] } },
  { url: 'icmp://shop.farwatch.test', check: { type: 'icmp', maxLost: 1 } },
  { url: 'wss://shop.farwatch.test/live', check: { type: 'ws', send: 'ping', expect: 'pong', headers: [SECRET] } },
  { url: 'domain://farwatch.test', check: null },
  {
    url: 'heartbeat://backup',
    check: { type: 'heartbeat', cron: '30 2 * * *', timeZone: 'Asia/Taipei', graceSec: 1800 },
  },
];

const OWNER = { ownerId: 'owner' };
const EXPIRES = { expireAt: NOW + DAY_MS };

/** Documents that the demo lacks, or that have other types than its documents. */
function examplesOf(): { [Name in CollectionName]?: z.input<(typeof COLLECTIONS)[Name]['schema']>[] } {
  const endpoints = CHECKS.map(({ url, check }) => endpointSample({ url, check: parseCheck(check) }));
  const [, , , , , , , job = endpointSample()] = endpoints;
  const order = orderSample({ record: { paid: { '1': 'finished' }, deposits: { '1': depositSample() } } });
  return {
    ...notificationExamples(),
    endpoints: [endpointSample({ certificate: certificateSample() }), ...endpoints],
    heartbeats: [heartbeatOf(job)],
    domains: [domainExample()],
    checkSecrets: CHECKS.flatMap(({ check }) => (check ? [{ ...OWNER, check: parseCheck(check) ?? check }] : [])),
    incidents: [
      incidentSample({ type: 'domain' }),
      incidentSample({ type: 'certificate', certificate: null }),
      incidentSample({ outage: outageSample({ endedAt: NOW }), resolvedAt: NOW, status: 'resolved' }),
    ],
    evidence: [
      {
        ...evidenceSample(),
        ...OWNER,
        incidentId: 'i',
        endpointId: 'e',
        location: 'tw',
        outage: 1,
        createdAt: NOW,
        ...EXPIRES,
      },
    ],
    trials: [trialExample()],
    requestedTrials: [
      { ...OWNER, agentId: 'a', trialId: 't', at: NOW, url: 'https://shop.farwatch.test/', check: null, ...EXPIRES },
    ],
    trialBudgets: [{ minute: { tokens: 1.5, at: NOW }, day: { tokens: 90, at: NOW }, ...EXPIRES }],
    snapshots: [sampleSnapshot({ components: 1, nowMs: NOW })],
    logos: [{ type: 'image/png', bytes: Uint8Array.of(137, 80, 78, 71) }],
    publications: [publicationSample()],
    subscribers: [{ addresses: { ['0a'.repeat(16)]: { address: 'ann@farwatch.test', language: 'en', since: NOW } } }],
    mailings: [mailingExample()],
    takenSlugs: [{ ownerHash: 'a1'.repeat(32), expireAt: null }],
    pageReports: [{ slug: 'acme', text: 'It pretends to be a bank.', createdAt: NOW, ...EXPIRES }],
    visitorCounts: [{ count: 2, ...EXPIRES }],
    assignments: [assignmentExample()],
    apiKeys: [
      {
        ...{ ...OWNER, name: 'CI', start: 'example1', scope: 'write', createdBy: 'owner', createdAt: NOW },
        ...{ expiresAt: NOW + DAY_MS, lastUsedAt: null },
      },
    ],
    logins: [
      {
        ...{ ownerId: 'owner', confirmedBy: 'Ann', isRefused: false, userCode: 'BCDFGHJK', host: 'laptop' },
        ...{ scope: 'write', createdAt: NOW, ...EXPIRES },
      },
    ],
    activity: ACTIVITY_KINDS.map((kind) => ({
      ...{ ...OWNER, at: NOW, actor: 'person', actorId: 'owner', actorName: 'Ann', kind, action: 'changed' },
      ...{ subjectId: 's', subjectName: 'Shop', fields: ['name'], address: '192.0.2.7', call: 'post /monitors' },
      ...{ requestId: 'r', requestHash: null, ...EXPIRES },
    })),
    payments: [order.payment],
    paymentRecords: [order.record],
    agents: [agentSample()],
    windows: [{ agentId: 'a', location: 'tw', windowAt: NOW, ...EXPIRES, checks: { owner: { 12: 'a,1,2,,' } } }],
    verdictChanges: [verdictChangeExample()],
    outboxes: [outboxExample()],
    leases: [{ holder: 'drain', heldUntil: NOW }],
    sweeps: [{ lastRunAt: NOW }],
    upgrades: [
      { version: 1, position: 'last', handled: 200, failure: { reason: 'timeout', at: NOW, tries: 1 }, changedAt: NOW },
    ],
    rdapServices: [{ services: [{ zones: ['test'], urls: ['https://rdap.farwatch.test/'] }], fetchedAt: NOW }],
    signingKeys: [{ secret: 'example', createdAt: NOW }],
    closures: [{ startedAt: NOW }],
    lineSetups: [{ channelSecret: 'example', accessToken: null, senders: [], ...EXPIRES }],
    metricPushes: [
      {
        ownerId: 'owner',
        url: 'https://collector.farwatch.test/v1/metrics',
        headers: [{ name: 'Authorization', value: 'Bearer example' }],
        dueAt: NOW,
        readFrom: NOW,
        pushed: { agent: { location: 'tw', agentSeq: 7 } },
        lastSentAt: NOW,
        createdAt: LONG_AGO,
      },
    ],
    members: [
      {
        ownerId: 'owner',
        uid: 'member',
        role: 'editor',
        displayName: 'Emil Editor',
        email: 'member@farwatch.test',
        accountName: 'Olga Owner',
        createdAt: LONG_AGO,
      },
    ],
    invitations: [
      {
        ownerId: 'owner',
        email: 'guest@farwatch.test',
        role: 'viewer',
        accountName: 'Olga Owner',
        language: 'en',
        createdAt: NOW,
        ...EXPIRES,
      },
    ],
    rotations: [
      {
        ownerId: 'owner',
        name: 'Nights',
        people: ['owner', 'member'],
        every: 12,
        unit: 'hours',
        start: '2026-01-05T09:00',
        timeZone: 'Asia/Taipei',
        overrides: [{ id: 'override', uid: 'member', startsAt: NOW, endsAt: NOW + HOUR_MS }],
        createdAt: LONG_AGO,
        updatedAt: NOW,
      },
    ],
  };
}

function parseCheck(check: CheckOptions | null): CheckOptions | null {
  return check && checkOptionsSchema.parse(check);
}

function notificationExamples() {
  const channelOf = (type: (typeof CHANNEL_TYPE_NAMES)[number]) => ({
    ...{
      type,
      name: type,
      enabled: true,
      settings: { example: 'kept as it is' },
      verifiedAt: NOW,
      createdAt: LONG_AGO,
    },
    ...{ severity: 'high' as const, monitors: ['monitor'], language: 'en' as const },
  });
  const channels = Object.fromEntries(CHANNEL_TYPE_NAMES.map((type) => [type, channelOf(type)]));
  const place = { ...OWNER, createdAt: NOW, ...EXPIRES };
  const content = {
    severity: 'major',
    endpointId: 'e',
    incidentId: 'i',
    outage: 1,
    values: messageValuesSample(),
  } as const;
  return {
    notifications: [{ ...DEMO_NOTIFICATIONS, channels }],
    messages: CHANNEL_TYPE_NAMES.map((type) => ({
      ...{ ...place, channelId: type, channelType: type, channelName: type },
      ...{ state: 'sent' as const, code: null, reason: null, contents: [{ ...content, kind: 'outage' as const }] },
    })),
    notices: [
      agentNotice('agent_lost', agentSample(), { occurredAt: NOW, nowMs: NOW }),
      {
        ...place,
        kind: 'weekly_summary' as const,
        severity: 'informational' as const,
        values: messageValuesSample(),
        summary: summarySample(),
      },
    ],
  };
}

function heartbeatOf(endpoint: DocumentOf<'endpoints'>): DocumentOf<'heartbeats'> {
  const ping = { number: 1, at: NOW, kind: 'success', exitStatus: 0, rid: null, durationMs: 800, bytes: 2 } as const;
  const pinged = { pings: [ping], bodies: [{ number: 1, text: 'ok' }], lastPingAt: NOW, dueAt: NOW + HOUR_MS };
  return { ...newHeartbeat({ id: 'e', endpoint, pingKey: 'key' }, LONG_AGO), ...pinged };
}

function domainExample(): z.input<(typeof COLLECTIONS)['domains']['schema']> {
  const registration = {
    expiresAt: NOW + 90 * DAY_MS,
    registrar: 'Example',
    nameServers: ['ns.farwatch.test'],
    statuses: [],
  };
  return {
    ...{
      ...OWNER,
      monitorId: 'm',
      name: 'farwatch.test',
      rev: 1,
      paused: false,
      vote: { state: 'up', endsAt: null },
      voteSeq: 2,
    },
    ...{
      registration,
      answeredAt: NOW,
      askedAt: NOW,
      problem: 'busy',
      failures: 1,
      askAt: NOW + DAY_MS,
      createdAt: LONG_AGO,
    },
  };
}

function trialExample(): DocumentOf<'trials'> {
  const { failed } = evidenceSample();
  return {
    ...{
      ...OWNER,
      url: 'https://shop.farwatch.test/',
      agents: { tw: 'a' },
      unavailable: ['bd'],
      createdAt: NOW,
      ...EXPIRES,
    },
    results: { tw: { answer: failed, localFailure: null } },
  };
}

function mailingExample(): z.input<(typeof COLLECTIONS)['mailings']['schema']> {
  const { title, components, updates, startedAt, resolvedAt } = publicationSample();
  return {
    ...{ publicationId: 'p', incident: { title, components, updates, startedAt, resolvedAt } },
    ...{ sentUntil: { document: 0, hash: '0a' }, sent: 1, failed: 0, startedAt: NOW, endedAt: null, ...EXPIRES },
  };
}

function assignmentExample(): z.input<(typeof COLLECTIONS)['assignments']['schema']> {
  const assigned = CHECKS.map(
    ({ url, check }, index) => [`e${index}`, assignedEndpointSample({ url, check })] as const,
  );
  return {
    ...{ location: 'tw', ...OWNER, agentId: 'a', generation: 2, live: true, liveSeq: 3, intervalSec: 600 },
    ...{ previousGeneration: 1, previousLiveSeq: 2, count: assigned.length, changedAt: NOW },
    endpoints: Object.fromEntries(assigned),
  };
}

function verdictChangeExample(): DocumentOf<'verdictChanges'> {
  const withdrawn = { other: { reason: 'other', since: NOW, rev: 0 } as const };
  const evidence = { e: evidenceSample() };
  const part = { generation: 1, endpoints: { e: verdictSample({ up: false }) }, withdrawn, evidence };
  return newVerdictChange(
    { agentId: 'a', location: 'tw', agentSeq: 7, liveness: 'live', verdicts: { owner: part } },
    NOW,
  );
}

function outboxExample(): z.input<(typeof COLLECTIONS)['outboxes']['schema']> {
  const announced = {
    ...{ incidentId: 'i', incidentAt: NOW, monitorId: 'm', url: 'https://shop.farwatch.test/', outage: 1 },
    ...({ state: 'down', severity: 'critical', failureAt: NOW, failureSeverity: 'critical', isClosed: false } as const),
  };
  return {
    ...{ ...OWNER, channelId: 'telegram', leaseId: null, dueAt: NOW, waitsUntil: null, seenAt: NOW, generation: 'g' },
    ...{ scope: 's', startedAt: LONG_AGO, announced: { e: announced }, lastSentAt: NOW },
    failure: { code: 'unreachable', reason: 'timeout', at: NOW, since: NOW, tries: 1 },
    ...{ stopped: null, reportedAt: null },
  };
}
