import { planDomain } from '@farwatch/core/decisions/domains/plan-domain';
import type { Domain } from '@farwatch/core/documents/domain';
import { isSame } from '@farwatch/core/values/is-same';
import { deciderOf } from '@farwatch/core/values/url';
import { domains } from '../../platform/db/collections.ts';
import type { ReadServerChecks } from '../checks/server-check.ts';

/**
 * Reads the domains of a monitor's endpoints before an edit; returns what writes those after it. Reads nothing if it has
 * none. A new or restarted domain is due: its registry is asked now.
 */
export const readDomains: ReadServerChecks = async (run, reader, endpoints) => {
  const ids = [...endpoints].flatMap(([id, { url }]) => (isRegistered(url) ? [id] : []));
  const before = new Map<string, Domain>();
  const documents = ids.length > 0 ? await reader.getAll(...ids.map((id) => domains.ref(run.db, id))) : [];
  for (const document of documents) {
    const domain = domains.read(document);
    if (domain) before.set(document.id, domain);
  }
  return (writer, after, kept) => {
    const due: string[] = [];
    for (const [id, endpoint] of after) {
      if (!isRegistered(endpoint.url)) continue;
      const known = before.get(id) ?? null;
      const planned = planDomain(known, endpoint, run.nowMs);
      if (isSame(known, planned)) continue;
      const ref = domains.ref(run.db, id);
      if (known) writer.update(ref, domains.toUpdate(planned));
      else writer.set(ref, domains.toDocument(planned));
      if (planned.askAt === run.nowMs) due.push(id);
    }
    const isGone = (id: string) => !kept.has(id) && !isRegistered(after.get(id)?.url ?? '');
    for (const id of before.keys()) if (isGone(id)) writer.delete(domains.ref(run.db, id));
    return due;
  };
};

function isRegistered(url: string): boolean {
  return deciderOf(url) === 'registry';
}
