import { toTimestamps } from '@farwatch/core/documents/timestamps';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { z } from 'zod';

const PER_BATCH = 300;

/** Documents to write, each checked against its schema. */
export class SeedDocuments {
  readonly #documents: { path: string; value: Record<string, unknown> }[] = [];

  /** Adds a document; throws ZodError for one of another shape. */
  put<Schema extends z.ZodType<Record<string, unknown>>>(schema: Schema, path: string, value: z.input<Schema>): void {
    this.#documents.push({ path, value: schema.parse(value) });
  }

  /** The documents of a top collection, by id. */
  in(collection: string): Map<string, Record<string, unknown>> {
    const prefix = `${collection}/`;
    const own = this.#documents.filter(({ path }) => path.startsWith(prefix) && !path.includes('/', prefix.length));
    return new Map(own.map(({ path, value }) => [path.slice(prefix.length), value]));
  }

  /** Creates all of them; throws if one exists already. Returns their number. */
  async write(db: Firestore): Promise<number> {
    for (let start = 0; start < this.#documents.length; start += PER_BATCH) {
      const batch = db.batch();
      for (const { path, value } of this.#documents.slice(start, start + PER_BATCH)) {
        batch.create(
          db.doc(path),
          toTimestamps(value, (ms) => Timestamp.fromMillis(ms)),
        );
      }
      await batch.commit();
    }
    return this.#documents.length;
  }
}
