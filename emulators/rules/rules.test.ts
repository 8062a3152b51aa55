import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CollectionDeclaration } from '@farwatch/core/documents/collection';
import { allCollections } from '@farwatch/core/documents/collections';
import { noteCollection } from '@farwatch/core/testing/sample-collection';
import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { setLogLevel } from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareWithRules, connectReaders, seed } from './compare.ts';
import { readCoverage } from './coverage.ts';

const PROJECT = 'demo-farwatch-rules';
const [host = '', port = ''] = (process.env.FIRESTORE_EMULATOR_HOST ?? '').split(':');
const rules = readFileSync(join(import.meta.dirname, '../../firestore.rules'), 'utf8');

// The SDK logs every refusal, and most requests here are refused.
setLogLevel('silent');

let env: RulesTestEnvironment;
let clients: ReturnType<typeof connectReaders>;

beforeAll(async () => {
  env = await initializeTestEnvironment({ projectId: PROJECT, firestore: { rules, host, port: Number(port) } });
  await env.clearFirestore();
  clients = connectReaders(env);
});

afterAll(() => env.cleanup());

/** No rule matches a collection that nobody may read (a test below), so the readers with most access show its refusal. */
function askingFor({ readableBy }: CollectionDeclaration): typeof clients {
  if (readableBy !== 'none') return clients;
  return new Map([...clients].filter(([{ name }]) => ['admin and owner by transfer', 'owner', 'agent'].includes(name)));
}

describe.each([...allCollections(), { ...noteCollection, readableBy: 'none' as const, isMissingReadable: false }])(
  '$path',
  (declaration) => {
    it('is readable by its declared readers within limits, and written by no client', async () => {
      await seed(env, declaration);
      expect(await compareWithRules(askingFor(declaration), declaration)).toEqual([]);
    });
  },
);

it('a declaration that differs from the rules is reported', async () => {
  await seed(env, noteCollection);
  const found = await compareWithRules(clients, noteCollection);
  expect(found).toContain('get notes/ofOwner by owner should be allowed');
  expect(found).toContain('list notes of ownerId owner by owner should be allowed');
  const [monitors] = allCollections().filter(({ path }) => path === 'monitors');
  expect(monitors && (await compareWithRules(clients, { ...monitors, readableBy: 'none' }))).toContain(
    'get monitors/ofOwner by owner should be refused',
  );
});

it('the rules match only declared collections', () => {
  const matched = [...rules.matchAll(/^ +match \/(\w+)\/\{\w+\} \{/gm)].map(([, name = '']) => name);
  const readable = allCollections().filter(({ readableBy }) => readableBy !== 'none');
  expect(matched.sort()).toEqual([...readable.map(({ path }) => path.replace(/^.*\//, ''))].sort());
});

it('every expression of the rules is evaluated, each condition to true and to false', { tags: 'minutes' }, async () => {
  const answer = await fetch(`http://${host}:${port}/emulator/v1/projects/${PROJECT}:ruleCoverage`);
  const { total, unreached } = readCoverage(await answer.json());
  console.log(`rules coverage: ${total - unreached.length} of ${total} expressions`);
  expect(total).toBeGreaterThan(50);
  expect(unreached).toEqual([]);
});
