import type { CollectionName, DocumentOf } from '@farwatch/core/documents/collections';
import { find } from '../firestore/query.ts';
import { isMap, Timestamp } from '../firestore/values.ts';
import { T0, type World } from '../world.ts';

/** What is wrong in a world, by the rule that it breaks. */
export type Finding = { rule: string; what: string };

/**
 * A collection's documents by id, with timestamps in epoch ms. The cast is safe: the functions parse what they write.
 */
export function documentsOf<Name extends CollectionName>(world: World, name: Name): Map<string, DocumentOf<Name>> {
  const query = { collection: name, filters: [], orderBy: [], limit: null, after: null };
  return new Map(find(world.server.store, query).map(({ id, data }) => [id, withMs(data) as DocumentOf<Name>]));
}

function withMs(value: unknown): unknown {
  if (value instanceof Timestamp) return value.ms;
  if (Array.isArray(value)) return value.map(withMs);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withMs(each)]));
}

/** The host of an endpoint's URL, which names its simulated site. */
export function siteOf(url: string): string {
  return new URL(url).host;
}

/** A timestamp as minutes and seconds since the world started. */
export function formatTime(ms: number): string {
  const sec = Math.round((ms - T0) / 1000);
  return `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}`;
}
