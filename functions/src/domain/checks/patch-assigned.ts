import { type AssignedEndpoint, assignmentId } from '@farwatch/core/documents/assignment';
import type { LocationCode } from '@farwatch/core/values/locations';
import { assignments } from '../../platform/db/collections.ts';
import type { Reader, Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';

const endpointsField = assignments.pick('endpoints');

/**
 * Changes the fields that `changesOf` returns of each endpoint in an owner's assignments at these locations, one write
 * for each assignment that changes. Reads before it writes, as a transaction requires.
 */
export async function patchAssigned(
  run: Run,
  { reader, writer }: { reader: Reader; writer: Writer },
  { ownerId, locations }: { ownerId: string; locations: Iterable<LocationCode> },
  changesOf: (id: string, endpoint: AssignedEndpoint, location: LocationCode) => Partial<AssignedEndpoint>,
): Promise<void> {
  const places = [...locations].map((location) => {
    return { location, ref: assignments.ref(run.db, assignmentId(location, ownerId)) };
  });
  if (places.length === 0) return;
  const found = await endpointsField.getAll(reader, ...places.map(({ ref }) => ref));
  for (const [index, { location, ref }] of places.entries()) {
    const fields = Object.entries(found[index]?.endpoints ?? {}).flatMap(([id, endpoint]) =>
      Object.entries(changesOf(id, endpoint, location)).map(
        ([name, value]) => [`endpoints.${id}.${name}`, value] as const,
      ),
    );
    if (fields.length === 0) continue;
    writer.update(ref, { ...assignments.toUpdate({ changedAt: run.nowMs }), ...Object.fromEntries(fields) });
  }
}
