import type { CollectionName, DocumentOf } from '@farwatch/core/documents/collections';
import { documentsOf as readDocuments } from '../documents-of.ts';
import { T0 } from '../start.ts';
import type { World } from '../world.ts';

/** A violation in a world, by the rule that it breaks. */
export type Finding = { rule: string; what: string };

/** A collection's documents by id, with timestamps in epoch ms. */
export function documentsOf<Name extends CollectionName>(world: World, name: Name): Map<string, DocumentOf<Name>> {
  return readDocuments(world.server.store, name);
}

/** A timestamp as minutes and seconds since the world started. */
export function formatTime(ms: number): string {
  const sec = Math.round((ms - T0) / 1000);
  return `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}`;
}
