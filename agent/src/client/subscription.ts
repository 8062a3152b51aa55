import type { Assignment } from '@farwatch/core/documents/assignment';
import type { Command } from '@farwatch/core/documents/command';
import type { RequestedTrial } from '@farwatch/core/documents/requested-trial';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { disableNetwork, enableNetwork } from 'firebase/firestore';
import { doc, type Firestore, getDoc } from 'firebase/firestore/lite';
import type { Log } from '../log.ts';
import { readCommand } from './documents.ts';
import { fetchAssignmentsOverRest, fetchTrialsOverRest } from './fetch-assignments.ts';
import type { Firebase } from './firebase.ts';
import { type ListenerCallbacks, listen } from './listeners.ts';
import type { Session } from './server.ts';

const AGAIN_FROM_MS = 2 * SECOND_MS;
const AGAIN_TO_MS = MINUTE_MS;
/** How often the connection is renewed, since one that the network dropped without a word looks alive. It is cheap. */
const RENEW_MS = 20 * MINUTE_MS;

/** How often a new connection is tried while it is lost; the SDK by itself would wait up to a minute. */
const RECONNECT_MS = 20 * SECOND_MS;

export type SubscriptionOptions = {
  firebase: Pick<Firebase, 'db' | 'restDb'>;
  agentId: string;
  session: Session;
  log: Log;
  signal: AbortSignal;
  callbacks: Omit<ListenerCallbacks, 'onEnded' | 'onConnected'>;
};

/** Listens for as long as the agent runs: a listener that ends is started again, with a fresh token. */
export class Subscription {
  private readonly options: SubscriptionOptions;
  private readonly fallback: RestFallback;
  private end: () => void = () => undefined;
  private endings = 0;
  private renewing: Promise<void> = Promise.resolve();
  private reconnecting: NodeJS.Timeout | null = null;

  constructor(options: SubscriptionOptions) {
    this.options = options;
    const { firebase, agentId, log, callbacks } = options;
    this.fallback = new RestFallback({ restDb: firebase.restDb, agentId, log, callbacks });
    const timer = setInterval(() => this.renew(), RENEW_MS);
    options.signal.addEventListener('abort', () => {
      clearInterval(timer);
      this.stopReconnecting();
      this.end();
    });
  }

  start(): void {
    const { firebase, agentId, callbacks, log, signal } = this.options;
    if (signal.aborted) return;
    this.end = listen(firebase.db, agentId, {
      ...callbacks,
      onAssignments: (assigned) => {
        this.endings = 0;
        callbacks.onAssignments(assigned);
      },
      onConnected: (isConnected) => {
        if (isConnected) this.stopReconnecting();
        else this.reconnect();
      },
      onEnded: ({ code }) => {
        this.stopReconnecting();
        if (this.endings === 0) log.warn(`Update stream lost (${code}). Retrying.`);
        const waitMs = Math.min(AGAIN_TO_MS, AGAIN_FROM_MS * 2 ** this.endings);
        this.endings += 1;
        setTimeout(() => this.restart(), waitMs);
      },
    });
  }

  /** Makes a new connection at once: after a loss of network, or a sleep. */
  renew(): void {
    const { db } = this.options.firebase;
    this.renewing = this.renewing
      .then(() => disableNetwork(db))
      .then(() => enableNetwork(db))
      .catch(() => undefined); // the agent is stopping, so there is nothing to renew
  }

  private reconnect(): void {
    this.reconnecting ??= setInterval(() => this.renew(), RECONNECT_MS);
    this.fallback.start();
  }

  private stopReconnecting(): void {
    this.fallback.stop();
    if (this.reconnecting) clearInterval(this.reconnecting);
    this.reconnecting = null;
  }

  private async restart(): Promise<void> {
    if (this.options.signal.aborted) return;
    await this.options.session.signIn();
    this.start();
  }
}

/** A listener that reconnects within this time needs no fallback. */
const FIRST_MS = 10 * SECOND_MS;
const EVERY_MS = MINUTE_MS;
/** Each owner's assignment is a document read, so an agent of many owners reads less often. */
const PER_ASSIGNMENT_MS = SECOND_MS / 2;

type RestFallbackOptions = {
  restDb: Firestore;
  agentId: string;
  log: Log;
  callbacks: Pick<ListenerCallbacks, 'onAssignments' | 'onCommand' | 'onTrials' | 'onUnreadable'>;
};

/** The documents that Firestore has for an agent; `command` is null without one. */
type Read = { assigned: Assignment[]; command: Command | null; trials: RequestedTrial[] };

/**
 * Reads assignments, commands and trials over HTTPS while the listener cannot connect: a proxy or firewall that passes no
 * HTTP/2 breaks gRPC, and the SDK has no other way to listen in Node (docs/agent.md, Plan updates).
 */
class RestFallback {
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

  private onRead({ assigned, command, trials }: Read): void {
    const { log, callbacks } = this.options;
    this.reads += 1;
    // The first time the network may just have returned, and the listener is about to connect.
    if (this.reads === 2) {
      log.warn('Firestore answers over HTTPS, but not over gRPC. Assignments are read every minute. Run doctor.');
    }
    callbacks.onAssignments(assigned);
    if (command) callbacks.onCommand(command);
    callbacks.onTrials(trials);
  }

  private async read(): Promise<Read> {
    const { restDb, agentId, callbacks } = this.options;
    const [assigned, command, trials] = await Promise.all([
      fetchAssignmentsOverRest(restDb, agentId, callbacks.onUnreadable),
      getDoc(doc(restDb, 'commands', agentId)),
      fetchTrialsOverRest(restDb, agentId, callbacks.onUnreadable),
    ]);
    return {
      assigned,
      command: command.exists() ? readCommand(command, callbacks.onUnreadable) : null,
      trials,
    };
  }
}
