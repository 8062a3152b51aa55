import type { AccountRole } from '@farwatch/core/values/account';
import type { Language } from '@farwatch/core/values/languages';
import type { ScheduledJobName } from '@farwatch/core/values/scheduled-jobs';
import type { Database } from '../firestore/database.ts';

export type Run = { db: Database; nowMs: number; tasks: unknown; auth: unknown };
export type Work = (run: Run) => Promise<unknown>;
type Route = { answer(run: Run, caller: unknown, raw: unknown): Promise<unknown> };
export type Caller = {
  uid: string;
  accountId: string;
  email: string;
  displayName: string;
  role: 'admin' | 'user';
  accountRole: AccountRole;
  memberOf: Record<string, never>;
  language: Language;
  timeZone: string;
  key: null;
};

/** A request to a function, as Cloud Functions passes it on. */
type Incoming = { url: string; method: string; rawBody: Buffer };
type Outgoing = { writeHead(status: number): void; end(): void };
export type PingHandler = (request: Incoming, response: Outgoing) => Promise<void>;

/** The functions' exports that a world uses. */
export type Functions = {
  [name in 'checkIn' | 'agentToken' | 'registerAgent']: (run: Run, ...args: unknown[]) => Promise<unknown>;
} & {
  [name in 'notifyOwner' | 'updatePages']: (run: Run, input: unknown, clock: unknown) => Promise<void>;
} & {
  [name in 'removeMonitor' | 'rollAgentHour' | 'buildHistory' | 'summarizeOwner' | 'refreshMaintenance']: (
    run: Run,
    input: unknown,
  ) => Promise<void>;
} & {
  answerAgentCall(call: () => Promise<unknown>): Promise<unknown>;
  drain(run: Run, agentId: string): Promise<void>;
  pingHandler(newRun: () => Run): PingHandler;
  JOBS: Record<ScheduledJobName, { run(run: Run): Promise<void> }>;
  changeNotifications(run: Run, caller: Caller, change: (stored: object) => object): Promise<unknown>;
} & { [name in RouteName]: Route };
export type RouteName =
  | 'createMonitor'
  | 'replaceMonitor'
  | 'deleteMonitor'
  | 'pauseMonitor'
  | 'pauseEndpoint'
  | 'putMonitorSettings'
  | 'createAgent'
  | 'deleteAgent'
  | 'resetAgent'
  | 'acknowledgeIncidents'
  | 'unacknowledgeIncidents'
  | 'snoozeIncidents'
  | 'createWindow'
  | 'endOccurrence'
  | 'createRotation'
  | 'overrideRotation'
  | 'getEndpointHistory'
  | 'getMonitorUptime';
