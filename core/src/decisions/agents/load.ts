import { LIMITS } from '../../values/limits.ts';

/**
 * What an agent has, or an assignment adds: endpoints, their planned checks in ten minutes, owners, and bytes of the
 * agent's state document.
 */
export type Load = { endpoints: number; checks: number; owners: number; bytes: number };

export const NO_LOAD: Load = { endpoints: 0, checks: 0, owners: 0, bytes: 0 };

/** Field names, numbers, and 32 bytes for each map; in addition to the owner's id in `owners` and in `verdicts`. */
const OWNER_BYTES = 119;
/** An endpoint's id of 20 letters and the numbers stored of its last verdict. */
const ENDPOINT_BYTES = 64;

/** Returns the load of these owners with this many endpoints and planned checks in total. */
export function loadOf(ownerNames: readonly string[], endpoints: number, checks: number): Load {
  const names = ownerNames.reduce((sum, name) => sum + name.length, 0);
  const bytes = 2 * names + OWNER_BYTES * ownerNames.length + ENDPOINT_BYTES * endpoints;
  return { endpoints, checks, owners: ownerNames.length, bytes };
}

export function plus(a: Load, b: Load): Load {
  return combine(a, b, (x, y) => x + y);
}

export function minus(a: Load, b: Load): Load {
  return combine(a, b, (x, y) => x - y);
}

function combine(a: Load, b: Load, combined: (x: number, y: number) => number): Load {
  return {
    endpoints: combined(a.endpoints, b.endpoints),
    checks: combined(a.checks, b.checks),
    owners: combined(a.owners, b.owners),
    bytes: combined(a.bytes, b.bytes),
  };
}

/** Whether a load is within one agent's budgets. */
export function isWithinBudget({ endpoints, checks, owners, bytes }: Load): boolean {
  const { endpointsPerAgent, checksPerAgent, ownersPerAgent, stateBytesPerAgent } = LIMITS;
  return (
    endpoints <= endpointsPerAgent &&
    checks <= checksPerAgent &&
    owners <= ownersPerAgent &&
    bytes <= stateBytesPerAgent
  );
}
