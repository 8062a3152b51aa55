import type { AgentHost } from './agent-host.ts';
import { type Asked, find } from './firestore/query.ts';
import type { Doc } from './firestore/store.ts';
import { type Data, Timestamp } from './firestore/values.ts';
import type { Modules, Process } from './process.ts';

const CALL_TIMEOUT_MS = 30_000;
/** After so long without a connection the SDK answers from its cache. */
const FROM_CACHE_AFTER_MS = 10_000;

type Token = { agent: string; tokenGeneration: number };
type Auth = { currentUser: { token: Token } | null };
type Target = { path: string } | { asked: Asked };
type Next = (snapshot: unknown) => void;
type Failed = (error: { code: string }) => void;

/** Firebase's client SDKs as an agent's process imports them: they reach the server through its machine's network. */
export function clientModules(host: AgentHost, process: Process): Modules {
  const session: { token: Token | null } = { token: null };
  const firestore = new ClientFirestore(host, process, session);
  return {
    'firebase/functions': {
      httpsCallable: (_functions: unknown, name: string) => async (input: unknown) => {
        const data = await callServer(host, process, () => host.parts.server.call(name, input, session.token));
        return { data };
      },
    },
    'firebase/auth': {
      getIdToken: async () => 'token',
      signInWithCustomToken: async (auth: Auth, token: string) => {
        session.token = JSON.parse(token) as Token;
        auth.currentUser = { token: session.token };
      },
    },
    'firebase/firestore': firestore.module(),
  };
}

/** A call over the network: it may be lost on the way there or back, and come twice. */
function callServer(host: AgentHost, process: Process, call: () => Promise<unknown>): Promise<unknown> {
  const { timeline, server } = host.parts;
  const { random } = host;
  return new Promise((settle, refuse) => {
    const fail = (afterMs: number, code: string) =>
      process.setTimer(afterMs, () => reject(Object.assign(new Error(`${code} [0]`), { code: `functions/${code}` })));
    const limit = fail(CALL_TIMEOUT_MS, 'deadline-exceeded');
    const resolve = (answer: unknown) => {
      process.clearTimer(limit);
      settle(answer);
    };
    const reject = (error: Error) => {
      process.clearTimer(limit);
      refuse(error);
    };
    if (host.network === 'cut' || host.network === 'captive') return fail(random.between(5, 50), 'unavailable');
    if (host.network !== 'ok') return;
    const arrive = (isFirst: boolean) => {
      if (server.isDown) return isFirst && process.receive(() => fail(20, 'unavailable'));
      const isLost = random.chance(server.chaos * 0.03);
      call().then(
        (answer) => {
          if (!isFirst || isLost) return;
          const copy: unknown = JSON.parse(JSON.stringify(answer));
          timeline.after(random.between(10, 60), () => host.network === 'ok' && process.receive(() => resolve(copy)));
        },
        (error: { code?: unknown; details?: unknown; message?: string }) => {
          if (!isFirst || isLost) return;
          const code = typeof error.code === 'string' ? error.code : 'internal';
          const { details, message } = error;
          const failure = Object.assign(new Error(message), { code: `functions/${code}`, details });
          timeline.after(random.between(10, 60), () => host.network === 'ok' && process.receive(() => reject(failure)));
        },
      );
    };
    timeline.after(random.between(10, 60), () => arrive(true));
    if (random.chance(server.chaos * 0.05)) timeline.after(random.spread(50, 60_000), () => arrive(false));
  });
}

/** Listeners that hear of changes within moments, while their machine has a network. */
class ClientFirestore {
  private readonly host: AgentHost;
  private readonly process: Process;
  private readonly session: { token: Token | null };
  private readonly listeners = new Set<Listener>();

  constructor(host: AgentHost, process: Process, session: { token: Token | null }) {
    this.host = host;
    this.process = process;
    this.session = session;
    host.parts.server.listen(() => {
      if (process.hasEnded) return false;
      for (const listener of this.listeners) listener.look();
      return true;
    });
    host.onNetwork = () => {
      for (const listener of this.listeners) listener.lose();
    };
  }

  module(): Record<string, unknown> {
    const asked = (path: string): Asked => ({ collection: path, filters: [], orderBy: [], limit: null, after: null });
    return {
      Timestamp,
      collection: (_db: unknown, path: string) => ({ asked: asked(path) }),
      doc: (_db: unknown, ...path: string[]) => ({ path: path.join('/') }),
      where: (field: string, op: '==', value: unknown) => ({ field, op, value }),
      limit: () => null,
      query: ({ asked: all }: { asked: Asked }, ...parts: (Asked['filters'][number] | null)[]) => ({
        asked: { ...all, filters: parts.filter((part) => part !== null) },
      }),
      onSnapshot: (target: Target, ...rest: (object | Next | Failed)[]) => {
        const [next, failed] = rest.filter((each) => typeof each === 'function') as [Next, Failed];
        return this.listen(target, next, failed);
      },
      getDocsFromServer: (target: { asked: Asked }) =>
        callServer(this.host, this.process, async () => ({})).then(() => this.found(target, false)),
      disableNetwork: async () => {
        for (const listener of this.listeners) listener.disconnect();
      },
      enableNetwork: async () => {
        for (const listener of this.listeners) listener.connect();
      },
    };
  }

