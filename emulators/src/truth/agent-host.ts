import { generateKeyPairSync, sign } from 'node:crypto';
import { DEVICE } from '@farwatch/core/testing/samples';
import { CHECK_FEATURES } from '@farwatch/core/values/check-features';
import type { Random } from '../platform/random.ts';
import { clientModules } from './agent-sdk.ts';
import type { Program } from './bundle.ts';
import { CheckedNetwork, type Explain } from './check-network.ts';
import { type MachineClock, randomClock } from './machine-clock.ts';
import { Process } from './process.ts';
import type { Server } from './server.ts';
import { isProbed } from './site-checks.ts';
import { ASSERTION, lossyDelayMs, type Network, type Sites } from './sites.ts';
import type { Timeline } from './timeline.ts';

/** The agent's exports that its host uses. */
type AgentProgram = {
  Agent: new (parts: object) => { run(): Promise<string | null>; finish(): Promise<void>; flush(): Promise<void> };
  createClock: (...sources: unknown[]) => { correctionOf(guess: unknown): unknown };
  Spool: { open(folder: string, options: object): Promise<Spool> };
  AssignmentsFile: new (path: string, agentId: string, onError: () => void) => { close(): Promise<void> };
  queueLimits: (perHost: number) => object;
  PER_HOST: number;
  createRunCheck(network: CheckedNetwork): RunCheck;
} & Explain;
type RunCheck = (target: { url: string; check: unknown }, stop: AbortSignal, hooks?: object) => Promise<object>;
type StoredCheck = {
  ownerId: string;
  generation: number;
  check: { endpoint: string; at: number; error: string | null };
};
type Spool = { append(check: StoredCheck): Promise<void>; close(): Promise<void> };

type Running = { agent: InstanceType<AgentProgram['Agent']>; spool: Spool };

/** Sites of the simulation answer without a text. */
const NOTHING_RECEIVED = {
  address: null,
  headers: [],
  body: '',
  isCut: false,
  certificate: null,
};
const KEYS = generateKeyPairSync('ed25519');
export const PUBLIC_KEY = KEYS.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

export type HostParts = { timeline: Timeline; random: Random; server: Server; sites: Sites; program: Program };

/** A machine on which an agent runs, ends and runs again, with its disk, its clocks and its network. */
export class AgentHost {
  readonly location: string;
  readonly clock: MachineClock;
  readonly disk = new MemoryDisk();
  readonly parts: HostParts;
  readonly random: Random;
  network: Network = 'ok';
  /** Called when the way to the server has changed. */
  onNetwork: () => void = () => undefined;
  agentId = '';
  /** Increases with every start of the machine. */
  boot = 1;
  /** The number of checks that the agent's spool has confirmed, by endpoint. */
  readonly storedChecks = new Map<string, number>();
  /** Why the agent stopped itself, which it must not do. */
  exitReason: string | null = null;
  process: Process | null = null;
  private stop: AbortController | null = null;
  private isStopping = false;
  private startsAgain = false;
  private running: Running | null = null;

  constructor(location: string, parts: HostParts) {
    this.location = location;
    this.parts = parts;
    this.random = parts.random.fork();
    this.clock = randomClock(parts.timeline, this.random);
  }

  /** Runs the agent, if it does not run yet. */
  start(): void {
    if (this.process || this.agentId === '') {
      this.startsAgain = this.isStopping;
      return;
    }
    const process = new Process(this.clock, this.random.fork());
    this.process = process;
    this.exitReason = null;
    this.stop = new AbortController();
    const { signal } = this.stop;
    const sdk = clientModules(this, process);
    const fs = this.disk.asModule(() => this.diskTime(process));
    process.provide({ ...sdk, 'node:fs/promises': fs });
    void process.run(() => this.run(this.parts.program as AgentProgram, process, signal));
  }

  setNetwork(network: Network): void {
    this.network = network;
    this.onNetwork();
  }

  /** Ends the process at any step. */
  kill(): void {
    this.process?.end();
    this.process = null;
    this.running = null;
    this.isStopping = false;
  }

  /** The machine loses its power: unsynced bytes may be gone. */
  cutPower(): void {
    this.kill();
    this.boot += 1;
    this.disk.cutPower(this.random);
  }

  /** Whether its agent runs. */
  get isWorking(): boolean {
    return this.process !== null && this.exitReason === null;
  }

