import { planDomain } from '@farwatch/core/decisions/domains/plan-domain';
import type { Domain } from '@farwatch/core/documents/domain';
import { isSame } from '@farwatch/core/values/is-same';
import { REGISTRY_RATE, reserveTokens } from '@farwatch/core/values/token-bucket';
import { deciderOf } from '@farwatch/core/values/url';
import { domains, users } from '../../platform/db/collections.ts';
import type { ReadServerChecks } from '../checks/server-check.ts';

/**
 * Reads the domains of a monitor's endpoints before an edit; returns what writes those after it. Reads nothing if it has
 * none. A new or restarted domain is due: its registry is queried now, as far as the account's budget allows, and the others
 * one after the other, by the hourly job.
 */
export const readDomains: ReadServerChecks = async (run, reader, endpoints) => {
  const ids = [...endpoints].flatMap(([id, { url }]) => (isRegistered(url) ? [id] : []));
  const before = new Map<string, Domain>();
  const documents = ids.length > 0 ? await reader.getAll(...ids.map((id) => domains.ref(run.db, id))) : [];
  for (const document of documents) {
    const domain = domains.read(document);
    if (domain) before.set(document.id, domain);
  }
  return (writer, after, kept, user) => {
    const changed: { id: string; planned: Domain }[] = [];
    for (const [id, endpoint] of after) {
      if (!isRegistered(endpoint.url)) continue;
      const known = before.get(id) ?? null;
      const planned = planDomain(known, endpoint, run.nowMs);
      if (isSame(known, planned)) continue;
      changed.push({ id, planned });
    }
    const due = changed.filter(({ planned }) => planned.askAt === run.nowMs);
    const terms = { count: due.length, mostDebt: user.maxEndpoints };
    const { bucket, startsAtMs } = reserveTokens(user.registryBudget, REGISTRY_RATE, terms, run.nowMs);
    for (const [index, { planned }] of due.entries()) planned.askAt = startsAtMs[index] ?? run.nowMs;
    for (const { id, planned } of changed) {
      const ref = domains.ref(run.db, id);
      if (before.has(id)) writer.update(ref, domains.toUpdate(planned));
      else writer.set(ref, domains.toDocument(planned));
    }
    const [first] = due;
    if (first) {
      writer.update(users.ref(run.db, first.planned.ownerId), users.toUpdate({ registryBudget: bucket }));
    }
    const isGone = (id: string) => !kept.has(id) && !isRegistered(after.get(id)?.url ?? '');
    for (const id of before.keys()) if (isGone(id)) writer.delete(domains.ref(run.db, id));
    return due.filter(({ planned }) => planned.askAt === run.nowMs).map(({ id }) => id);
  };
};

function isRegistered(url: string): boolean {
  return deciderOf(url) === 'registry';
}
