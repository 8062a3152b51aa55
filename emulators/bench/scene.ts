import {
  type AgentState,
  agentSchema,
  agentStateSchema,
  newAgent,
  newAgentState,
  type VerdictMemory,
} from '@farwatch/core/documents/agent';
import { windowId, windowSchema } from '@farwatch/core/documents/window';
import { packChecks } from '@farwatch/core/values/pack';
import type { CheckPhases } from '@farwatch/core/values/phases';
import { DAY_MS, HOUR_MS, hourStart, WINDOW_MS } from '@farwatch/core/values/time';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { SeedDocuments } from '../src/seed/documents.ts';

/** The most endpoints that an agent may have, of owners with the most that one may have. */
const OWNERS = Array.from({ length: 25 }, (_, index) => `owner-of-two-hundred-no-${index}`.padEnd(28, 'x'));
const ENDPOINTS = 200;

export const agentOf = (index: number) => `bench${index}`;
export const endpointsOf = (ownerId: string) =>
  Array.from({ length: ENDPOINTS }, (_, index) => `${OWNERS.indexOf(ownerId)}e${index}`.padEnd(20, 'y'));
export const ownersOf = () => OWNERS;

/** Fills an emulator with full agents that have an hour of checks, the hour before the running one. */
export async function seedScene(projectId: string, agents: number, nowMs: number): Promise<void> {
  const app = initializeApp({ projectId }, 'bench');
  // An agent at a time: the emulator never answers a commit of more than 10 MB.
  for (let index = 0; index < agents; index += 1) {
    const documents = new SeedDocuments();
    putAgent(documents, agentOf(index), nowMs);
    await documents.write(getFirestore(app));
  }
  await deleteApp(app);
}

function putAgent(documents: SeedDocuments, id: string, nowMs: number): void {
  const input = { ownerId: 'admin', name: id, location: 'tw' as const, description: '' };
  const agent = {
    ...newAgent(input, nowMs - DAY_MS),
    registered: true,
    activatedAt: nowMs - DAY_MS,
    lastReportAt: nowMs,
  };
  documents.put(agentSchema, `agents/${id}`, agent);
  documents.put(agentStateSchema, `agentStates/${id}`, stateOf(nowMs));
  const hourAt = hourStart(nowMs) - HOUR_MS;
  for (let windowAt = hourAt; windowAt < hourAt + HOUR_MS; windowAt += WINDOW_MS) {
    const checks = Object.fromEntries(
      OWNERS.map((ownerId) => [ownerId, { 1: packChecks(checksOf(ownerId, windowAt), windowAt) }]),
    );
    const window = { agentId: id, location: 'tw' as const, windowAt, expireAt: nowMs + DAY_MS, checks };
    documents.put(windowSchema, `windows/${windowId(id, windowAt)}`, window);
  }
}

function stateOf(nowMs: number): AgentState {
  const memory: VerdictMemory = [1, nowMs - WINDOW_MS, 120, 0];
  const memories = (ownerId: string) => Object.fromEntries(endpointsOf(ownerId).map((id) => [id, memory]));
  return {
    ...newAgentState('tw'),
    publicKey: 'key',
    owners: Object.fromEntries(OWNERS.map((ownerId) => [ownerId, 1])),
    verdicts: Object.fromEntries(OWNERS.map((ownerId) => [ownerId, { generation: 1, endpoints: memories(ownerId) }])),
  };
}

/** A check of each of an owner's endpoints, spread over the window that starts then. */
export function checksOf(ownerId: string, windowAt: number) {
  return endpointsOf(ownerId).map((endpoint, index) => ({
    endpoint,
    at: windowAt + index * 2000,
    ms: 100 + index,
    statusCode: 200,
    error: null,
    phases: [3, 20, 30, 40 + index, 7] satisfies CheckPhases,
  }));
}
