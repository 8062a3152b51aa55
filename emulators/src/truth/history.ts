import type { DocumentOf } from '@farwatch/core/documents/collections';
import { type Change, collectionOf } from '../firestore/store.ts';
import { isMap, Timestamp } from '../firestore/values.ts';

/** An incident as it was stored from a time on, epoch ms. */
export type IncidentVersion = { fromMs: number; incident: DocumentOf<'incidents'> };

/** All incidents as they were after each commit. */
export class IncidentHistory {
  readonly versions = new Map<string, IncidentVersion[]>();

  record(changes: readonly Change[], nowMs: number): void {
    for (const { path, after } of changes) {
      if (after === null || collectionOf(path) !== 'incidents') continue;
      const id = path.slice(path.lastIndexOf('/') + 1);
      const known = this.versions.get(id) ?? [];
      // The functions parse what they write.
      known.push({ fromMs: nowMs, incident: withMs(after) as DocumentOf<'incidents'> });
      this.versions.set(id, known);
    }
  }
}

/** A stored value with timestamps in epoch ms. */
export function withMs(value: unknown): unknown {
  if (value instanceof Timestamp) return value.ms;
  if (Array.isArray(value)) return value.map(withMs);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withMs(each)]));
}
