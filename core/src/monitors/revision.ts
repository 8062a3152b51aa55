import type { Endpoint } from '../documents/endpoint.ts';

/** The revision of an endpoint once it has this URL: one more if the URL changes, 0 for a new endpoint. */
export function revisionWith(url: string, before: Pick<Endpoint, 'url' | 'rev'> | undefined): number {
  if (!before) return 0;
  return before.url === url ? before.rev : before.rev + 1;
}
