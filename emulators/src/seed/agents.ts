import { createHash, randomBytes } from 'node:crypto';
import {
  type Agent,
  type AgentState,
  newAgent,
  newAgentState,
  type Registration,
} from '@farwatch/core/documents/agent';
import { AGENT } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import { markPresent, PRESENCE_SLOTS, type Presence } from '@farwatch/core/values/presence';
import { DAY_MS, WINDOW_MS } from '@farwatch/core/values/time';
import { isAway } from './past.ts';
import { SEED_GENERATION } from './past-steps.ts';
import { DEMO_AGENTS } from './scenario-table.ts';

export type SeededAgent = { id: string; agent: Agent; state: AgentState; registration: Registration; code: string };

/** The demo agents with a history of thirty days, before their registration. `counts`: endpoints by location, each
 * checked every ten minutes. */
export function seedAgents(
  ownerId: string,
  ownerIds: Record<string, string[]>,
  counts: Record<string, number>,
  nowMs: number,
): SeededAgent[] {
  return DEMO_AGENTS.map(({ id, location, name, description, absentSlots }) => {
    const code = `${id}-${randomBytes(16).toString('base64url')}`;
    const activatedAt = nowMs - 30 * DAY_MS;
    return {
      id,
      code,
      registration: {
        code,
        codeHash: createHash('sha256').update(code).digest('hex'),
        expiresAt: nowMs + AGENT.codeValidMs,
        usedAt: null,
        usedByKey: null,
      },
      agent: {
        ...newAgent({ ownerId, name, location, description }, activatedAt),
        endpointCount: counts[location] ?? 0,
        plannedChecks: counts[location] ?? 0,
        activatedAt,
        lastReportAt: nowMs,
      },
      state: {
        ...newAgentState(location),
        owners: generations(ownerIds[location] ?? []),
        presence: presence(location, absentSlots, nowMs),
      },
    };
  });
}

function generations(owners: string[]): Record<string, number> {
  return Object.fromEntries(owners.map((ownerId) => [ownerId, SEED_GENERATION]));
}

/** Present in every ten-minute slot of thirty days except those, counted back from now, and while it was away. */
function presence(location: LocationCode, absentSlots: number[], nowMs: number): Presence | null {
  let marked: Presence | null = null;
  for (let back = PRESENCE_SLOTS - 1; back >= 0; back -= 1) {
    const atMs = nowMs - back * WINDOW_MS;
    if (!absentSlots.includes(back) && !isAway(location, atMs, nowMs)) marked = markPresent(marked, atMs);
  }
  return marked;
}
