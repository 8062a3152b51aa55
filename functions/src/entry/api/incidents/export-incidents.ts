import { type ExportedIncident, incidentCalls } from '@farwatch/core/contracts/api/incidents';
import { downtimeOf } from '@farwatch/core/decisions/incidents/incident-downtime';
import type { IncidentSpan } from '@farwatch/core/decisions/incidents/incident-span';
import { selectIncidents } from '@farwatch/core/decisions/incidents/select-incidents';
import type { Incident } from '@farwatch/core/documents/incident';
import { SECOND_MS } from '@farwatch/core/values/time';
import { route } from '../../../platform/http/route.ts';
import { incidentEntry } from './incident-entry.ts';
import { listParts, type PartCursor, parseIncidents, readAfter, startOf } from './incident-query.ts';
import { readSelection } from './incident-selection.ts';

/** Documents that one part of an export reads. */
const PART_SIZE = 300;

export const exportIncidents = route(incidentCalls.export, {
  run: async (run, caller, { query }) => {
    const selection = await readSelection(run, caller.accountId, query);
    const parts = listParts(run, caller.accountId, selection);
    let { index, after } = placeOf(query.after);
    const documents = [];
    let next: string | null = null;
    for (; index < parts.length && next === null; index += 1) {
      const left = PART_SIZE - documents.length;
      const found = await readAfter(parts[index] ?? [], after, left);
      documents.push(...found);
      const last = found.at(-1);
      if (last !== undefined && found.length === left) next = `${index}-${startOf(last)}-${last.id}`;
      after = null;
    }
    const selected = selectIncidents(parseIncidents(documents), selection.filter);
    return { data: selected.map(({ id, ...each }) => exportedIncident(id, each, selection.span, run.nowMs)), next };
  },
});

/** Where a part continues: in which part of the list, and after which incident. */
function placeOf(after: string | undefined): { index: number; after: PartCursor | null } {
  if (after === undefined) return { index: 0, after: null };
  const [index, triggeredAtMs, ...id] = after.split('-');
  return { index: Number(index), after: { triggeredAtMs: Number(triggeredAtMs), id: id.join('-') } };
}

function exportedIncident(id: string, incident: Incident, span: IncidentSpan, nowMs: number): ExportedIncident {
  const { updates: _, ...entry } = incidentEntry(id, incident);
  const { downMs, outages } = downtimeOf([incident], span, nowMs);
  const downtimeSec = Math.round(downMs / SECOND_MS);
  return { ...entry, outages, downtimeSec, maintenance: incident.maintenance?.name ?? null };
}
