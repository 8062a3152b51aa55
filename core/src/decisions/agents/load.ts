import { LIMITS } from '../../values/limits.ts';

/** What an agent has, or an assignment adds: endpoints, owners, and bytes of the agent's state document. */
export type Load = { endpoints: number; owners: number; bytes: number };

export const NO_LOAD: Load = { endpoints: 0, owners: 0, bytes: 0 };

/** Field names, numbers, and 32 bytes for each map; in addition to the owner's id in `owners` and in `verdicts`. */
const OWNER_BYTES = 119;
/** An endpoint's id of 20 letters and the numbers stored of its last verdict. */
const ENDPOINT_BYTES = 64;

/** Returns the load of these owners with this many endpoints in total. */
export function loadOf(ownerNames: readonly string[], endpoints: number): Load {
  const names = ownerNames.reduce((sum, name) => sum + name.length, 0);
  const bytes = 2 * names + OWNER_BYTES * ownerNames.length + ENDPOINT_BYTES * endpoints;
  return { endpoints, owners: ownerNames.length, bytes };
}

export function plus(a: Load, b: Load): Load {
  return { endpoints: a.endpoints + b.endpoints, owners: a.owners + b.owners, bytes: a.bytes + b.bytes };
}

export function minus(a: Load, b: Load): Load {
  return { endpoints: a.endpoints - b.endpoints, owners: a.owners - b.owners, bytes: a.bytes - b.bytes };
}

/** Whether a load is within one agent's budgets. */
export function isWithinBudget({ endpoints, owners, bytes }: Load): boolean {
  return endpoints <= LIMITS.endpointsPerAgent && owners <= LIMITS.ownersPerAgent && bytes <= LIMITS.stateBytesPerAgent;
}
