import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { disableNetwork, enableNetwork } from 'firebase/firestore';
import type { Log } from '../log.ts';
import type { Firebase } from './firebase.ts';
import { type ListenerCallbacks, listen } from './listeners.ts';
import { RestFallback } from './rest-fallback.ts';
import type { Session } from './session.ts';

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
