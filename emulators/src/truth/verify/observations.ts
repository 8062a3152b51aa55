import type { CollectionName, DocumentOf } from '@farwatch/core/documents/collections';
import { documentsOf as readDocuments } from '../documents-of.ts';
import type { World } from '../world.ts';

/** A violation in a world, by the rule that it breaks. */
export type Finding = { rule: string; what: string };

/** A collection's documents by id, with timestamps in epoch ms. */
export function documentsOf<Name extends CollectionName>(world: World, name: Name): Map<string, DocumentOf<Name>> {
  return readDocuments(world.server.store, name);
}

/** A timestamp as month, day and time in UTC. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString().slice('2023-'.length, '2023-03-26T00:00:00'.length);
}
