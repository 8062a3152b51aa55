import type { Monitor } from '@farwatch/core/documents/monitor';
import { moveDependencies, readDependency, withoutDependencies } from '@farwatch/core/values/dependency';
import { isSame } from '@farwatch/core/values/is-same';
import type { LocationCode } from '@farwatch/core/values/locations';
import { FieldValue } from 'firebase-admin/firestore';
import { splitIntoChunks } from '../../platform/db/attempt-each.ts';
import { monitors } from '../../platform/db/collections.ts';
import type { Reader, Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { fieldError } from '../../platform/http/errors.ts';
import { patchAssigned } from '../checks/patch-assigned.ts';
import type { EditedMonitor } from './current-state.ts';

/** The most values of `array-contains-any` in a query. */
const NAMES_AT_ONCE = 30;

const causeFields = monitors.pick('ownerId', 'order', 'dependsOn');
const dependentFields = monitors.pick('dependsOn', 'version', 'locations');

type Cause = Pick<Monitor, 'order' | 'dependsOn'>;
type Access = { reader: Reader; writer: Writer };

/**
 * Throws ApiError invalid for a new dependency that the owner does not have, and for a circle: of monitors that depend on
 * each other nobody would be notified.
 */
export async function refuseDependencies(
  run: Run,
  reader: Reader,
  { ownerId, monitorId }: EditedMonitor,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const added = after.filter((each) => !before.includes(each));
  const known = await readCauses(run, reader, ownerId, added);
  if (known.has(monitorId)) throw fieldError('dependsOn', 'a monitor cannot depend on itself, nor in a circle');
  for (const each of added) {
    const { monitorId: id, endpointId } = readDependency(each);
    const order = known.get(id)?.order ?? [];
    const exists = endpointId === null ? order.length > 0 : order.includes(endpointId);
    if (!exists) throw fieldError(`dependsOn.${after.indexOf(each)}`, `there is no monitor or endpoint ${each}`);
  }
}

/** Reads the monitors that these dependencies name, and those that these depend on, and so on. One that is gone has nothing. */
async function readCauses(
  run: Run,
  reader: Reader,
  ownerId: string,
  dependsOn: readonly string[],
): Promise<ReadonlyMap<string, Cause>> {
  const idsOf = (names: readonly string[]) => names.map((each) => readDependency(each).monitorId);
  const known = new Map<string, Cause>();
  for (let ids = new Set(idsOf(dependsOn)); ids.size > 0; ) {
    const refs = [...ids].map((id) => monitors.ref(run.db, id));
    const found = await causeFields.getAll(reader, ...refs);
    for (const [index, ref] of refs.entries()) {
      const read = found[index];
      known.set(ref.id, read?.ownerId === ownerId ? read : { order: [], dependsOn: [] });
    }
    const next = [...ids].flatMap((id) => idsOf(known.get(id)?.dependsOn ?? []));
    ids = new Set(next.filter((id) => !known.has(id)));
  }
  return known;
}

/** Takes what an edit deletes, endpoints or with them the monitor, from what other monitors depend on. */
export async function forgetDependencies(
  run: Run,
  access: Access,
  { ownerId, monitorId }: EditedMonitor,
  { endpointIds, isDeleted }: { endpointIds: readonly string[]; isDeleted: boolean },
): Promise<void> {
  const names = [...(isDeleted ? [monitorId] : []), ...endpointIds.map((id) => `${monitorId}/${id}`)];
  const gone = { monitorId, endpointIds: isDeleted ? null : new Set(endpointIds) };
  await changeDependents(run, access, { ownerId, names }, ({ dependsOn }) => withoutDependencies(dependsOn, gone));
}

/**
 * Has what depends on endpoints that move depend on them in their new monitor, unless that leads in a circle. Returns what
 * the new monitor itself depends on then; `own` is that before.
 */
export async function followMoved(
  run: Run,
  access: Access,
  ownerId: string,
  { from, to, endpointIds, own }: { from: string; to: string; endpointIds: readonly string[]; own: readonly string[] },
): Promise<string[]> {
  const names = endpointIds.map((id) => `${from}/${id}`);
  const moved = { monitorId: from, endpointIds: new Set(endpointIds) };
  const causes = await readCauses(run, access.reader, ownerId, own);
  await changeDependents(run, access, { ownerId, names }, ({ id, dependsOn }) => {
    if (id === to) return dependsOn;
    return causes.has(id) ? withoutDependencies(dependsOn, moved) : moveDependencies(dependsOn, moved, to);
  });
  return withoutDependencies(own, moved);
}

/**
 * Changes the lists of the owner's monitors that depend on one of these names, also for their agents. Whoever edits one of
 * the monitors meanwhile sees that it has changed.
 */
async function changeDependents(
  run: Run,
  { reader, writer }: Access,
  { ownerId, names }: { ownerId: string; names: readonly string[] },
  change: (dependent: { id: string; dependsOn: readonly string[] }) => readonly string[],
): Promise<void> {
  const own = monitors.collection(run.db).where('ownerId', '==', ownerId);
  const queries = splitIntoChunks(names, NAMES_AT_ONCE).map((some) =>
    own.where('dependsOn', 'array-contains-any', some),
  );
  const found = await Promise.all(queries.map((query) => dependentFields.find(query, reader)));
  const changed = new Map<string, string[]>();
  const locations = new Set<LocationCode>();
  for (const { id, dependsOn, version, locations: checkedFrom } of found.flat()) {
    const after = [...change({ id, dependsOn })];
    if (changed.has(id) || isSame(after, dependsOn)) continue;
    changed.set(id, after);
    for (const location of checkedFrom) locations.add(location);
    const update = monitors.toUpdate({ dependsOn: after, version: version + 1 });
    writer.update(monitors.ref(run.db, id), { ...update, updatedAt: FieldValue.serverTimestamp() });
  }
  await patchAssigned(run, { reader, writer }, { ownerId, locations }, (_id, { monitorId }) => {
    const dependsOn = changed.get(monitorId);
    return dependsOn ? { dependsOn } : {};
  });
}
