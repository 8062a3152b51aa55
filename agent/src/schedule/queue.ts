import { MINUTE_MS } from '@farwatch/core/values/time';
import { fullAfterOne, nextFree, type Rate } from './rate.ts';

/** Why a check runs: to confirm a change, on request or for the first time, or by schedule. */
export type Urgency = 'confirm' | 'requested' | 'usual';

const ORDER: readonly Urgency[] = ['confirm', 'requested', 'usual'];

/** How many checks run at a time, in all and on one host, and how fast they begin there. */
export type QueueLimits = { slots: number; hostSlots: number; hostRate: Rate };

/** How many checks run at a time. */
export const SLOTS = 64;

/** How many checks of one host may begin a second by default. */
export const PER_HOST = 2;

/** The limits for this many checks a second of one host: a small burst, and a few at a time. */
export function queueLimits(perHost: number): QueueLimits {
  const burst = Math.max(1, Math.round(2 * perHost));
  return { slots: SLOTS, hostSlots: Math.max(2, Math.ceil(4 * perHost)), hostRate: { burst, perSec: perHost } };
}

export type Waiting = { key: string; ownerId: string; host: string };

/** A check's slot. It can be freed for a while; taking it again always succeeds, even beyond the limit. */
export type Slot = { free: () => void; retake: () => void };

/** A check that may begin, and its slot; or when one may begin without any slot being released. */
export type Turn = ({ key: string } & Slot) | { againAtMs: number };

/** `turn` counts the checks that started: the lowest was served the longest ago. */
type Share = { ownerId: string; waiting: number; running: number; turn: number; startedAtMs: number };
type Owner = Share & { lines: Record<Urgency, Map<string, Set<string>>> };
const NOBODY: ReadonlySet<string> = new Set();

type Host = { running: number; fullAtMs: number; shares: Map<string, Share> };

/**
 * Checks that wait for a slot, each once (docs/agent.md, Schedule). Owners take turns, overall and at each
 * host; within an owner urgent checks come first, hosts in turn. Who is slowed waits behind the others. An owner may have no more slots than are free, in all
 * and at a host. A busy host delays only its own checks. Times by a clock that never jumps.
 */
export class CheckQueue {
  private readonly limits: QueueLimits;
  private slots: number;
  private readonly waiting = new Map<string, Waiting & { urgency: Urgency }>();
  private readonly owners = new Map<string, Owner>();
  private readonly hosts = new Map<string, Host>();
  private running = 0;
  private turns = 0;
  private tidiedAtMs = Number.NEGATIVE_INFINITY;
  private slowed = NOBODY;

  constructor(limits: QueueLimits) {
    this.limits = limits;
    this.slots = limits.slots;
  }

  /** Sets how many checks run at a time; running ones continue. */
  allow(slots: number): void {
    this.slots = slots;
  }

  /** Adds a check. One that waits already is raised to the greater urgency, never lowered. */
  add({ key, ownerId, host }: Waiting, urgency: Urgency): void {
    const known = this.waiting.get(key);
    if (known && ORDER.indexOf(known.urgency) <= ORDER.indexOf(urgency)) return;
    this.remove(key);
    const own = this.ownerOf(ownerId);
    const line = own.lines[urgency];
    line.set(host, (line.get(host) ?? new Set()).add(key));
    own.waiting += 1;
    this.shareOf(host, ownerId).waiting += 1;
    this.waiting.set(key, { key, ownerId, host, urgency });
  }

  has(key: string): boolean {
    return this.waiting.has(key);
  }

  /** Removes a waiting check. A running one keeps its slot until it is freed. */
  remove(key: string): void {
    const gone = this.waiting.get(key);
    if (!gone) return;
    this.waiting.delete(key);
    const own = this.ownerOf(gone.ownerId);
    const keys = own.lines[gone.urgency].get(gone.host);
    keys?.delete(key);
    if (keys?.size === 0) own.lines[gone.urgency].delete(gone.host);
    own.waiting -= 1;
    this.shareOf(gone.host, gone.ownerId).waiting -= 1;
  }

  /**
   * The next check that may begin; it has its slot until `free` is called, once. `slowed`: owners who have their turn
   * only when no other's check may begin.
   */
  take(nowMs: number, slowed: ReadonlySet<string> = NOBODY): Turn {
    this.tidy(nowMs);
    this.slowed = slowed;
    let bestKey: string | null = null;
    let best: Owner | null = null;
    let againAtMs = Number.POSITIVE_INFINITY;
    for (const own of this.owners.values()) {
      if (own.waiting === 0 || (best && !this.isAhead(own, best)) || !this.hasSlot(own)) continue;
      const found = this.firstOf(own, nowMs);
      if (typeof found === 'string') [bestKey, best] = [found, own];
      else againAtMs = Math.min(againAtMs, found);
    }
    return bestKey === null ? { againAtMs } : this.start(bestKey, nowMs);
  }

