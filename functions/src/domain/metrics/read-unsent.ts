import type { MetricPush } from '@farwatch/core/documents/metric-push';
import { windowId } from '@farwatch/core/documents/window';
import type { Check } from '@farwatch/core/values/check';
import type { LocationCode } from '@farwatch/core/values/locations';
import { unpackChecks } from '@farwatch/core/values/pack';
import { WINDOW_MS, windowStart } from '@farwatch/core/values/time';
import { windows } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';

/** An owner's checks of one report. */
export type OwnReport = { agentId: string; location: LocationCode; agentSeq: number; checks: () => Check[] };

/** The agents whose reports may not be pushed yet, with the newest report that is. */
export type PushedAgents = MetricPush['pushed'];

/**
 * Reads an owner's reports that are not pushed yet, from the windows since `fromMs`: a document for each agent and ten
 * minutes. Those of an agent are in order; agents take turns by time.
 */
export async function readUnsent(
  run: Run,
  ownerId: string,
  agents: PushedAgents,
  fromMs: number,
): Promise<OwnReport[]> {
  const first = windowStart(fromMs);
  const count = Math.max(0, (windowStart(run.nowMs) - first) / WINDOW_MS + 1);
  const keys = Object.entries(agents).flatMap(([agentId, { location, agentSeq }]) =>
    Array.from({ length: count }, (_, index) => ({ agentId, location, agentSeq, windowAt: first + index * WINDOW_MS })),
  );
  if (keys.length === 0) return [];
  const refs = keys.map(({ agentId, windowAt }) => windows.ref(run.db, windowId(agentId, windowAt)));
  const found = await windows.getEntries(run.db, refs, 'checks', ownerId);
  const reports = keys.flatMap(({ agentId, location, agentSeq: pushed, windowAt }, index) =>
    Object.entries(found[index] ?? {})
      .map(([seq, packed]) => ({ agentId, location, agentSeq: Number(seq), windowAt, packed }))
      .filter(({ agentSeq }) => agentSeq > pushed),
  );
  // Late checks are in an earlier window than the reports before them.
  const latest = new Map<string, number>();
  const inOrder = reports
    .sort((one, other) => one.agentSeq - other.agentSeq)
    .map(({ windowAt, packed, ...report }) => {
      const turnAt = Math.max(windowAt, latest.get(report.agentId) ?? 0);
      latest.set(report.agentId, turnAt);
      return { ...report, turnAt, checks: () => unpackChecks(packed, windowAt) };
    });
  return inOrder.sort((one, other) => one.turnAt - other.turnAt).map(({ turnAt: _, ...report }) => report);
}
