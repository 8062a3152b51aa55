import type { MonitorContent } from '@farwatch/core/contracts/api/monitors';
import { assignmentEdits, joinAssignmentEdits } from '@farwatch/core/decisions/monitors/assignment-edits';
import { accountPlan } from '@farwatch/core/decisions/monitors/check-budget';
import { monitorVersion } from '@farwatch/core/decisions/monitors/monitor-content';
import { clip } from '@farwatch/core/values/clip';
import { LIMITS } from '@farwatch/core/values/limits';
import { type MonitorTransition, trimTransitions } from '@farwatch/core/values/transition';
import { type Reader, readThenWrite, type Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { ApiError, fieldError } from '../../platform/http/errors.ts';
import { runSerially } from '../../platform/run-serially.ts';
import { enqueueUpdate } from '../pages/enqueue-update.ts';
import { moveOnPages, readPagesOf } from '../pages/forget-on-pages.ts';
import type { EndpointContext } from '../status/status-documents.ts';
import { type AssignmentTarget, readTarget } from './assignment-target.ts';
import { type CurrentState, readCurrentState } from './current-state.ts';
import { followMoved } from './dependents.ts';
import { requestConfirmations, withRevisions } from './edit-monitor.ts';
import { checkByServer, readServerChecks } from './server-checks.ts';
import { writeAccount, writeMonitor } from './write-edit.ts';

type Move = { from: string; to: string; endpointIds: readonly string[] };
type Known = CurrentState & { context: EndpointContext };

/**
 * Moves endpoints to another monitor of the same owner in one commit. They keep their ids, checks and history; their
 * votes and open incidents end, since the other monitor's locations decide. A repeated move has no effect. Throws
 * ApiError: not_found, invalid for a URL that the other monitor has, too_many_checks_planned, check_too_large, monitor_too_large.
 */
export async function moveEndpoints(run: Run, ownerId: string, move: Move): Promise<void> {
  if (move.from === move.to) throw fieldError('targetId', 'the endpoints’ own monitor');
  const { targets, slugs, due } = await runSerially(ownerId, () =>
    readThenWrite(run, (reader, writer) => moveIn(run, { reader, writer }, ownerId, move)),
  );
  await requestConfirmations(run, targets);
  await checkByServer(run, due);
  await enqueueUpdate(run, ownerId, slugs, { isWhole: true });
}

/** The edited assignments, the status pages that show one of the monitors, and what the server checks at once. */
type Moved = { targets: AssignmentTarget[]; slugs: string[]; due: string[] };

async function moveIn(
  run: Run,
  { reader, writer }: { reader: Reader; writer: Writer },
  ownerId: string,
  move: Move,
): Promise<Moved> {
  const [from, to] = await Promise.all([
    readMonitor(run, reader, ownerId, move.from),
    readMonitor(run, reader, ownerId, move.to),
  ]);
  const ids = move.endpointIds.filter((id) => !to.unmasked.has(id));
  if (ids.length === 0) return { targets: [], slugs: [], due: [] };
  if (ids.some((id) => !from.unmasked.has(id))) throw new ApiError('not_found');
  const moved = new Set(ids);
  const before = { from: contentOf(from), to: contentOf(to) };
  const [leaving, staying] = [true, false].map((isMoved) =>
    before.from.endpoints.filter(({ id }) => moved.has(id) === isMoved),
  );
  const { dependsOn: own } = before.to;
  const dependsOn = await followMoved(run, { reader, writer }, ownerId, { ...move, endpointIds: ids, own });
  const desired = {
    from: { ...before.from, endpoints: staying ?? [] },
    to: {
      ...before.to,
      dependsOn,
      endpoints: [...before.to.endpoints, ...(leaving ?? []).map((each) => ({ ...each, managedKey: null }))],
    },
  };
  refuseSameUrls(desired.to);
  const names = (leaving ?? []).map(({ name }) => name).join(', ');
  run.activity?.describe({ id: ids[0] ?? '', name: clip(names, LIMITS.nameLength) });
  const slugs = [from.context.monitor.pages, to.context.monitor.pages];
  const shown = await readPagesOf(run, reader, slugs[0] ?? []);
  const pages = moveOnPages(run, writer, shown, { endpointIds: moved, from: move.from, to: move.to });
  const source = withPages(withoutMoved(from, moved), pages.from);
  const target = withPages(withMoved(to, from, moved, move.to, run.nowMs), [...(slugs[1] ?? []), ...pages.to]);
  const edits = joinAssignmentEdits(
    assignmentEdits(move.from, withRevisions(from.unmasked, before.from), withRevisions(from.unmasked, desired.from)),
    assignmentEdits(move.to, withRevisions(to.unmasked, before.to), withRevisions(target.unmasked, desired.to)),
  );
  const owner = { id: ownerId, ...accountPlan(from.user) };
  const targets = await Promise.all(
    [...edits].map(([location, edit]) =>
      readTarget(run, reader, { owner, location }, edit, from.assignments.get(location) ?? null),
    ),
  );
  // Those that move are written with the other monitor only, which knows them from before the move.
  const writeServerChecks = {
    from: await readServerChecks(run, reader, from.unmasked, []),
    to: await readServerChecks(run, reader, target.unmasked, []),
  };
  const shared = { owner, targets, windows: [], moved, shown: new Map() };
  // As many endpoints as before, but maybe new assignments.
  writeAccount(run, writer, { ...shared, monitorId: move.from, current: from, desired: before.from });
  writeMonitor(run, writer, {
    ...shared,
    monitorId: move.from,
    current: source,
    desired: desired.from,
    writeServerChecks: writeServerChecks.from,
  });
  const { due } = writeMonitor(run, writer, {
    ...shared,
    monitorId: move.to,
    current: target,
    desired: desired.to,
    writeServerChecks: writeServerChecks.to,
  });
  return { targets, slugs: slugs.flat(), due };
}

function withPages(state: Known, slugs: readonly string[]): Known {
  const { context } = state;
  return { ...state, context: { ...context, monitor: { ...context.monitor, pages: [...new Set(slugs)] } } };
}

async function readMonitor(run: Run, reader: Reader, ownerId: string, monitorId: string): Promise<Known> {
  const state = await readCurrentState(run, reader, { ownerId, monitorId });
  if (!state.context) throw new ApiError('not_found');
  return { ...state, context: state.context };
}

function contentOf({ context, unmasked }: Known): MonitorContent {
  const { version: _, ...content } = monitorVersion(context.monitor, unmasked);
  return content;
}

/** The moved endpoints' secrets are no longer this monitor's to delete. */
function withoutMoved(from: Known, moved: ReadonlySet<string>): Known {
  return { ...from, unmasked: new Map([...from.unmasked].filter(([id]) => !moved.has(id))) };
}

/** The target as if it had the endpoints, with their part of the other monitor's last 25 h. */
function withMoved(to: Known, from: Known, moved: ReadonlySet<string>, monitorId: string, nowMs: number): Known {
  const taken = (endpoints: CurrentState['unmasked']) =>
    [...endpoints].flatMap(([id, endpoint]) =>
      moved.has(id) ? [[id, { ...endpoint, monitorId, rev: endpoint.rev + 1 }] as const] : [],
    );
  const past = from.context.monitor.transitions.filter(({ endpoint }) => moved.has(endpoint));
  return {
    ...to,
    unmasked: new Map([...to.unmasked, ...taken(from.unmasked)]),
    context: {
      ...to.context,
      endpoints: new Map([...to.context.endpoints, ...taken(from.context.endpoints)]),
      incidents: new Map([...to.context.incidents, ...from.context.incidents]),
      monitor: { ...to.context.monitor, transitions: joined(to.context.monitor.transitions, past, nowMs) },
    },
  };
}

function joined(own: MonitorTransition[], others: MonitorTransition[], nowMs: number): MonitorTransition[] {
  return trimTransitions(own, others, nowMs, LIMITS.transitionsPerMonitor).sort((a, b) => a.at - b.at);
}

function refuseSameUrls({ endpoints }: MonitorContent): void {
  const urls = endpoints.map(({ url }) => url);
  if (new Set(urls).size < urls.length) throw fieldError('endpointIds', 'the other monitor has the same URL');
}
