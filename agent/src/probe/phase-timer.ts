import type { CheckPhases, Phase } from '@farwatch/core/values/phases';

/**
 * How long each phase took, ms, over all requests of a check; null for one that was not reached or not needed. The one
 * in which a check failed counts up to then.
 */
export type Phases = Record<`${Phase}Ms`, number | null>;

export const NO_PHASES: Phases = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, bodyMs: null };

/** Times the phases of a check: each runs until the next one starts or it is ended; repeated phases add up. */
export class PhaseTimer {
  private readonly phases = { ...NO_PHASES };
  private running: `${Phase}Ms` | null = null;
  private startedMs = 0;

  begin(phase: Phase): void {
    this.end();
    this.running = `${phase}Ms`;
  }

  /** Replaces a phase by what was measured otherwise, ms. */
  set(phase: Phase, ms: number): void {
    this.end();
    this.phases[`${phase}Ms`] = ms;
  }

  /** How long all phases took together, ms. */
  sum(): number {
    return Object.values(this.end()).reduce((all: number, ms) => all + (ms ?? 0), 0);
  }

  /** Ends the running phase. Returns all of them. */
  end(): Phases {
    const nowMs = performance.now();
    if (this.running !== null) this.phases[this.running] = (this.phases[this.running] ?? 0) + nowMs - this.startedMs;
    this.running = null;
    this.startedMs = nowMs;
    return this.phases;
  }
}

/** Phases as a check reports them; undefined if it reached none. */
export function phasesOf({ dnsMs, connectMs, tlsMs, firstByteMs, bodyMs }: Phases): CheckPhases | undefined {
  const all: CheckPhases = [whole(dnsMs), whole(connectMs), whole(tlsMs), whole(firstByteMs), whole(bodyMs)];
  return all.some((ms) => ms !== null) ? all : undefined;
}

function whole(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}
