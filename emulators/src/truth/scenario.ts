import type { ChatMode } from './chat.ts';
import type { Failure, Network } from './sites.ts';

export const MINUTE_MS = 60_000;
/** How long nothing goes wrong at the end: whatever is retried at long intervals has its turn. */
export const CALM_MS = 75 * MINUTE_MS;
/** When the trouble begins: by then everything is made and was checked once. */
export const STABLE_MS = 15 * MINUTE_MS;

/** What goes wrong, or what an owner does, from `atMs` on (ms since the world began) for `forMs`. `host` counts machines. */
export type Fault = { atMs: number; forMs: number } & (
  | { do: 'outage'; site: string; locations: string[]; how: Failure }
  | { do: 'network'; host: number; network: Network }
  | { do: 'kill' | 'power-cut' | 'stop' | 'sleep' | 'disk-full'; host: number }
  | { do: 'set-clock'; host: number; offsetMs: number }
  | { do: 'server-away' }
  | { do: 'chat'; mode: ChatMode }
  | { do: 'blackout' }
  | { do: 'edit'; monitor: number; locations: string[]; sites: string[]; keepsIds: boolean }
  | { do: 'set-interval'; owner: number; intervalMin: number }
  | { do: 'replace-agent' | 'reset-agent'; host: number }
);

export type OwnerPlan = { uid: string; intervalMin: number; severity: string; silenceMin: number };
export type MonitorPlan = { owner: number; locations: string[]; sites: string[] };

/** Everything that a world is made from. */
export type Scenario = {
  seed: number;
  hosts: string[];
  owners: OwnerPlan[];
  monitors: MonitorPlan[];
  /** How often the server's own deliveries, answers and functions fail while trouble lasts, 0 to 1. */
  chaos: number;
  faults: Fault[];
  endMs: number;
};