  found(target: Target, fromCache: boolean): unknown {
    const { store } = this.host.parts.server;
    const metadata = { fromCache };
    if ('path' in target)
      return { ...asSnapshot(fromCache ? undefined : store.get(target.path), target.path), metadata };
    const docs = fromCache ? [] : find(store, target.asked).map((doc) => asSnapshot(doc, doc.path));
    return { docs, metadata };
  }

  private listen(target: Target, next: Next, failed: Failed): () => void {
    const listener = new Listener(this.host, this.process, {
      read: (fromCache) => this.found(target, fromCache),
      isAllowed: () => this.isAllowed(),
      next,
      failed,
    });
    this.listeners.add(listener);
    listener.connect();
    return () => {
      listener.end();
      this.listeners.delete(listener);
    };
  }

  /** As the security rules have it: only the present device listens. */
  private isAllowed(): boolean {
    const { token } = this.session;
    const state = token && this.host.parts.server.store.get(`agentStates/${token.agent}`);
    return !state || state.data.tokenGeneration === token.tokenGeneration;
  }
}

type Told = {
  read: (fromCache: boolean) => unknown;
  isAllowed: () => boolean;
  next: Next;
  failed: Failed;
};

class Listener {
  private readonly host: AgentHost;
  private readonly process: Process;
  private readonly told: Told;
  private isConnected = false;
  private isDead = false;
  private isOver = false;
  private isLooking = false;
  private lastSeen = '';
  private tries = 0;

  constructor(host: AgentHost, process: Process, told: Told) {
    this.host = host;
    this.process = process;
    this.told = told;
  }

  end(): void {
    this.isOver = true;
  }

  disconnect(): void {
    this.isConnected = false;
    this.tries += 1;
  }

  /** Connects once the network allows it; the SDK tries again by itself, more and more rarely. */
  connect(): void {
    this.tries += 1;
    const mine = this.tries;
    void this.attempt(mine, 1_000);
    void this.process.wait(FROM_CACHE_AFTER_MS).then(() => {
      if (this.isOver || this.isConnected || mine !== this.tries) return;
      this.process.run(() => this.told.next(this.told.read(true)));
    });
  }

  /** The network has changed. Only sometimes the SDK notices; else the dead connection looks alive until it is renewed. */
  lose(): void {
    if (!this.isConnected) return;
    if (this.host.random.chance(0.5)) {
      this.disconnect();
      this.connect();
    } else this.isDead = true;
  }

  /** Something was written: it is told if it concerns this listener. */
  look(): void {
    if (!this.isConnected || this.isLooking || this.isOver || !this.isReachable()) return;
    this.isLooking = true;
    this.host.parts.timeline.after(this.host.random.between(20, 300), () => {
      this.isLooking = false;
      this.process.receive(() => this.tell());
    });
  }

  private async attempt(mine: number, backoffMs: number): Promise<void> {
    await this.process.wait(this.host.random.between(50, 300));
    if (this.isOver || mine !== this.tries) return;
    if (this.isReachable()) {
      this.isConnected = true;
      this.isDead = false;
      this.lastSeen = '';
      return this.tell();
    }
    await this.process.wait(backoffMs);
    if (!this.isOver && mine === this.tries) await this.attempt(mine, Math.min(60_000, backoffMs * 2));
  }

  private isReachable(): boolean {
    return this.host.network === 'ok' && !this.host.parts.server.isDown;
  }

  private tell(): void {
    if (this.isOver || !this.isConnected || this.isDead || !this.isReachable()) return;
    if (!this.told.isAllowed()) {
      this.isOver = true;
      this.process.run(() => this.told.failed({ code: 'permission-denied' }));
      return;
    }
    const found = this.told.read(false);
    const seen = versionsOf(found);
    if (seen === this.lastSeen) return;
    this.lastSeen = seen;
    this.process.run(() => this.told.next(found));
  }
}

type Snapshot = { version: number };

function versionsOf(found: unknown): string {
  const { docs, version } = found as { docs?: Snapshot[] } & Snapshot;
  return docs ? docs.map((doc) => doc.version).join() || 'none' : String(version);
}

function asSnapshot(doc: Doc | undefined, path: string) {
  const data: Data | undefined = doc?.data;
  return {
    version: doc?.updateTime.version ?? 0,
    ref: { path },
    exists: () => doc !== undefined,
    data: () => data,
  };
}
