import { isWithinBudget, loadOf } from '@farwatch/core/decisions/agents/load';
import { newAgentState, type OwnerMemory } from '@farwatch/core/documents/agent';
import { LIMITS } from '@farwatch/core/values/limits';
import { PRESENCE_SLOTS } from '@farwatch/core/values/presence';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import { afterAll, expect, it } from 'vitest';
import { agentStates } from '../../platform/db/collections.ts';
import { newTestProject, T0 } from '../../testing/test-project.ts';

const project = newTestProject();
afterAll(() => project.close());

const named = (index: number, letters: number) => `${index}`.padStart(letters, 'x');
const every = <T>(names: string[], of: (name: string) => T) =>
  Object.fromEntries(names.map((name) => [name, of(name)]));

/** The largest state: as many current and previous owners, and endpoints, as allowed. */
function mostLoaded(letters: number) {
  const mostOwners = Array.from({ length: LIMITS.ownersPerAgent }, (_, index) => named(index, letters));
  const fits = (count: number) =>
    isWithinBudget(
      loadOf(
        mostOwners.slice(0, count).map((name) => `tw_${name}`),
        LIMITS.endpointsPerAgent,
        LIMITS.endpointsPerAgent,
      ),
    );
  const owners = mostOwners.filter((_, index) => fits(index + 1));
  const perOwner = Math.ceil(LIMITS.endpointsPerAgent / owners.length);
  const memory: OwnerMemory = {
    generation: 1,
    endpoints: every(
      Array.from({ length: perOwner }, (_, index) => named(index, 20)),
      () => [1, T0, 120, T0],
    ),
  };
  const previous = Array.from({ length: LIMITS.previousOwnersPerAgent }, (_, index) => named(index + 9000, letters));
  const hours = Array.from({ length: (8 * DAY_MS) / HOUR_MS }, (_, index) => String(T0 - index * HOUR_MS));
  const counts = { windowAt: T0, owners: every(owners.slice(0, 32), () => LIMITS.checksPerWindow) };
  return {
    ...newAgentState('tw'),
    publicKey: 'k'.repeat(60),
    spool: 's'.repeat(40),
    previousSpools: Array.from({ length: 5 }, () => 's'.repeat(40)),
    owners: every(owners, () => 1),
    verdicts: every(owners, () => memory),
    previousOwners: every(previous, () => ({ generation: 1, endedAt: T0 })),
    presence: { lastSlot: 1, bits: '0'.repeat(PRESENCE_SLOTS / 4) },
    windowCounts: { live: counts, backfill: counts },
    dirtyHours: every(hours, () => ({ agentSeq: 1, leaseUntil: T0 })),
    dirtyAt: T0,
  };
}

it.each([28, 128])(
  'the state of an agent within its budgets fits in a document, with owner names of %i letters',
  async (letters) => {
    const { db } = project.run(T0);
    const ref = agentStates.ref(db, `agent${letters}`);
    const state = mostLoaded(letters);
    await ref.create(agentStates.toDocument(state));
    // Leaves space for future fields.
    await ref.update({ padding: 'x'.repeat(10_000) });
    await expect(ref.update({ padding: 'x'.repeat(1_048_576) })).rejects.toThrow();
  },
);
