import { EventEmitter } from 'node:events';
import type { Random } from '../platform/random.ts';
import type { MachineClock } from './machine-clock.ts';
import type { Process } from './process.ts';
import { EXPECTED } from './site-checks.ts';
import { type Condition, isAsserted, type Network, type Sites } from './sites.ts';

/** How the agent explains errors. */
export type Explain = {
  checkErrorOf(error: Error): unknown;
  localFailureOf(error: Error, hasRoute: () => Promise<boolean>, isWallRight: () => boolean): Promise<unknown>;
};
/** The machine that the network belongs to. */
type Machine = { readonly location: string; readonly network: Network; readonly clock: MachineClock };
type Parts = { machine: Machine; process: Process; sites: Sites; random: Random; explain: Explain };

type Observer = { onPhase: (phase: string) => void; onName: (resolved: Promise<void>) => void };
type Target = { host: string; signal: AbortSignal; tls?: { prepare?: (socket: SiteSocket) => Promise<void> } };
type Query = { name: string; signal: AbortSignal };
type EchoQuery = { host: string; count: number; signal: AbortSignal };

const ADDRESS = EXPECTED.address;
const NO_PEER = { address: null, certificate: null };
/** The longest that an agent waits for a connection, and for replies to echo requests. */
const CONNECT_MS = 4_000;
const REPLY_MS = 2_600;
/** Longer than any check takes. */
const ENDLESS_MS = 60_000;

/** The network that the agent's probes import: sites of all types that answer as they do at that time. */
export class CheckedNetwork {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  observedBy({ onPhase, onName }: Observer): object {
    return {
      admits: () => true,
      resolve: async () => [{ address: ADDRESS, family: 4 }],
      connect: (target: Target) => this.connect(target, { onPhase, onName }),
      records: (query: Query) => {
        onPhase('dns');
        return this.records(query);
      },
      ping: (query: EchoQuery) => {
        onPhase('dns');
        return this.ping(query);
      },
      explain: async (error: Error) => {
        const { explain, machine } = this.parts;
        const isWallRight = () => machine.clock.isWallRight;
        const localFailure = await explain.localFailureOf(error, async () => machine.network !== 'cut', isWallRight);
        return { error: explain.checkErrorOf(error), localFailure, peer: NO_PEER, reply: '' };
      },
    };
  }

  private async connect({ host, tls, signal }: Target, { onPhase, onName }: Observer): Promise<object> {
    onPhase('dns');
    const resolved = this.wait([1, 30], signal);
    onName(resolved.catch(() => undefined));
    await resolved;
    onPhase('connect');
    const condition = this.conditionOf(host);
    await this.reach(host, condition, signal);
    const socket = new SiteSocket(host, condition, (range) => this.wait(range, signal));
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    if (tls) {
      if (condition === 'captive') throw failure('DEPTH_ZERO_SELF_SIGNED_CERT');
      await tls.prepare?.(socket).catch((error: unknown) => {
        throw signal.aborted ? signal.reason : error;
      });
      onPhase('tls');
      await this.wait([10, 100], signal);
      if (condition === 'status' && host.startsWith('tls')) throw failure('CERT_HAS_EXPIRED');
    }
    const peer = { address: ADDRESS, certificate: null };
    return { socket, protocol: null, certificateEndsAtMs: null, isProof: tls !== undefined, peer };
  }

  /** Resolves when the site has accepted a connection. */
  private async reach(site: string, condition: Condition, signal: AbortSignal): Promise<void> {
    await this.pass(condition, signal, CONNECT_MS);
    await this.wait(condition === 'slow' ? [1_000, CONNECT_MS - 100] : [20, 200], signal);
    const isRefused =
      condition === 'refused' || (condition === 'status' && site.startsWith('tcp') && !isAsserted(site));
    if (isRefused) throw failure('ECONNREFUSED');
  }

  private async records({ name, signal }: Query): Promise<string[]> {
    const condition = this.conditionOf(name);
    await this.pass(condition, signal, ENDLESS_MS);
    await this.wait(condition === 'slow' ? [1_500, 9_000] : [5, 200], signal);
    if (condition === 'status') throw failure('ERR_DNS_SERVER_FAILED');
    if (condition === 'refused') throw failure('ERR_NO_RECORD');
    if (condition === 'captive') return ['10.0.0.1'];
    return condition === 'assertion' ? ['192.0.2.99'] : ['192.0.2.1', ADDRESS];
  }

