import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Assignment, assignmentSchema } from '@farwatch/core/documents/assignment';
import { SECOND_MS } from '@farwatch/core/values/time';
import { z } from 'zod';
import { removeFile, writeDurably } from '../spool/durable.ts';

const GAP_MS = 5 * SECOND_MS;

/** `assignments.json`: the assignments that the server sent last. */
const storedSchema = z.object({ agentId: z.string(), assigned: z.array(assignmentSchema) });

/** The assignments on disk, used if the agent starts while the server is away. */
export class AssignmentsFile {
  private readonly path: string;
  private readonly agentId: string;
  private readonly onError: (error: Error) => void;
  private readonly gapMs: number;
  private storedHash = '';
  private waiting: Assignment[] | null = null;
  private writing: Promise<void> = Promise.resolve();
  private isWriting = false;
  private readonly closing = new AbortController();

  constructor(path: string, agentId: string, onError: (error: Error) => void, gapMs = GAP_MS) {
    this.path = path;
    this.agentId = agentId;
    this.onError = onError;
    this.gapMs = gapMs;
  }

  /** The stored assignments; none if the file is missing, damaged, of another shape or another agent's. */
  async read(): Promise<Assignment[]> {
    // If there is none yet, or it is unreadable, the server will send them.
    const text = await readFile(this.path, 'utf8').catch(() => null);
    const stored = storedSchema.safeParse(parseJson(text ?? ''));
    if (text === null || !stored.success || stored.data.agentId !== this.agentId) return [];
    this.storedHash = hashOf(text);
    return stored.data.assigned;
  }

  /** Stores them if they changed: at once, then at most every 5 s. */
  keep(assigned: Assignment[]): void {
    if (this.closing.signal.aborted) return;
    this.waiting = assigned;
    if (this.isWriting) return;
    this.isWriting = true;
    this.writing = this.write();
  }

  /** Takes no more; ends once everything is stored. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.writing;
  }

  /** Forgets them: there is nothing to check any more. */
  async remove(): Promise<void> {
    this.waiting = null;
    await this.close();
    await removeFile(this.path);
  }

  private async write(): Promise<void> {
    while (this.waiting) {
      const text = JSON.stringify({ agentId: this.agentId, assigned: this.waiting });
      this.waiting = null;
      const hash = hashOf(text);
      if (hash === this.storedHash) continue;
      await writeDurably(this.path, text).then(() => {
        this.storedHash = hash;
      }, this.onError);
      await sleep(this.gapMs, undefined, { signal: this.closing.signal }).catch(() => undefined); // closing
    }
    this.isWriting = false;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the schema refuses it
  }
}