  /** Stops as a service manager does: the agent may still report its results. */
  async stopGently(): Promise<void> {
    const { process, running } = this;
    if (!process || !running || process.hasEnded) return;
    this.isStopping = true;
    this.startsAgain = false;
    await process.run(() => this.endGently(process, running));
    if (this.process !== process) return;
    this.kill();
    if (this.startsAgain) this.start();
  }

  private async endGently(process: Process, { agent, spool }: Running): Promise<void> {
    await Promise.race([agent.finish(), process.wait(2_000)]);
    await Promise.race([agent.flush(), process.wait(6_500)]);
    this.stop?.abort();
    await process.wait(500);
    await spool.close();
  }

  private async run(program: AgentProgram, process: Process, signal: AbortSignal): Promise<void> {
    const { agentId, clock: machine } = this;
    const clock = program.createClock(
      process.monotonic,
      () => machine.wall(),
      () => machine.uptime(),
      `boot${this.boot}`,
    );
    const spool = await program.Spool.open('spool', {
      correctionOf: (guess: unknown) => clock.correctionOf(guess),
    });
    const assignments = new program.AssignmentsFile('agent/assignments.json', agentId, () => undefined);
    const agent = new program.Agent({
      agentId,
      key: {
        publicKey: PUBLIC_KEY,
        sign: (text: string) => sign(null, Buffer.from(text), KEYS.privateKey).toString('base64'),
      },
      clock,
      spool: this.countStored(spool),
      assignments,
      limits: program.queueLimits(program.PER_HOST),
      log: { info: () => undefined, warn: () => undefined, debug: () => undefined },
      references: [1, 2, 3],
      checkReference: () => this.checkReference(process),
      signal,
      firebase: { auth: { currentUser: null }, db: {}, functions: {} },
      probe: this.checksOf(program, process),
      onSeenAs: () => undefined,
      readDevice: async () => ({ ...DEVICE, features: [...CHECK_FEATURES] }),
      onStatus: () => undefined,
      onArrived: () => undefined,
    });
    this.running = { agent, spool };
    const exitReason = await agent.run();
    if (exitReason !== null) {
      this.exitReason = exitReason;
      this.kill();
    }
  }

  private countStored(spool: Spool): Spool {
    const append = spool.append.bind(spool);
    spool.append = async (stored) => {
      await append(stored);
      const { endpoint } = stored.check;
      this.storedChecks.set(endpoint, (this.storedChecks.get(endpoint) ?? 0) + 1);
    };
    return spool;
  }

  /** Websites answer at once; checks of other types are the agent's own, over the simulated network. */
  private checksOf(program: AgentProgram, process: Process): RunCheck {
    let runCheck: RunCheck | null = null;
    return (target, stop, hooks) => {
      if (!isProbed(target.url)) return this.runProbe(process, target.url, stop);
      const { sites } = this.parts;
      runCheck ??= program.createRunCheck(
        new CheckedNetwork({ machine: this, process, sites, random: this.random.fork(), explain: program }),
      );
      return runCheck(target, stop, hooks);
    };
  }

  private async runProbe(process: Process, url: string, signal: AbortSignal): Promise<object> {
    const { afterMs, result } = this.parts.sites.probe(url, this.location, this.network);
    const startedMs = process.monotonic();
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve());
      void process.wait(afterMs).then(resolve);
    });
    const ms = Math.round(process.monotonic() - startedMs);
    const phases = { dnsMs: 0, connectMs: 0, tlsMs: null, firstByteMs: ms, bodyMs: null };
    const failedAssertions = result.error === 'assertion' ? [{ assertion: ASSERTION, received: 'out of order' }] : [];
    const received = () => ({ ...NOTHING_RECEIVED, url, failedAssertions });
    return { ...result, ms, phases, received, address: null, certificate: null };
  }

  private async checkReference(process: Process): Promise<boolean> {
    const { network } = this;
    const lateMs = network === 'lossy' ? lossyDelayMs(this.random) : 0;
    const isSilent = network === 'silent' || lateMs === null || lateMs > 4_000;
    await process.wait(isSilent ? 5_000 : lateMs + this.random.between(20, 300));
    return !isSilent && network !== 'cut' && network !== 'captive' && this.network === network;
  }

  /** Some steps on the disk take a while, so that the process can end between any two of them. */
  private async diskTime(process: Process): Promise<void> {
    if (this.random.chance(0.1)) await process.wait(this.random.between(1, 30));
  }
}

