import type { Assignment } from '@farwatch/core/documents/assignment';
import type { Command } from '@farwatch/core/documents/command';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { doc, type Firestore, getDoc } from 'firebase/firestore/lite';
import type { Log } from '../log.ts';
import { readCommand } from './documents.ts';
import { fetchAssignmentsOverRest } from './fetch-assignments.ts';
import type { ListenerCallbacks } from './listeners.ts';

/** A listener that reconnects within this time needs no fallback. */
const FIRST_MS = 10 * SECOND_MS;
const EVERY_MS = MINUTE_MS;
/** Each owner's assignment is a document read, so an agent of many owners reads less often. */
const PER_ASSIGNMENT_MS = SECOND_MS / 2;

export type RestFallbackOptions = {
  restDb: Firestore;
  agentId: string;
  log: Log;
  callbacks: Pick<ListenerCallbacks, 'onAssignments' | 'onCommand' | 'onUnreadable'>;
};

/** What Firestore has for an agent; `command` null if there is none. */
type Read = { assigned: Assignment[]; command: Command | null };

/**
 * Reads assignments and commands over HTTPS while the listener cannot connect: a proxy or firewall that passes no
 * HTTP/2 breaks gRPC, and the SDK has no other way to listen in Node (docs/agent.md, Plan updates).
 */
export class RestFallback {
  private readonly options: RestFallbackOptions;
  /** The next read; null while the listener is connected. */
  private timer: NodeJS.Timeout | null = null;
  /** How often it has read since the listener was lost. */
  private reads = 0;

  constructor(options: RestFallbackOptions) {
    this.options = options;
  }

  /** To be called when the listener has lost its connection; a second call changes nothing. */
  start(): void {
    this.timer ??= setTimeout(() => void this.poll(), FIRST_MS);
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.reads = 0;
  }

  private async poll(): Promise<void> {
    const { timer } = this;
    const read = await this.read().catch(() => null);
    // The listener has connected meanwhile, and what it has sent is newer.
    if (this.timer === null || this.timer !== timer) return;
    if (read) this.onRead(read);
    const waitMs = Math.max(EVERY_MS, (read?.assigned.length ?? 0) * PER_ASSIGNMENT_MS);
    this.timer = setTimeout(() => void this.poll(), waitMs);
  }

  private onRead({ assigned, command }: Read): void {
    const { log, callbacks } = this.options;
    this.reads += 1;
    // The first time the network may just have returned, and the listener is about to connect.
    if (this.reads === 2) {
      log.warn('Firestore answers over HTTPS, but not over gRPC. Assignments are read every minute. Run doctor.');
    }
    callbacks.onAssignments(assigned);
    if (command) callbacks.onCommand(command);
  }

  private async read(): Promise<Read> {
    const { restDb, agentId, callbacks } = this.options;
    const [assigned, command] = await Promise.all([
      fetchAssignmentsOverRest(restDb, agentId, callbacks.onUnreadable),
      getDoc(doc(restDb, 'commands', agentId)),
    ]);
    return {
      assigned,
      command: command.exists() ? readCommand(command, callbacks.onUnreadable) : null,
    };
  }
}
