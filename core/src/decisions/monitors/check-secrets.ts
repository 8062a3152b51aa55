import type { MonitorContent } from '../../contracts/api/monitors.ts';
import type { Endpoint } from '../../documents/endpoint.ts';
import { type CheckOptions, checkOptionsSchema, httpOptions, optionsOfType } from '../../values/check-options.ts';
import { hasSecrets, maskCheck, resolveCheck } from '../../values/check-secrets.ts';
import { isSame } from '../../values/is-same.ts';

type Endpoints = ReadonlyMap<string, Endpoint>;

/** What is wrong with the secrets of a check, and where: `endpoints.2.check.auth.token`. */
export type SecretProblem = { path: string; problem: 'missing' | 'tooLarge' };

/** Returns the endpoints with their secrets in place of the masks. One whose secrets are lost keeps its masks. */
export function withSecrets(endpoints: Endpoints, secrets: ReadonlyMap<string, CheckOptions>): Endpoints {
  const unmask = (id: string, endpoint: Endpoint) => ({ ...endpoint, check: secrets.get(id) ?? endpoint.check });
  return new Map([...endpoints].map(([id, endpoint]) => [id, unmask(id, endpoint)]));
}

/**
 * Returns the content with its secrets: a mask means the stored secret of the endpoint, if that was typed for the same
 * origin. `unmasked`: the current endpoints, with their secrets.
 */
export function resolveSecrets(
  content: MonitorContent,
  unmasked: Endpoints,
): { content: MonitorContent } | { problems: SecretProblem[] } {
  const problems: SecretProblem[] = [];
  const endpoints = content.endpoints.map((endpoint, index) => {
    const stored = unmasked.get(endpoint.id);
    const known = stored && hasSameOrigin(stored.url, endpoint.url) ? stored.check : null;
    const resolved = resolveCheck(endpoint.check, known);
    const path = `endpoints.${index}.check`;
    if ('missing' in resolved) {
      const place = (name: string) => `${path}.${placeOf(name, endpoint.check)}`;
      problems.push(...resolved.missing.map((name) => ({ path: place(name), problem: 'missing' as const })));
      return endpoint;
    }
    if (!isStorable(resolved.check)) problems.push({ path, problem: 'tooLarge' });
    return { ...endpoint, check: resolved.check };
  });
  return problems.length > 0 ? { problems } : { content: { ...content, endpoints } };
}

/** Whether a secret that was typed for one URL may be sent to the other. */
export function hasSameOrigin(before: string, after: string): boolean {
  return URL.canParse(before) && URL.canParse(after) && new URL(before).origin === new URL(after).origin;
}

/** A mask may be shorter or longer than its secret; the check must fit its schema with either. */
function isStorable(check: CheckOptions | null): boolean {
  if (!hasSecrets(check)) return true;
  return [check, maskCheck(check)].every((each) => checkOptionsSchema.safeParse(each).success);
}

/** Where in a check the secret with this name is (`secretsOf` has the names). */
function placeOf(name: string, check: CheckOptions | null): string {
  if (check !== null && name in check) return name;
  const { headers = [] } = httpOptions(check) ?? optionsOfType(check, 'ws') ?? {};
  const header = headers.findIndex((each) => each.secret && `header ${each.name.toLowerCase()}` === name);
  return header < 0 ? `auth.${name}` : `headers.${header}.value`;
}

/** Returns the content with masked secrets, as answers have it. */
export function maskContent<Content extends MonitorContent>(content: Content): Content {
  return { ...content, endpoints: content.endpoints.map((each) => ({ ...each, check: maskCheck(each.check) })) };
}

/**
 * Returns the checks whose secrets are to be stored, by endpoint, and the endpoints whose secrets are to be deleted.
 * `desired`: with its secrets; null if the monitor is deleted.
 */
export function secretChanges(
  unmasked: Endpoints,
  desired: MonitorContent | null,
): { put: Map<string, CheckOptions>; remove: string[] } {
  const put = new Map<string, CheckOptions>();
  for (const { id, check } of desired?.endpoints ?? []) {
    if (check && hasSecrets(check) && !isSame(unmasked.get(id)?.check, check)) put.set(id, check);
  }
  const kept = new Set(desired?.endpoints.flatMap(({ id, check }) => (hasSecrets(check) ? [id] : [])));
  const remove = [...unmasked].flatMap(([id, { check }]) => (hasSecrets(check) && !kept.has(id) ? [id] : []));
  return { put, remove };
}
