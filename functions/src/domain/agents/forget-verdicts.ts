import { FieldValue } from 'firebase-admin/firestore';
import { agentStates } from '../../platform/db/collections.ts';
import { isMissing } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';

/**
 * Forgets an agent's verdicts on endpoints that it no longer has: they were in flight when the endpoints were removed
 * and would fill its state. If an endpoint is assigned again, its next verdict is a change, as for any new endpoint.
 */
export async function forgetVerdicts(
  run: Run,
  agentId: string,
  ownerId: string,
  endpointIds: readonly string[],
): Promise<void> {
  if (endpointIds.length === 0) return;
  const paths = endpointIds.flatMap((id) =>
    ['endpoints', 'withdrawn'].map((kind) => `verdicts.${ownerId}.${kind}.${id}`),
  );
  const fields = paths.map((path) => [path, FieldValue.delete()] as const);
  try {
    await agentStates.ref(run.db, agentId).update(Object.fromEntries(fields));
  } catch (error) {
    if (!isMissing(error)) throw error; // with the agent all is gone
  }
}
