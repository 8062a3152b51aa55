import { z } from 'zod';
import { freeTextSchema } from './fields.ts';

/** A key within a file, or the name of a project. */
export const managedKeySchema = freeTextSchema.min(1).max(80);

/** What a file manages a thing as: no other one of the account has the same project and key (docs/files.md). */
export const managedSchema = z.object({ project: managedKeySchema, key: managedKeySchema });
export type Managed = z.infer<typeof managedSchema>;

/**
 * Stored with a channel, a maintenance window or a status page: absent or null if no file manages it. In a request: left
 * out, it stays; null takes the thing from its file.
 */
export const managedOrNotSchema = managedSchema.nullable().optional();
