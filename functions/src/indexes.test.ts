import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { agentSchema, agentStateSchema, registrationSchema } from '@farwatch/core/documents/agent';
import { alertSchema, outboxSchema } from '@farwatch/core/documents/alert';
import { assignmentSchema } from '@farwatch/core/documents/assignment';
import { commandSchema } from '@farwatch/core/documents/command';
import { endpointSchema, statusEventSchema } from '@farwatch/core/documents/endpoint';
import { flipSchema } from '@farwatch/core/documents/flip';
import { hourSchema } from '@farwatch/core/documents/hour';
import { incidentSchema } from '@farwatch/core/documents/incident';
import { leaseSchema } from '@farwatch/core/documents/lease';
import { monitorSchema } from '@farwatch/core/documents/monitor';
import { notificationSettingsSchema } from '@farwatch/core/documents/notification-settings';
import { paymentRecordSchema, paymentSchema } from '@farwatch/core/documents/payment';
import { sweepSchema } from '@farwatch/core/documents/sweep';
import { userSchema } from '@farwatch/core/documents/user';
import { windowSchema } from '@farwatch/core/documents/window';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Asked, INDEXES, isExempt, missingIndex } from './testing/indexes.ts';

const FIELDS: Record<string, z.ZodRawShape> = {
  users: userSchema.shape,
  private: { ...registrationSchema.shape, ...notificationSettingsSchema.shape, ...paymentRecordSchema.shape },
  monitors: monitorSchema.shape,
  endpoints: endpointSchema.shape,
  events: statusEventSchema.shape,
  incidents: incidentSchema.shape,
  agents: agentSchema.shape,
  agentStates: agentStateSchema.shape,
  assignments: assignmentSchema.shape,
  commands: commandSchema.shape,
  windows: windowSchema.shape,
  flips: flipSchema.shape,
  hours: hourSchema.shape,
  alerts: alertSchema.shape,
  outboxes: outboxSchema.shape,
  payments: paymentSchema.shape,
  leases: leaseSchema.shape,
  sweeps: sweepSchema.shape,
};

/** Moments by which documents are found alone, without another field. */
const FOUND_BY: Record<string, string[]> = { agentStates: ['dirtyAt'], agents: ['lastReportAt', 'abstainingSince'] };

const MOMENT = /^(at|since|until)$|(At|Since|Until)$/;

function isQueried(collection: string, field: string): boolean {
  const composite = INDEXES.indexes.filter((index) => index.collectionGroup === collection);
  const isInComposite = composite.some(({ fields }) => fields.some(({ fieldPath }) => fieldPath === field));
  return isInComposite || (FOUND_BY[collection] ?? []).includes(field);
}

/** Maps, arrays and moments: what grows or always changes, and costs an entry each in the index. */
function isDear(field: string, schema: z.core.$ZodType): boolean {
  if (MOMENT.test(field)) return true;
  const isWrapped =
    schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  if (isWrapped) return isDear(field, schema.unwrap());
  return [z.ZodObject, z.ZodRecord, z.ZodArray, z.ZodTuple].some((kind) => schema instanceof kind);
}

describe.each(Object.entries(FIELDS))('%s', (collection, shape) => {
  const dear = Object.entries(shape).filter(([field, schema]) => isDear(field, schema));

  it('has no map, array or moment in the index that nobody queries', () => {
    const needless = dear.map(([field]) => field).filter((field) => !isQueried(collection, field));
    expect(needless.filter((field) => !isExempt(collection, field))).toEqual([]);
  });
});

it('exempts and indexes only what there is', () => {
  const named = [
    ...INDEXES.fieldOverrides.map((each) => [each.collectionGroup, each.fieldPath] as const),
    ...INDEXES.indexes.flatMap(({ collectionGroup, fields }) =>
      fields.map((f) => [collectionGroup, f.fieldPath] as const),
    ),
  ];
  const unknown = named.filter(([collection, field]) => !((field.split('.')[0] ?? '') in (FIELDS[collection] ?? {})));
  expect(unknown).toEqual([]);
});

it('deletes by TTL what does not stay, and nothing else', () => {
  const expiring = INDEXES.fieldOverrides
    .filter((each) => each.ttl)
    .map((each) => `${each.collectionGroup}.${each.fieldPath}`);
  const collections = ['alerts', 'flips', 'hours', 'payments', 'private', 'windows'];
  expect(expiring.sort()).toEqual(collections.map((name) => `${name}.expireAt`));
  for (const [collection, shape] of Object.entries(FIELDS)) {
    expect([collection, 'expireAt' in shape]).toEqual([collection, expiring.includes(`${collection}.expireAt`)]);
  }
});

