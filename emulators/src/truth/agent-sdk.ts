import { find, type QueryInput } from '../firestore/query.ts';
import type { Doc } from '../firestore/store.ts';
import { Timestamp } from '../firestore/values.ts';
import type { Random } from '../platform/random.ts';
import type { Modules, Process } from './process.ts';
import type { Server } from './server.ts';
import type { Network } from './sites.ts';
import type { Timeline } from './timeline.ts';

const CALL_TIMEOUT_MS = 30_000;
/** After this time without a connection the SDK answers from its cache. */
const FROM_CACHE_AFTER_MS = 10_000;

/** The machine whose network the SDKs use. `onNetwork` is called when the way to the server has changed. */
type Machine = {
  readonly random: Random;
  readonly network: Network;
  onNetwork: () => void;
  readonly parts: { readonly timeline: Timeline; readonly server: Server };
};
type Token = { agent: string; tokenGeneration: number };
type Session = { token: Token | null };
type Auth = { currentUser: { token: Token } | null };
type Target = { path: string } | { query: QueryInput };
type OnNext = (snapshot: unknown) => void;
type OnError = (error: { code: string }) => void;

/** Firebase's client SDKs as an agent's process imports them: they reach the server through its machine's network. */
export function clientModules(machine: Machine, process: Process): Modules {
  const session: Session = { token: null };
  return {
    'firebase/functions': {
      httpsCallable: (_functions: unknown, name: string) => async (input: unknown) => {
        const data = await callServer(machine, process, () => machine.parts.server.call(name, input, session.token));
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
    ...new ClientFirestore(machine, process, session).modules(),
  };
}

/** Lost packets only delay what is sent again until it arrives. */
function reachesServer({ network }: Machine): boolean {
  return network === 'ok' || network === 'lossy';
}

/** A call over the network: the request or the answer may be lost, and the request may arrive twice. */
function callServer(machine: Machine, process: Process, call: () => Promise<unknown>): Promise<unknown> {
  const { timeline, server } = machine.parts;
  const { random } = machine;
  return new Promise((resolve, reject) => {
    const failAfter = (afterMs: number, code: string) =>
      process.setTimer(afterMs, () => {
        process.clearTimer(timeout);
        reject(Object.assign(new Error(`${code} [0]`), { code: `functions/${code}` }));
      });
    const timeout: object = failAfter(CALL_TIMEOUT_MS, 'deadline-exceeded');
    const answerWith = (finish: () => void) =>
      timeline.after(random.between(10, 60), () => {
        if (!reachesServer(machine)) return;
        process.receive(() => {
          process.clearTimer(timeout);
          finish();
        });
      });
    if (machine.network === 'cut' || machine.network === 'captive')
      return failAfter(random.between(5, 50), 'unavailable');
    if (!reachesServer(machine)) return;
    const arrive = (isFirst: boolean) => {
      if (server.isDown) return isFirst && process.receive(() => failAfter(20, 'unavailable'));
      const isIgnored = random.chance(server.chaos * 0.03) || !isFirst;
      call().then(
        (answer) => {
          if (isIgnored) return;
          const copy: unknown = JSON.parse(JSON.stringify(answer));
          answerWith(() => resolve(copy));
        },
        ({ code, details, message }: { code?: unknown; details?: unknown; message?: string }) => {
          if (isIgnored) return;
          const name = `functions/${typeof code === 'string' ? code : 'internal'}`;
          answerWith(() => reject(Object.assign(new Error(message), { code: name, details })));
        },
      );
    };
    timeline.after(random.between(10, 60), () => arrive(true));
    if (random.chance(server.chaos * 0.05)) timeline.after(random.spread(50, 60_000), () => arrive(false));
  });
}

/** Firestore whose listeners get changes soon, while their machine has a network. */
class ClientFirestore {
  private readonly machine: Machine;
  private readonly process: Process;
  private readonly session: Session;
  private readonly listeners = new Set<Listener>();

  constructor(machine: Machine, process: Process, session: Session) {
    this.machine = machine;
    this.process = process;
    this.session = session;
    machine.parts.server.listen(() => {
      if (process.hasEnded) return false;
      for (const listener of this.listeners) listener.onCommit();
      return true;
    });
    machine.onNetwork = () => {
      for (const listener of this.listeners) listener.onNetwork();
    };
  }

  modules(): Modules {
    const common = {
      Timestamp,
      collection: (_db: unknown, collection: string) => ({
        query: { collection, filters: [], orderBy: [], limit: null },
      }),
      doc: (_db: unknown, ...path: string[]) => ({ path: path.join('/') }),
      where: (field: string, op: '==', value: unknown) => ({ filters: [{ field, op, value }] }),
      orderBy: (field: string, direction?: 'desc') => ({ orderBy: [{ field, descending: direction === 'desc' }] }),
      limit: (limit: number) => ({ limit }),
      query: ({ query }: { query: QueryInput }, ...parts: Partial<QueryInput>[]) => ({
        query: Object.assign({}, query, ...parts),
      }),
    };
    const fromServer = (target: Target) =>
      callServer(this.machine, this.process, async () => {
        if (!this.isAllowed()) throw Object.assign(new Error('denied'), { code: 'permission-denied' });
        return {};
      }).then(() => this.read(target, false));
    const listening = {
      onSnapshot: (target: Target, ...rest: (object | OnNext | OnError)[]) => {
        const [onNext, onError] = rest.filter((each) => typeof each === 'function') as [OnNext, OnError];
        return this.listen(target, onNext, onError);
      },
      getDocsFromServer: fromServer,
      disableNetwork: async () => {
        for (const listener of this.listeners) listener.disconnect();
      },
      enableNetwork: async () => {
        for (const listener of this.listeners) listener.connect();
      },
    };
    const rest = { getDoc: fromServer, getDocs: fromServer };
    return { 'firebase/firestore': { ...common, ...listening }, 'firebase/firestore/lite': { ...common, ...rest } };
  }

  private read(target: Target, fromCache: boolean): unknown {
    const { store } = this.machine.parts.server;
    const metadata = { fromCache };
    if ('path' in target)
      return { ...snapshotOf(fromCache ? undefined : store.get(target.path), target.path), metadata };
    const docs = fromCache ? [] : find(store, target.query).map((doc) => snapshotOf(doc, doc.path));
    return { docs, metadata };
  }

  private listen(target: Target, onNext: OnNext, onError: OnError): () => void {
    const read = (fromCache: boolean) => this.read(target, fromCache);
    const isAllowed = () => this.isAllowed();
    const listener = new Listener(this.machine, this.process, { read, isAllowed, onNext, onError });
    this.listeners.add(listener);
    listener.connect();
    return () => {
      listener.end();
      this.listeners.delete(listener);
    };
  }

  /** Applies the security rule that only the agent's current device may listen. */
  private isAllowed(): boolean {
    const { token } = this.session;
    const state = token && this.machine.parts.server.store.get(`agentStates/${token.agent}`);
    return !state || state.data.tokenGeneration === token.tokenGeneration;
  }
}

type Source = {
  read: (fromCache: boolean) => unknown;
  isAllowed: () => boolean;
  onNext: OnNext;
  onError: OnError;
};

class Listener {
  private readonly machine: Machine;
  private readonly process: Process;
  private readonly source: Source;
  private isConnected = false;
  /** The connection is lost, and the SDK has not noticed. */
  private isDead = false;
  private hasEnded = false;
  private isDelivering = false;
  private lastSeen = '';
  private attempts = 0;

  constructor(machine: Machine, process: Process, source: Source) {
    this.machine = machine;
    this.process = process;
    this.source = source;
  }

  end(): void {
    this.hasEnded = true;
  }

  disconnect(): void {
    this.isConnected = false;
    this.attempts += 1;
  }

  /** Connects once the network allows it; the SDK retries at growing intervals. */
  connect(): void {
    this.attempts += 1;
    const attempt = this.attempts;
    void this.attempt(attempt, 1_000);
    void this.process.wait(FROM_CACHE_AFTER_MS).then(() => {
      if (this.hasEnded || this.isConnected || attempt !== this.attempts) return;
      this.process.run(() => this.source.onNext(this.source.read(true)));
    });
  }

  /**
   * The SDK only sometimes notices that the network has changed; otherwise the dead connection stays until it is
   * renewed.
   */
  onNetwork(): void {
    if (!this.isConnected) return;
    if (this.machine.random.chance(0.5)) {
      this.disconnect();
      this.connect();
    } else this.isDead = true;
  }

  onCommit(): void {
    if (!this.isConnected || this.isDelivering || this.hasEnded || !this.isReachable()) return;
    this.isDelivering = true;
    this.machine.parts.timeline.after(this.machine.random.between(20, 300), () => {
      this.isDelivering = false;
      this.process.receive(() => this.deliver());
    });
  }

  private async attempt(attempt: number, backoffMs: number): Promise<void> {
    await this.process.wait(this.machine.random.between(50, 300));
    if (this.hasEnded || attempt !== this.attempts) return;
    if (this.isReachable()) {
      this.isConnected = true;
      this.isDead = false;
      this.lastSeen = '';
      return this.deliver();
    }
    await this.process.wait(backoffMs);
    if (!this.hasEnded && attempt === this.attempts) await this.attempt(attempt, Math.min(60_000, backoffMs * 2));
  }

  private isReachable(): boolean {
    return reachesServer(this.machine) && !this.machine.parts.server.isDown;
  }

  /** Passes on what the target is now, if it has changed. */
  private deliver(): void {
    if (this.hasEnded || !this.isConnected || this.isDead || !this.isReachable()) return;
    if (!this.source.isAllowed()) {
      this.hasEnded = true;
      this.process.run(() => this.source.onError({ code: 'permission-denied' }));
      return;
    }
    const snapshot = this.source.read(false);
    const seen = versionsOf(snapshot);
    if (seen === this.lastSeen) return;
    this.lastSeen = seen;
    this.process.run(() => this.source.onNext(snapshot));
  }
}

type Snapshot = { version: number };

function versionsOf(snapshot: unknown): string {
  const { docs, version } = snapshot as { docs?: Snapshot[] } & Snapshot;
  return docs ? docs.map((doc) => doc.version).join() || 'none' : String(version);
}

function snapshotOf(doc: Doc | undefined, path: string) {
  return {
    version: doc?.updateTime.version ?? 0,
    ref: { path },
    exists: () => doc !== undefined,
    data: () => doc?.data,
  };
}
