import { rm } from 'node:fs/promises';
import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import { toAssignedUrl } from '@farwatch/core/values/assigned-url';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { AGENT_ID, makeAgentFolder, PROJECT_ID } from './agent-program.ts';
import { type Fault, startCheckInServer } from './check-in-server.ts';
import { startFirestoreListen } from './firestore-listen.ts';

const GENERATION = 1;

export type FakeBackendOptions = {
  /** The URLs to check, by endpoint, by owner. */
  owners: Record<string, Record<string, string>>;
  intervalSec: number;
  /** How an endpoint is checked, by its id and number among its owner's; a plain GET if left out. */
  checkOf?: (endpoint: string, index: number) => HttpCheck | null;
  nextFault?: () => Fault | null;
  onReport?: (report: CheckInInput) => void;
  onApplied?: (report: CheckInInput) => void;
};

export type FakeBackend = {
  /** The folder of an agent that is registered here. */
  folder: string;
  /** Requests an immediate check, as the agent's command does. */
  requestCheck(endpoint: string): void;
  close(): Promise<void>;
};

/** The parts of the server that an agent's program needs: sign-in, assignments, its command, and check-ins. */
export async function startFakeBackend(options: FakeBackendOptions): Promise<FakeBackend> {
  const { owners, nextFault = () => null, onReport = () => {}, onApplied = () => {} } = options;
  const generations = Object.fromEntries(Object.keys(owners).map((ownerId) => [ownerId, GENERATION]));
  const server = await startCheckInServer({ generations, nextFault, onReport, onApplied });
  const listen = await startFirestoreListen(PROJECT_ID, assignmentsOf(options));
  const folder = await makeAgentFolder(`127.0.0.1:${server.port}`, listen.host);
  const close = async () => {
    await Promise.all([server.close(), listen.close()]);
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, requestCheck: listen.requestCheck, close };
}

function assignmentsOf({ owners, intervalSec, checkOf = () => null }: FakeBackendOptions) {
  const vote = { agentId: AGENT_ID, generation: GENERATION, live: true, liveSeq: 1, changedAt: 1 };
  const assignmentOf = ([ownerId, urls]: [string, Record<string, string>]) => {
    const all = Object.entries(urls);
    const endpoints = all.map(([id, typed], index) => {
      const check = checkOf(id, index);
      const target = { url: toAssignedUrl(typed, check), ...(check && { check }) };
      return [id, { ...target, name: id, group: 'shop', monitorId: 'm1', rev: 0 }];
    });
    const assignment = { location: 'tw', ownerId, ...vote, intervalSec, count: all.length };
    return [`assignments/tw_${ownerId}`, { ...assignment, endpoints: Object.fromEntries(endpoints) }];
  };
  return Object.fromEntries(Object.entries(owners).map(assignmentOf));
}
