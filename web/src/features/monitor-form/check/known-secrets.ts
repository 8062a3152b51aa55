import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { isMask } from '@farwatch/core/values/channels/secret';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import { secretsOf } from '@farwatch/core/values/check-secrets';
import { normalizeUrl } from '@farwatch/core/values/url';

/** The origins for which secrets are stored, by the endpoint's id. */
export type StoredOrigins = ReadonlyMap<string, string | null>;

export function storedOrigins(endpoints: readonly EndpointContent[]): StoredOrigins {
  return new Map(endpoints.map(({ id, url }) => [id, originOf(url)]));
}

/** Whether masks of an entry's check stand for stored secrets: a secret goes only to the origin it was typed for. */
export function areSecretsKnown({ id, url }: Pick<EndpointContent, 'id' | 'url'>, stored: StoredOrigins): boolean {
  const origin = stored.get(id);
  return origin !== undefined && origin !== null && origin === originOf(url);
}

/** Whether a check has masks. */
export function hasMasks(check: CheckOptions | null): boolean {
  return [...secretsOf(check).values()].some(isMask);
}

function originOf(url: string): string | null {
  const normalized = normalizeUrl(url);
  return normalized === null ? null : new URL(normalized).origin;
}
