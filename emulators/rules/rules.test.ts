import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LISTED } from '@farwatch/core/limits';
import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestContext,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import {
  collection,
  deleteDoc,
  doc,
  getCountFromServer,
  getDoc,
  getDocs,
  limit,
  query,
  setDoc,
  setLogLevel,
  updateDoc,
  where,
} from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASES, type Case } from './collections.ts';
import { readCoverage } from './coverage.ts';
import { contextOf, PEOPLE, type Person } from './people.ts';

const PROJECT = 'demo-farwatch-rules';
const [host = '', port = ''] = (process.env.FIRESTORE_EMULATOR_HOST ?? '').split(':');
const file = join(import.meta.dirname, '../../firestore.rules');

// Every refusal would otherwise be logged, and most of these tests are refusals.
setLogLevel('silent');

let env: RulesTestEnvironment;

beforeAll(async () => {
  const firestore = { rules: readFileSync(file, 'utf8'), host, port: Number(port) };
  env = await initializeTestEnvironment({ projectId: PROJECT, firestore });
  await env.clearFirestore();
  await env.withSecurityRulesDisabled(async (context) => {
    for (const { path, data } of CASES) await setDoc(doc(context.firestore(), path), data);
  });
});

afterAll(() => env.cleanup());

/** One connection a person: every test asks through the same. */
type Connection = ReturnType<RulesTestContext['firestore']>;
const connections = new Map<Person, Connection>();

function asPerson(person: Person): Connection {
  const known = connections.get(person) ?? contextOf(env, person).firestore();
  connections.set(person, known);
  return known;
}

function parentOf({ path }: Case): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function expected(isAllowed: boolean): (request: Promise<unknown>) => Promise<unknown> {
  return isAllowed ? assertSucceeds : assertFails;
}

describe.each(CASES)('$path', (each) => {
  test.each(PEOPLE)('get by %s', async (person) => {
    await expected(each.readers.includes(person))(getDoc(doc(asPerson(person), each.path)));
  });

  test.each(PEOPLE)('list without a filter is refused to %s', async (person) => {
    await assertFails(getDocs(query(collection(asPerson(person), parentOf(each)), limit(5))));
  });

  test.each(PEOPLE)('no write by %s', async (person) => {
    const db = asPerson(person);
    await assertFails(setDoc(doc(db, `${parentOf(each)}/new`), { ...each.data, ownerId: 'owner' }));
    await assertFails(updateDoc(doc(db, each.path), { name: 'changed' }));
    await assertFails(deleteDoc(doc(db, each.path)));
  });
});

const FILTERED = CASES.flatMap((each) => (each.owned ? [{ collection: parentOf(each), ...each.owned }] : []));

describe.each(FILTERED)('$collection where $field is $value', ({ collection: path, field, value, listed }) => {
  const most = path === 'assignments' ? LISTED.byAgent : LISTED.byPerson;
  const own = (person: Person) => query(collection(asPerson(person), path), where(field, '==', value));

  test.each(PEOPLE)('listed by %s', async (person) => {
    await expected(listed.includes(person))(getDocs(query(own(person), limit(most))));
    await expected(listed.includes(person))(getDocs(query(own(person), limit(1))));
  });

  test.each(PEOPLE)('not without a limit, nor beyond it, by %s', async (person) => {
    await assertFails(getDocs(own(person)));
    await assertFails(getDocs(query(own(person), limit(most + 1))));
    await assertFails(getCountFromServer(own(person)));
  });
});

describe('documents that do not exist', () => {
  test.each([
    ['monitors/gone', 'owner', true],
    ['endpoints/gone', 'owner', true],
    ['incidents/gone', 'owner', true],
    ['agents/gone', 'admin', true],
    ['agents/gone', 'owner', false],
    ['monitors/gone', 'unverified', false],
    ['monitors/gone', 'agent', false],
    ['alerts/gone', 'owner', false],
    ['assignments/gone', 'agent', false],
  ] as const)('%s by %s: %s', async (path, person, isAllowed) => {
    await expected(isAllowed)(getDoc(doc(asPerson(person), path)));
  });

  test.each([null, ''])('an assignment that nobody holds (%j) is nobody’s', async (agentId) => {
    await env.withSecurityRulesDisabled(async (context) => {
      await setDoc(doc(context.firestore(), 'assignments/th_owner'), { ownerId: 'owner', agentId });
    });
    for (const person of PEOPLE) await assertFails(getDoc(doc(asPerson(person), 'assignments/th_owner')));
  });
});

test('every expression of the rules was evaluated, each condition to both ends', async () => {
  const answer = await fetch(`http://${host}:${port}/emulator/v1/projects/${PROJECT}:ruleCoverage`);
  const { total, unreached } = readCoverage(await answer.json());
  console.log(`rules coverage: ${total - unreached.length} of ${total} expressions`);
  expect(total).toBeGreaterThan(50);
  expect(unreached).toEqual([]);
});
