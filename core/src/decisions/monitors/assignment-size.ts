import type { AssignedEndpoint, Assignment } from '../../documents/assignment.ts';
import { featuresFor } from '../../values/check-features.ts';
import { LIMITS } from '../../values/limits.ts';
import type { AssignmentEdit } from './assignment-edits.ts';
import { plannedChecks } from './check-budget.ts';

type Assigned = Readonly<Record<string, AssignedEndpoint>>;

/** What an assignment stores about its endpoints, so that planning need not read them. */
export type AssignmentSize = Pick<Assignment, 'count' | 'plannedChecks' | 'features'>;

/** Returns the endpoints of an assignment after an edit. */
export function endpointsAfter(before: Assigned, { put, remove }: Pick<AssignmentEdit, 'put' | 'remove'>): Assigned {
  const removed = new Set(remove);
  return { ...Object.fromEntries(Object.entries(before).filter(([id]) => !removed.has(id))), ...put };
}

/** Returns the size of an assignment whose endpoints have the account's interval unless their own is set. */
export function assignmentSize(endpoints: Assigned, accountIntervalSec: number): AssignmentSize {
  const list = Object.values(endpoints);
  const groups = list.map(({ intervalSec = null }) => ({ count: 1, intervalSec }));
  return {
    count: list.length,
    plannedChecks: plannedChecks(groups, accountIntervalSec),
    features: [...new Set(list.flatMap(({ url, check = null }) => featuresFor({ url, check })))],
  };
}

/** Whether an assignment is too large for a document after an edit, and larger than before. */
export function isTooLarge(before: Assigned, after: Assigned): boolean {
  const bytes = bytesOf(after);
  return bytes > LIMITS.assignmentBytes && bytes > bytesOf(before);
}

/** Returns the endpoint with the largest check, and the name of its largest option; null if none has a check. */
export function largestCheck(endpoints: Assigned): { id: string; option: string } | null {
  const options = Object.entries(endpoints).flatMap(([id, { check }]) =>
    Object.entries(check ?? {}).map(([option, value]) => ({ id, option, bytes: bytesOf(value) })),
  );
  const sums = Map.groupBy(options, ({ id }) => id);
  const bytesOfCheck = (id: string) => (sums.get(id) ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
  const [largest] = options.sort((a, b) => bytesOfCheck(b.id) - bytesOfCheck(a.id) || b.bytes - a.bytes);
  return largest ? { id: largest.id, option: largest.option } : null;
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? '').length;
}
