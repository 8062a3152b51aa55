import { MINUTE_MS } from '@farwatch/core/values/time';
import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentStates } from '../../platform/db/collections.ts';
import { exchangeToken } from '../../testing/api/sign-in.ts';
import { type KeyPair, newKeyPair } from '../../testing/key-pair.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { agentToken, agentUid } from './agent-token.ts';

const ID = 'agent1';
const auth = getAuth(initializeApp({ projectId: 'demo-farwatch' }, 'agent-token-test'));
let project: TestProject;
let key: KeyPair;

beforeEach(async () => {
  project = newTestProject();
  key = newKeyPair();
  await seedProject(project, { agents: [{ id: ID, location: 'tw' }] });
  await agentStates.ref(project.run(T0).db, ID).update({ publicKey: key.publicKey, tokenGeneration: 4 });
});
afterEach(() => project.close());

const call = (changes: object = {}, nowMs = T0) =>
  agentToken(project.run(nowMs), auth, '192.0.2.1', { agentId: ID, at: T0, signature: key.sign(ID, T0), ...changes });

it('exchanges a signature for a token with which the agent signs in', async () => {
  const { token, serverAt, seenAs } = await call();
  expect({ serverAt, seenAs }).toEqual({ serverAt: T0, seenAs: '192.0.2.1' });
  const idToken = await exchangeToken(token);
  expect(await auth.verifyIdToken(idToken)).toMatchObject({ uid: agentUid(ID, 4), agent: ID, tokenGeneration: 4 });
});

describe('refused', () => {
  it.each<[string, () => object, string]>([
    ['another key', () => ({ signature: newKeyPair().sign(ID, T0) }), 'reset'],
    ['a signature of another time', () => ({ signature: key.sign(ID, T0 - 1) }), 'reset'],
    ['a signature for another agent', () => ({ signature: key.sign('agent2', T0) }), 'reset'],
    ['a malformed signature', () => ({ signature: '='.repeat(88) }), 'reset'],
    ['an unknown agent', () => ({ agentId: 'agent2', signature: key.sign('agent2', T0) }), 'deleted'],
    ['an agent id with a path', () => ({ agentId: 'a/b' }), 'malformed'],
    ['no time', () => ({ at: undefined }), 'malformed'],
    ['a negative time', () => ({ at: -1 }), 'malformed'],
    ['a signature of one letter', () => ({ signature: 'x' }), 'malformed'],
  ])('%s', async (_, changes, reason) => {
    expect(await refusalOf(call(changes()))).toEqual({ reason });
  });

  it.each([1, -1])('a clock that is off by more than five minutes, with the server’s time', async (sign) => {
    expect(await refusalOf(call({}, T0 + sign * 5 * MINUTE_MS))).toBeNull();
    const nowMs = T0 + sign * (5 * MINUTE_MS + 1);
    expect(await refusalOf(call({}, nowMs))).toEqual({ reason: 'clock', serverAt: nowMs });
  });

  it('a device that was reset', async () => {
    await agentStates.ref(project.run(T0).db, ID).update({ publicKey: null, tokenGeneration: 5 });
    expect(await refusalOf(call())).toEqual({ reason: 'reset' });
  });

  it('the device of an agent that is being deleted', async () => {
    await agentStates.ref(project.run(T0).db, ID).update({ publicKey: null, tokenGeneration: 5, deleting: true });
    expect(await refusalOf(call())).toEqual({ reason: 'deleted' });
  });

  it('an agent whose stored key is invalid', async () => {
    await agentStates.ref(project.run(T0).db, ID).update({ publicKey: 'k'.repeat(60) });
    expect(await refusalOf(call())).toEqual({ reason: 'reset' });
  });
});
