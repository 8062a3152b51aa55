import type { IncidentsQuery } from '@farwatch/core/contracts/api/incidents';
import { type IncidentSpan, spanProblem } from '@farwatch/core/decisions/incidents/incident-span';
import { type IncidentFilter, rangeStart } from '@farwatch/core/decisions/incidents/select-incidents';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import { isSameTag } from '@farwatch/core/values/tags';
import { monitors } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { fieldError } from '../../../platform/http/errors.ts';

/** What a query of incidents selects. */
export type IncidentSelection = { span: IncidentSpan; filter: IncidentFilter };

/** Throws ApiError invalid if its range is impossible. Reads the owner's monitors only for a tag. */
export async function readSelection(run: Run, ownerId: string, query: IncidentsQuery): Promise<IncidentSelection> {
  const span = spanOf(query, run.nowMs);
  const { status, location, severity, search, assigneeId = null } = query;
  const monitorIds = await readMonitorIds(run, ownerId, query);
  return { span, filter: { status, location, severity, monitorIds, assigneeId, search } };
}

const PROBLEMS = {
  reversed: 'not later than from',
  future: 'in the future',
  tooLong: 'more than 400 days before the end',
} as const;

function spanOf({ timeRange, from, to }: IncidentsQuery, nowMs: number): IncidentSpan {
  if (from === undefined && to === undefined) return { fromMs: rangeStart(timeRange, nowMs), toMs: null };
  if (from === undefined) throw fieldError('from', 'needed with to');
  const span = { fromMs: Date.parse(from), toMs: to === undefined ? null : Date.parse(to) };
  const found = spanProblem(span, nowMs);
  if (found) throw fieldError(found.field, PROBLEMS[found.problem]);
  return span;
}

const tagged = monitors.pick('tags');

async function readMonitorIds(
  run: Run,
  ownerId: string,
  { monitorId, tag }: IncidentsQuery,
): Promise<ReadonlySet<string> | null> {
  if (tag === undefined) return monitorId === undefined ? null : new Set([monitorId]);
  const own = monitors.collection(run.db).where('ownerId', '==', ownerId).limit(LIST_LIMITS.byPerson);
  const found = await tagged.find(own);
  const withTag = found.filter(({ tags }) => tags.some((each) => isSameTag(each, tag))).map(({ id }) => id);
  return new Set(withTag.filter((id) => monitorId === undefined || id === monitorId));
}