  private start(key: string, nowMs: number): Turn {
    const started = this.waiting.get(key);
    if (!started) throw new Error(`${key} does not wait`);
    this.remove(key);
    const own = this.ownerOf(started.ownerId);
    const line = own.lines[started.urgency];
    const rest = line.get(started.host);
    if (rest) {
      line.delete(started.host);
      line.set(started.host, rest); // the owner's other hosts are next
    }
    const host = this.hostOf(started.host);
    host.fullAtMs = fullAfterOne(host.fullAtMs, this.limits.hostRate, nowMs);
    this.turns += 1;
    const share = this.shareOf(started.host, started.ownerId);
    own.turn = this.turns;
    own.startedAtMs = nowMs;
    share.turn = this.turns;
    share.startedAtMs = nowMs;
    const count = (by: 1 | -1) => {
      own.running += by;
      share.running += by;
      host.running += by;
      this.running += by;
    };
    count(1);
    return { key, free: () => count(-1), retake: () => count(1) };
  }

  /** The owner's most urgent check that may begin; if none, when one may. */
  private firstOf(own: Owner, nowMs: number): string | number {
    let againAtMs = Number.POSITIVE_INFINITY;
    for (const urgency of ORDER) {
      for (const [host, keys] of own.lines[urgency]) {
        const opensAtMs = this.opensAt(host, own.ownerId, nowMs);
        if (opensAtMs <= nowMs) {
          const [key] = keys;
          if (key !== undefined) return key;
        }
        againAtMs = Math.min(againAtMs, opensAtMs);
      }
    }
    return againAtMs;
  }

  /**
   * When the host's rate allows the owner's next check; never, while a slot must be released or another owner has its
   * turn.
   */
  private opensAt(name: string, ownerId: string, nowMs: number): number {
    const host = this.hostOf(name);
    const share = this.shareOf(name, ownerId);
    if (!mayHold(share, host.running, this.limits.hostSlots)) return Number.POSITIVE_INFINITY;
    const freeAtMs = nextFree(host.fullAtMs, this.limits.hostRate, nowMs);
    if (freeAtMs > nowMs) return freeAtMs;
    for (const other of host.shares.values()) {
      if (other.waiting === 0 || !this.isAhead(other, share)) continue;
      if (mayHold(other, host.running, this.limits.hostSlots) && this.hasSlot(this.ownerOf(other.ownerId))) {
        return Number.POSITIVE_INFINITY;
      }
    }
    return nowMs;
  }

  private isAhead(a: Share, b: Share): boolean {
    const [isSlowed, isOtherSlowed] = [this.slowed.has(a.ownerId), this.slowed.has(b.ownerId)];
    return isSlowed === isOtherSlowed ? a.turn < b.turn : isOtherSlowed;
  }

  private hasSlot(share: Share): boolean {
    return mayHold(share, this.running, this.slots);
  }

  private ownerOf(ownerId: string): Owner {
    const known = this.owners.get(ownerId);
    if (known) return known;
    const made = { ...newShare(ownerId), lines: { confirm: new Map(), requested: new Map(), usual: new Map() } };
    this.owners.set(ownerId, made);
    return made;
  }

  private hostOf(host: string): Host {
    const known = this.hosts.get(host);
    if (known) return known;
    const made = { running: 0, fullAtMs: Number.NEGATIVE_INFINITY, shares: new Map() };
    this.hosts.set(host, made);
    return made;
  }

  private shareOf(host: string, ownerId: string): Share {
    const { shares } = this.hostOf(host);
    const known = shares.get(ownerId);
    if (known) return known;
    const made = newShare(ownerId);
    shares.set(ownerId, made);
    return made;
  }

  /** Forgets once a minute owners without a turn and hosts not checked lately. */
  private tidy(nowMs: number): void {
    if (nowMs < this.tidiedAtMs + MINUTE_MS) return;
    this.tidiedAtMs = nowMs;
    dropIdle(this.owners, nowMs);
    for (const [name, { shares, fullAtMs }] of this.hosts) {
      dropIdle(shares, nowMs);
      if (shares.size === 0 && fullAtMs <= nowMs) this.hosts.delete(name);
    }
  }
}

/** Whether there is a slot for an owner, who may have no more than are free. */
function mayHold({ running }: Share, taken: number, slots: number): boolean {
  return running < slots - taken;
}

function newShare(ownerId: string): Share {
  return { ownerId, waiting: 0, running: 0, turn: 0, startedAtMs: 0 };
}

function dropIdle(shares: Map<string, Share>, nowMs: number): void {
  for (const [name, { waiting, running, startedAtMs }] of shares) {
    if (waiting + running === 0 && startedAtMs < nowMs - MINUTE_MS) shares.delete(name);
  }
}

/** Names that take longer to resolve are slow; most take less. */
const SLOW_NAME_MS = 50;

/** A check's slot, which others may use while the check only waits, as for a slow name. */
export class LendableSlot {
  private readonly slot: Slot;
  private readonly onFree: () => void;
  private isHeld = true;
  private hasEnded = false;

  constructor(slot: Slot, onFree: () => void) {
    this.slot = slot;
    this.onFree = onFree;
  }

  /** Lends the slot until the wait is over, if that takes longer than 50 ms. */
  lend(waited: Promise<void>): void {
    const timer = setTimeout(() => this.free(), SLOW_NAME_MS);
    void waited.then(() => {
      clearTimeout(timer);
      if (this.isHeld || this.hasEnded) return;
      this.isHeld = true;
      this.slot.retake();
    });
  }

  end(): void {
    this.hasEnded = true;
    this.free();
  }

  private free(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.slot.free();
    this.onFree();
  }
}
