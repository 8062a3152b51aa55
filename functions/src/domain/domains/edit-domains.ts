import { planDomain } from '@farwatch/core/decisions/domains/plan-domain';
import type { Domain } from '@farwatch/core/documents/domain';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { isDomain } from '@farwatch/core/values/check-types/domain';
import { isSame } from '@farwatch/core/values/is-same';
import { domains } from '../../platform/db/collections.ts';
import type { Reader, Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';

/** The domains of a monitor before an edit, by endpoint. */
export type KnownDomains = ReadonlyMap<string, Domain>;

/** Reads the domains of a monitor's endpoints; nothing if it has none. */
export async function readDomains(
  run: Run,
  reader: Reader,
  endpoints: ReadonlyMap<string, Endpoint>,
): Promise<KnownDomains> {
  const ids = [...endpoints].flatMap(([id, { url }]) => (isDomain(url) ? [id] : []));
  const before = new Map<string, Domain>();
  if (ids.length === 0) return before;
  for (const document of await reader.getAll(...ids.map((id) => domains.ref(run.db, id)))) {
    const domain = domains.read(document);
    if (domain) before.set(document.id, domain);
  }
  return before;
}

/**
 * Writes the domains of a monitor after an edit, and deletes those of endpoints that are no longer domains. `kept`:
 * endpoints that move to another monitor, which writes their domains. Returns those whose registry is to be queried now.
 */
export function writeDomains(
  run: Run,
  writer: Writer,
  before: KnownDomains,
  after: ReadonlyMap<string, Endpoint>,
  kept: ReadonlySet<string>,
): string[] {
  const due: string[] = [];
  for (const [id, endpoint] of after) {
    if (!isDomain(endpoint.url)) continue;
    const known = before.get(id) ?? null;
    const planned = planDomain(known, endpoint, run.nowMs);
    if (isSame(known, planned)) continue;
    const ref = domains.ref(run.db, id);
    if (known) writer.update(ref, domains.toUpdate(planned));
    else writer.set(ref, domains.toDocument(planned));
    if (planned.askAt === run.nowMs) due.push(id);
  }
  const isGone = (id: string) => !kept.has(id) && !isDomain(after.get(id)?.url ?? '');
  for (const id of before.keys()) if (isGone(id)) writer.delete(domains.ref(run.db, id));
  return due;
}
