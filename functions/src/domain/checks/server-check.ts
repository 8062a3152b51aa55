import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { User } from '@farwatch/core/documents/user';
import type { Reader, Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';

/**
 * Writes what the server keeps of endpoints about which it decides itself, after an edit of their monitor and in the
 * same commit. `kept`: endpoints that move to another monitor, which writes theirs. `user`: before the edit. Returns the
 * endpoints to check now.
 */
export type WriteServerChecks = (
  writer: Writer,
  after: ReadonlyMap<string, Endpoint>,
  kept: ReadonlySet<string>,
  user: User,
) => string[];

/** Reads what the server keeps of a monitor's endpoints before an edit. `desired`: its endpoints after it. */
export type ReadServerChecks = (
  run: Run,
  reader: Reader,
  endpoints: ReadonlyMap<string, Endpoint>,
  desired: Iterable<{ id: string; url: string }>,
) => Promise<WriteServerChecks>;
