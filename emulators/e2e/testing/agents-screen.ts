import { createHash } from 'node:crypto';
import {
  type Agent,
  agentSchema,
  agentStateSchema,
  newAgentState,
  registrationSchema,
} from '@farwatch/core/documents/agent';
import { agentSample, CONDITION, DEVICE } from '@farwatch/core/testing/samples';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { getApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import type { Page } from 'playwright-core';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { type Account, database, makeAccount } from './accounts.ts';
import { buildPresence } from './agent-screen.ts';

/** An agent of an admin. */
export type AgentSeed = Partial<Agent> & {
  /** Whether it checked in at that time since its activation; never by default. */
  isPresentAt?: (atMs: number) => boolean;
};

/** Creates an admin's account. */
export async function makeAdmin(displayName = 'Ada Admin'): Promise<Account> {
  const account = await makeAccount(displayName);
  await getAuth(getApp()).setCustomUserClaims(account.uid, { role: 'admin' });
  return account;
}

/**
 * Adds agents for an admin as if they had registered and reported; nothing runs behind them, and they get no endpoints.
 * Returns their ids.
 */
export async function seedAgentList(
  admin: Account,
  given: readonly AgentSeed[],
  nowMs = Date.now(),
): Promise<string[]> {
  const documents = new SeedDocuments();
  const ids = given.map(({ isPresentAt, ...changes }, index) => {
    const id = `${admin.uid}a${index}`;
    // Nothing is assigned to a lost agent, and it has no endpoints that could move to another.
    const idle = { lost: true, abstainingSince: nowMs - HOUR_MS };
    const agent = agentSample({
      ownerId: admin.uid,
      lastReportAt: nowMs,
      activatedAt: nowMs - 40 * DAY_MS,
      ...idle,
      ...changes,
    });
    documents.put(agentSchema, `agents/${id}`, agent);
    const presence = isPresentAt ? buildPresence(agent.activatedAt ?? nowMs, isPresentAt, nowMs) : null;
    documents.put(agentStateSchema, `agentStates/${id}`, { ...newAgentState(agent.location), lost: true, presence });
    if (!agent.registered) putCode(documents, id, nowMs);
    return id;
  });
  await documents.write(database());
  return ids;
}

function putCode(documents: SeedDocuments, id: string, nowMs: number): void {
  const code = `code-of-${id}`;
  const codeHash = createHash('sha256').update(code).digest('hex');
  const registration = { code, codeHash, expiresAt: nowMs + DAY_MS, usedAt: null, usedByKey: null };
  documents.put(registrationSchema, `agents/${id}/private/registration`, registration);
}

/** Makes one agent in each state that the list shows. */
export function agentsInEachState(nowMs: number): AgentSeed[] {
  const unseen = { registered: false, activatedAt: null, lastReportAt: null, device: null, condition: null };
  const phone = { ...DEVICE, deviceName: 'Pixel 9', osName: 'Android', batteryPercent: 64, batteryCharging: true };
  const daily = (atMs: number) => atMs % DAY_MS > 5 * HOUR_MS || atMs % (40 * MINUTE_MS) < 20 * MINUTE_MS;
  return [
    {
      name: 'Taipei cabinet 7',
      description: 'Server room, second shelf',
      ipAddress: '203.0.113.7',
      lastReportAt: nowMs - 20_000,
      isPresentAt: () => true,
    },
    {
      name: 'Bangkok phone',
      location: 'th',
      device: { ...phone, batteryPercent: 18, batteryCharging: false },
      ipAddress: '198.51.100.23',
      lastReportAt: nowMs - 70_000,
      isPresentAt: daily,
    },
    {
      name: 'Bangkok café',
      location: 'th',
      device: { ...phone, appVersion: '0.0.9' },
      condition: { ...CONDITION, spoolOldestAt: nowMs - 25 * MINUTE_MS, clockOffsetMs: 95_000 },
      ipAddress: '2001:db8:85a3::8a2e:370:7334',
      lastReportAt: nowMs - 100_000,
      isPresentAt: daily,
    },
    {
      name: 'Dhaka office',
      location: 'bd',
      description: 'A rather long description of where it is, and of whom to call when it does not answer',
      device: { ...DEVICE, batteryPercent: 41, batteryCharging: false },
      condition: { ...CONDITION, abstaining: true, droppedChecks: 12 },
      lastReportAt: nowMs - 90_000,
      isPresentAt: (atMs) => atMs < nowMs - 8 * HOUR_MS && atMs % DAY_MS < 20 * HOUR_MS,
    },
    { name: 'Taipei spare', lastReportAt: nowMs - 3 * DAY_MS, ipAddress: '203.0.113.9', isPresentAt: () => false },
    { name: 'Taipei new', ...unseen, createdAt: nowMs - 5 * HOUR_MS },
  ];
}

/** The agents' table. */
export function table(page: Page) {
  return page.getByRole('table', { name: 'Agents', exact: true });
}

/** The names in the agents' table, in its order. */
export async function names(page: Page): Promise<string[]> {
  await table(page).getByRole('link').first().waitFor();
  return table(page).locator('tbody tr td:first-child a > span:first-child').allTextContents();
}

export function rowOf(page: Page, name: string) {
  return table(page).getByRole('row').filter({ hasText: name });
}