/** A file's content, in a buffer with space for appending. */
class File {
  size = 0;
  synced = 0;
  private buffer = Buffer.alloc(0);

  get bytes(): Buffer {
    return this.buffer.subarray(0, this.size);
  }

  put(bytes: Uint8Array, at: number): void {
    const end = at + bytes.length;
    if (end > this.buffer.length) {
      const larger = Buffer.alloc(2 * end);
      larger.set(this.bytes);
      this.buffer = larger;
    }
    this.buffer.set(bytes, at);
    this.size = Math.max(this.size, end);
  }

  cut(size: number): void {
    this.buffer.fill(0, size, this.size);
    this.size = size;
    this.synced = Math.min(this.synced, size);
  }
}

/** Awaited at each step on the disk, during which the process may end. */
type DiskTime = () => Promise<void>;

/** A disk that outlives the processes that use it. Writes fail while `isFull`. */
class MemoryDisk {
  private isFull = false;
  private readonly files = new Map<string, File>();

  setFull(isFull: boolean): void {
    this.isFull = isFull;
  }

  /** Keeps a random part of the unsynced bytes. */
  cutPower(random: Random): void {
    for (const file of this.files.values()) {
      file.cut(random.between(file.synced, file.size));
      file.synced = file.size;
    }
  }

  names(folder: string): string[] {
    const prefix = `${folder}/`;
    const inside = [...this.files.keys()].filter((path) => path.startsWith(prefix));
    return [...new Set(inside.map((path) => path.slice(prefix.length).split('/')[0] ?? ''))].sort();
  }

  /** Returns what a process imports as `node:fs/promises`. */
  asModule(time: DiskTime): Record<string, unknown> {
    const { files } = this;
    const need = (path: string) => {
      const file = files.get(path);
      if (!file) throw failure('ENOENT', path);
      return file;
    };
    const after = <Args extends unknown[], Result>(work: (...args: Args) => Result) => {
      return async (...args: Args) => {
        await time();
        return work(...args);
      };
    };
    return {
      open: after((path: string, flags: string) => this.open(path, flags, time)),
      rename: after((from: string, to: string) => {
        const file = need(from);
        files.delete(from);
        files.set(to, file);
      }),
      unlink: after((path: string) => {
        need(path);
        files.delete(path);
      }),
      readFile: after((path: string) => need(path).bytes.toString('utf8')),
      readdir: after((folder: string) => this.names(folder)),
      mkdir: async () => time(),
      stat: async (path: string) => ({ size: need(path).size }),
      statfs: async () => ({ bavail: this.isFull ? 0 : 1e6, bsize: 4096 }),
    };
  }

  private open(path: string, flags: string, time: DiskTime): unknown {
    const { files } = this;
    if (flags !== 'r') {
      if (this.isFull) throw failure('ENOSPC', path);
      if (flags === 'wx' && files.has(path)) throw failure('EEXIST', path);
      if (flags !== 'a' || !files.has(path)) files.set(path, new File());
    }
    return this.handleOf(files.get(path) ?? new File(), path, time);
  }

  private handleOf(file: File, path: string, time: DiskTime): unknown {
    const put = (bytes: Buffer, at: number) => {
      if (this.isFull) throw failure('ENOSPC', path);
      file.put(bytes, at);
    };
    const sync = async () => {
      await time();
      file.synced = file.size;
    };
    return {
      sync,
      datasync: sync,
      close: () => Promise.resolve(),
      stat: async () => ({ size: file.size }),
      truncate: async (size: number) => file.cut(size),
      writeFile: async (text: string) => {
        await time();
        put(Buffer.from(text), 0);
      },
      write: async (bytes: Buffer | string, from = 0, length = bytes.length, at = file.size) => {
        await time();
        put(Buffer.from(bytes).subarray(from, from + length), at);
        return { bytesWritten: length };
      },
      read: async (into: Buffer, offset: number, length: number, at: number) => {
        const part = file.bytes.subarray(at, at + length);
        part.copy(into, offset);
        return { bytesRead: part.length };
      },
    };
  }
}

function failure(code: string, path: string): Error {
  // The error has no stack: processes look for missing files thousands of times.
  return Object.assign(Object.create(Error.prototype) as Error, { code, message: `${code}: ${path}` });
}
