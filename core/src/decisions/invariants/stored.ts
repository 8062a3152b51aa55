import type { DocumentOf } from '../../documents/collections.ts';

type Collected =
  | 'users'
  | 'monitors'
  | 'endpoints'
  | 'incidents'
  | 'agents'
  | 'agentStates'
  | 'assignments'
  | 'verdictChanges'
  | 'outboxes'
  | 'pages';

/**
 * A consistent snapshot of a project's documents by id, without resolved incidents, applied verdict changes and
 * outboxes that wait for nothing.
 */
export type Stored = { [Name in Collected]: ReadonlyMap<string, DocumentOf<Name>> };

/** A document that contradicts another, or its own votes, and how. */
export type Violation = { document: string; text: string };
