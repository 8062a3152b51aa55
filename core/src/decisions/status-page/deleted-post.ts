import { incidentIdsOf, type Publication } from '../../documents/publication.ts';
import { RETENTION } from '../../values/limits.ts';

/** No visitor sees it; the schema requires a text. */
const NO_TEXT = '-';

/**
 * Returns what stays stored of a post that is deleted: of one about detected incidents everything but its texts, since
 * these incidents would be posted automatically again; null for nothing.
 */
export function deletedPost(publication: Publication, nowMs: number): Publication | null {
  if (incidentIdsOf(publication).length === 0) return null;
  return {
    ...publication,
    title: NO_TEXT,
    updates: [{ state: 'resolved', text: NO_TEXT, at: nowMs }],
    resolvedAt: publication.resolvedAt ?? nowMs,
    expireAt: publication.expireAt ?? nowMs + RETENTION.statusMs,
    updatedAt: nowMs,
    deleted: true,
  };
}
