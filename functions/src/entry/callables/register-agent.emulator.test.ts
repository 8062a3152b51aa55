import { DEVICE } from '@farwatch/core/testing/samples';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashCode, newCode } from '../../domain/agents/codes.ts';
import { agentStates, agents, registrations } from '../../platform/db/collections.ts';
import { allDocuments } from '../../testing/documents.ts';
import { injectFault, resetProxy } from '../../testing/firestore-proxy.ts';
import { newKeyPair } from '../../testing/key-pair.ts';
import { readAssignment } from '../../testing/read-documents.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { registerAgent } from './register-agent.ts';

const ID = 'agent1';
let project: TestProject;
let code: string;

beforeEach(async () => {
  project = newTestProject();
  await seedProject(project, {
    monitors: [{ id: 'shop', locations: ['th'], endpoints: ['a', 'b'] }],
    agents: [{ id: ID, location: 'th' }],
  });
  const { db } = project.run(T0);
  const unused = { registered: false, activatedAt: null, lastReportAt: null, device: null, condition: null };
  await agents.ref(db, ID).update(agents.toUpdate(unused));
  await agentStates.ref(db, ID).update(agentStates.toUpdate({ publicKey: null }));
  code = await storeCode();
});
afterEach(() => project.close());

async function storeCode(): Promise<string> {
  const fresh = newCode(ID);
  const registration = { ...fresh, expiresAt: T0 + 24 * HOUR_MS, usedAt: null, usedByKey: null };
  await registrations.ref(project.run(T0).db, 'registration', ID).set(registrations.toDocument(registration));
  return fresh.code;
}

const call = (data: object, atMs = T0, { publicKey } = newKeyPair()) =>
  registerAgent(project.run(atMs), { code, publicKey, device: DEVICE, ...data });

it('gives the agent to the device, without assignments yet', async () => {
  const key = newKeyPair();
  expect(await call({}, T0 + MINUTE_MS, key)).toEqual({
    agentId: ID,
    name: ID,
    location: 'th',
    serverAt: T0 + MINUTE_MS,
  });
  const { db } = project.run(T0);
  expect(agents.read(await agents.ref(db, ID).get())).toMatchObject({
    registered: true,
    device: DEVICE,
    activatedAt: T0 + MINUTE_MS,
    lastReportAt: null,
    lost: false,
    endpointCount: 0,
  });
  expect(agentStates.read(await agentStates.ref(db, ID).get())).toMatchObject({
    publicKey: key.publicKey,
    tokenGeneration: 1,
    spool: null,
    seq: 0,
    lost: true,
    owners: {},
  });
  expect(await readAssignment(project, 'th')).toMatchObject({ agentId: null, generation: 1 });
  const registration = registrations.read(await registrations.ref(db, 'registration', ID).get());
  expect(registration).toMatchObject({ code: null, codeHash: hashCode(code), usedByKey: key.publicKey });
});

describe('a code', () => {
  it.each<[string, () => object]>([
    ['of an unknown agent', () => ({ code: code.replace(ID, 'agent2') })],
    ['with another secret', () => ({ code: newCode(ID).code })],
    ['without its secret', () => ({ code: `${ID}-` })],
    ['without its agent', () => ({ code: code.slice(code.indexOf('-')) })],
    ['with a path', () => ({ code: `../agents/${ID}-x` })],
    ['of one letter', () => ({ code: 'x' })],
  ])('%s is unknown', async (_, data) => {
    const before = await allDocuments(project);
    expect(await refusalOf(call(data()))).toEqual({ reason: 'code_unknown' });
    expect(await allDocuments(project)).toEqual(before);
  });

  it('is expired after a day', async () => {
    expect(await refusalOf(call({}, T0 + 24 * HOUR_MS + 1))).toEqual({ reason: 'code_expired' });
    expect(await refusalOf(call({}, T0 + 24 * HOUR_MS - 1))).toBeNull();
  });

  it('is used up by the first device, which may repeat it for ten minutes', async () => {
    const [first, second] = [newKeyPair(), newKeyPair()];
    await call({}, T0, first);
    const after = await allDocuments(project);
    expect(await refusalOf(call({}, T0 + MINUTE_MS, second))).toEqual({ reason: 'code_used' });
    expect(await refusalOf(call({}, T0 + 9 * MINUTE_MS, first))).toBeNull();
    expect(await allDocuments(project)).toEqual(after);
    expect(await refusalOf(call({}, T0 + 10 * MINUTE_MS, first))).toEqual({ reason: 'code_used' });
  });

  it('registers only one of two devices at the same time', async () => {
    const keys = [newKeyPair(), newKeyPair()];
    const outcomes = await Promise.all(keys.map((key) => refusalOf(call({}, T0, key))));
    expect(outcomes.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(outcomes.filter((refusal) => refusal?.reason === 'code_used')).toHaveLength(1);
    const winner = keys[outcomes.indexOf(null)];
    const state = agentStates.read(await agentStates.ref(project.run(T0).db, ID).get());
    expect(state?.publicKey).toBe(winner?.publicKey);
  });

  it('is not lost with a lost answer', async () => {
    const { publicKey } = newKeyPair();
    await resetProxy();
    await injectFault({ fault: 'lose', method: 'Commit', touching: '/registration' });
    const data = { code, publicKey, device: DEVICE };
    await registerAgent(project.viaProxy(T0), data).catch(() => {});
    expect(await registerAgent(project.run(T0 + 1), data)).toMatchObject({ agentId: ID });
    expect(await refusalOf(new TestAgent(ID).report(project.run(T0 + 2), {}))).toBeNull();
  });
});

it.each<[string, object]>([
  ['without a code', { code: undefined }],
  ['with a code of 201 letters', { code: 'x'.repeat(201) }],
  ['with a code that is a number', { code: 7 }],
  ['without a key', { publicKey: undefined }],
  ['with a key that is too short', { publicKey: 'short' }],
  ['without a device', { device: undefined }],
  ['with a malformed device', { device: { ...DEVICE, memoryUsage: 'much' } }],
  ['with a battery of 101 %', { device: { ...DEVICE, batteryPercent: 101 } }],
])('a call %s is malformed and changes nothing', async (_, data) => {
  const before = await allDocuments(project);
  expect(await refusalOf(call(data))).toEqual({ reason: 'malformed' });
  expect(await allDocuments(project)).toEqual(before);
});