describe('what needs an index', () => {
  const asked: Asked = { collection: 'alerts', isGroup: false, equal: [], contains: [], ranges: [], orders: [] };
  it.each<[string, Partial<Asked>, boolean]>([
    ['a whole collection', {}, false],
    ['one field', { equal: ['ownerId'] }, false],
    ['one field that is exempt', { equal: ['lastError'] }, true],
    ['a range alone', { ranges: ['createdAt'] }, false],
    ['a range in its order', { ranges: ['createdAt'], orders: [['createdAt', 'DESCENDING']] }, false],
    ['equal and a range', { equal: ['state'], ranges: ['nextAt'] }, false],
    ['a field of the index twice', { equal: ['state'], ranges: ['nextAt', 'nextAt'] }, false],
    ['equal in another sequence', { equal: ['state', 'ownerId'], ranges: ['nextAt'] }, false],
    ['another direction', { equal: ['state'], orders: [['nextAt', 'DESCENDING']] }, true],
    ['fields without an index', { equal: ['state', 'kind'] }, true],
    ['a part of an index', { equal: ['ownerId', 'state'] }, true],
    ['a group', { isGroup: true, equal: ['ownerId'] }, true],
    ['an array', { collection: 'monitors', equal: ['ownerId'], contains: ['locations'] }, false],
    ['an array as if it were a value', { collection: 'monitors', equal: ['ownerId', 'locations'] }, true],
  ])('%s', (_, changes, isMissing) => {
    expect(missingIndex({ ...asked, ...changes }) !== null).toBe(isMissing);
  });
});

/** The clients' queries, by reading their code: each is one call of `query(collection(…), where(…), orderBy(…), limit(…))`. */
const sources = ['web/src/', 'agent/src/'].flatMap((folder) => {
  const path = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => [folder + name, readFileSync(path + name, 'utf8')] as const)
    .filter(
      ([, text]) =>
        /\b(where|orderBy|query|collection|collectionGroup)\(/.test(text) && text.includes("'firebase/firestore'"),
    );
});

const CLAUSE = /\b(?:where\('([\w.]+)', '([^']+)'|orderBy\('([\w.]+)'(?:, '(asc|desc)')?)/g;
const OPERATORS: Record<string, 'equal' | 'contains'> = { '==': 'equal', in: 'equal', 'array-contains': 'contains' };

function clientQuery(text: string): Asked {
  const collection = /\bcollection\(\w+,(?:[^)]*,)? *'(\w+)'\)/.exec(text)?.[1] ?? '';
  const asked: Asked = { collection, isGroup: false, equal: [], contains: [], ranges: [], orders: [] };
  for (const [, field, operator = '', ordered, direction] of text.matchAll(CLAUSE)) {
    if (field !== undefined) asked[OPERATORS[operator] ?? 'ranges'].push(field);
    if (ordered !== undefined) asked.orders.push([ordered, direction === 'desc' ? 'DESCENDING' : 'ASCENDING']);
  }
  return asked;
}

describe('the clients’ queries', () => {
  it('are found', () => expect(sources.length).toBeGreaterThanOrEqual(5));

  it.each(sources)('of %s have their indexes', (_, text) => {
    const queries = text.split(/(?<![\w.])query\(/).slice(1);
    const known = queries.map(clientQuery);
    const clauses = known.flatMap(({ equal, contains, ranges, orders }) => [
      ...equal,
      ...contains,
      ...ranges,
      ...orders,
    ]);
    expect(clauses).toHaveLength([...text.matchAll(/\b(where|orderBy)\(/g)].length);
    for (const asked of known) expect([asked.collection in FIELDS, missingIndex(asked)]).toEqual([true, null]);
  });

  it.each(sources)('of %s each say how much they ask for at most', (_, text) => {
    const queries = text.split(/(?<![\w.])query\(/).slice(1);
    expect(queries.map((query) => /\blimit\([\w.]+\)/.test(query))).toEqual(queries.map(() => true));
    expect([...text.matchAll(/\bcollection(Group)?\(/g)]).toHaveLength(queries.length);
  });
});
