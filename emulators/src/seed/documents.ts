import { serialize } from 'node:v8';
import { toTimestamps } from '@farwatch/core/documents/timestamps';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { z } from 'zod';

const PER_BATCH = 300;
/** The emulator never answers a commit of more than 4 MiB. */
const BYTES_PER_BATCH = 2_000_000;

type SeedDocument = { path: string; value: Record<string, unknown> };

/** Documents to write, each checked against its schema. */
export class SeedDocuments {
  readonly #documents: SeedDocument[] = [];

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

  /** All of them, in the order in which they were added. */
  all(): readonly SeedDocument[] {
    return this.#documents;
  }

  /** Creates all of them; throws if one exists already. Returns their number. */
  async write(db: Firestore): Promise<number> {
    for (const documents of this.#batches()) {
      const batch = db.batch();
      for (const { path, value } of documents) {
        batch.create(
          db.doc(path),
          toTimestamps(value, (ms) => Timestamp.fromMillis(ms)),
        );
      }
      await batch.commit();
    }
    return this.#documents.length;
  }

  #batches(): SeedDocument[][] {
    const batches: SeedDocument[][] = [];
    let bytes = BYTES_PER_BATCH;
    for (const document of this.#documents) {
      const size = serialize(document.value).length;
      const last = batches.at(-1);
      const fits = bytes + size <= BYTES_PER_BATCH && last !== undefined && last.length < PER_BATCH;
      if (fits) last.push(document);
      else batches.push([document]);
      bytes = fits ? bytes + size : size;
    }
    return batches;
  }
}
