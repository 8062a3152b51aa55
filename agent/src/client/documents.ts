import { type Assignment, assignmentSchema } from '@farwatch/core/documents/assignment';
import { type Command, commandSchema } from '@farwatch/core/documents/command';
import { type RequestedTrial, requestedTrialSchema } from '@farwatch/core/documents/requested-trial';
import { Timestamp } from 'firebase/firestore';
import { Timestamp as RestTimestamp } from 'firebase/firestore/lite';
import type { z } from 'zod';

/** A document as either of the SDK's two Firestores returns it. */
type StoredDocument = { ref: { path: string }; data(): unknown };
type OnUnreadable = (path: string) => void;

/**
 * Returns the assignments in these documents. `onUnreadable` is called for one with a shape that this version does not
 * know.
 */
export function readAssignments(documents: readonly StoredDocument[], onUnreadable: OnUnreadable): Assignment[] {
  return readAll(assignmentSchema, documents, onUnreadable);
}

/** The requested trials in these documents. `onUnreadable`: one has a shape that this version does not know. */
export function readTrials(documents: readonly StoredDocument[], onUnreadable: OnUnreadable): RequestedTrial[] {
  return readAll(requestedTrialSchema, documents, onUnreadable);
}

function readAll<Each>(
  schema: z.ZodType<Each>,
  documents: readonly StoredDocument[],
  onUnreadable: OnUnreadable,
): Each[] {
  return documents.flatMap((document) => {
    const parsed = schema.safeParse(fromStored(document.data()));
    if (parsed.success) return parsed.data;
    onUnreadable(document.ref.path);
    return [];
  });
}

/** Returns the agent's command; null if this version does not know its shape. */
export function readCommand(document: StoredDocument, onUnreadable: OnUnreadable): Command | null {
  const parsed = commandSchema.safeParse(fromStored(document.data()));
  if (parsed.success) return parsed.data;
  onUnreadable(document.ref.path);
  return null;
}

/** Returns a document's data as core's schemas expect it: every Timestamp as epoch ms. */
function fromStored(value: unknown): unknown {
  if (value instanceof Timestamp || value instanceof RestTimestamp) return value.toMillis();
  if (Array.isArray(value)) return value.map(fromStored);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fromStored(inner)]));
}
