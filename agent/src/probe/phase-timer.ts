import type { CheckPhases, Phase } from '@farwatch/core/checks/phases';
import { NO_PHASES, type Phases } from './result.ts';

/** Times the phases of a hop: each lasts until the next one begins or the hop ends, and one that comes again adds up. */
export class PhaseTimer {
  private phases: Phases = NO_PHASES;
  private running: Phase | null = null;
  private startedMs = 0;

  begin(phase: Phase): void {
    this.end();
    this.running = phase;
  }

  /** Ends the running phase. Returns all of them. */
  end(): Phases {
    const nowMs = performance.now();
    if (this.running !== null) {
      this.phases = addPhases(this.phases, { ...NO_PHASES, [`${this.running}Ms`]: nowMs - this.startedMs });
    }
    this.running = null;
    this.startedMs = nowMs;
    return this.phases;
  }
}

/** The phases of both, ms; null for one that neither had. */
export function addPhases(a: Phases, b: Phases): Phases {
  return {
    dnsMs: add(a.dnsMs, b.dnsMs),
    connectMs: add(a.connectMs, b.connectMs),
    tlsMs: add(a.tlsMs, b.tlsMs),
    firstByteMs: add(a.firstByteMs, b.firstByteMs),
    bodyMs: add(a.bodyMs, b.bodyMs),
  };
}

/** Phases as a check tells them; undefined if it reached none. */
export function phasesOf({ dnsMs, connectMs, tlsMs, firstByteMs, bodyMs }: Phases): CheckPhases | undefined {
  const all: CheckPhases = [whole(dnsMs), whole(connectMs), whole(tlsMs), whole(firstByteMs), whole(bodyMs)];
  return all.some((ms) => ms !== null) ? all : undefined;
}

function add(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0);
}

function whole(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}