  private async ping({ host, count, signal }: EchoQuery): Promise<object> {
    const condition = this.conditionOf(host);
    await this.pass(condition === 'timeout' || condition === 'silent' ? 'up' : condition, signal, ENDLESS_MS);
    if (condition === 'refused') {
      await this.wait([20, 3_000], signal);
      throw failure('EHOSTUNREACH');
    }
    const lost: Partial<Record<Condition, number>> = { up: 0, slow: 1, assertion: 2 };
    const replies = count - (lost[condition] ?? count);
    await this.wait(replies === count ? [650, 900] : [REPLY_MS, REPLY_MS], signal);
    const roundTripsMs = Array.from({ length: replies }, () => this.parts.random.between(5, 250));
    return { address: ADDRESS, roundTripsMs, output: `${replies} of ${count}` };
  }

  private conditionOf(site: string): Condition {
    const { sites, machine } = this.parts;
    return sites.conditionOf(site, machine.location, machine.network);
  }

  /** Fails as the way to the site does; without an answer, after that time. */
  private async pass(condition: Condition, signal: AbortSignal, silentMs: number): Promise<void> {
    if (condition === 'cut') {
      await this.wait([1, 5], signal);
      throw failure('ENETUNREACH');
    }
    if (condition !== 'silent' && condition !== 'timeout') return;
    await this.wait([silentMs, silentMs], signal);
    throw failure('ETIMEDOUT');
  }

  /** Rejects with the signal's reason when that is aborted. */
  private wait([fromMs, toMs]: readonly [number, number], signal: AbortSignal): Promise<void> {
    const { process, random } = this.parts;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const timer = process.setTimer(random.between(fromMs, toMs), () => {
        signal.removeEventListener('abort', stop);
        resolve();
      });
      const stop = () => {
        process.clearTimer(timer);
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
    });
  }
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code, address: ADDRESS });
}

/** Waits for a random time in that range, ms; rejects when the check is over. */
type Wait = (range: readonly [number, number]) => Promise<void>;

const SOON = [5, 100] as const;
const LATE = [1_000, 5_000] as const;

/** A connection to a simulated site, which speaks as its type does. */
class SiteSocket extends EventEmitter {
  bytesRead = 0;
  destroyed = false;
  readonly errored = null;
  private readonly site: string;
  private readonly condition: Condition;
  private readonly delay: Wait;

  constructor(site: string, condition: Condition, delay: Wait) {
    super();
    this.site = site;
    this.condition = condition;
    this.delay = delay;
    // A captive network accepts the connection and sends nothing.
    if (condition === 'captive') return;
    if (site.startsWith('tcp')) this.greet();
    if (site.startsWith('tls')) this.reply('220 mail ready\r\n');
  }

  /** Closes as the network ends connections with their check. */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }

  pause(): void {
    // It sends only what the client requests.
  }

  /** A dialogue of SMTP. */
  write(line: string): void {
    if (line.startsWith('EHLO')) this.reply('250-mail\r\n250 STARTTLS\r\n');
    else this.reply(this.condition === 'assertion' ? '454 not now\r\n' : '220 go ahead\r\n');
  }

  openWebSocket(): SiteWebSocket {
    return new SiteWebSocket(this.condition, this.delay);
  }

  private greet(): void {
    if (this.condition === 'assertion') this.later(() => this.emit('close'));
    else this.reply(this.condition === 'status' ? 'go away' : EXPECTED.text);
  }

  private reply(text: string): void {
    this.later(() => {
      this.bytesRead += text.length;
      this.emit('data', Buffer.from(text));
    });
  }

  private later(work: () => void): void {
    const isLate = this.condition === 'slow' && this.site.startsWith('tcp');
    this.delay(isLate ? LATE : SOON).then(
      () => !this.destroyed && work(),
      () => undefined,
    );
  }
}

/** The client's end of a WebSocket to a simulated site, as the package `ws` has it. */
class SiteWebSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 0;
  private readonly condition: Condition;
  private readonly delay: Wait;

  constructor(condition: Condition, delay: Wait) {
    super();
    this.condition = condition;
    this.delay = delay;
    this.later(condition === 'slow' ? LATE : SOON, () => {
      if (condition === 'status') {
        this.emit('unexpected-response', {}, { statusCode: 503, destroy: () => undefined });
        return;
      }
      this.readyState = this.OPEN;
      this.emit('open');
    });
  }

  send(): void {
    const isWrong = this.condition === 'assertion';
    this.later(SOON, () => {
      this.emit('message', Buffer.from(isWrong ? 'out of order' : EXPECTED.text));
      if (isWrong) this.later(SOON, () => this.end());
    });
  }

  close(): void {
    this.later(SOON, () => this.end());
  }

  terminate(): void {
    this.readyState = 3;
  }

  private end(): void {
    this.readyState = 3;
    this.emit('close');
  }

  private later(range: readonly [number, number], work: () => void): void {
    this.delay(range).then(work, () => undefined);
  }
}
