import type { ChannelEvent } from '@farwatch/core/documents/channel';
import type { ChannelTiming } from '@farwatch/core/values/channel-timing';
import type { HeartbeatCheck } from '@farwatch/core/values/check-types/heartbeat';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { ChatMode } from './chat.ts';
import type { Failure, Network } from './sites.ts';

/** The length of the time without faults at the end: enough for what is retried at long intervals. */
export const CALM_MS = 75 * MINUTE_MS;
/** When the faults start: by then everything exists and was checked once. */
export const STABLE_MS = 15 * MINUTE_MS;
/** Longer than any world. */
export const FOREVER_MS = 1000 * HOUR_MS;

/** A maintenance window as its owner plans it. */
export type WindowPlan = {
  /** The local date and time in its zone. */
  start: string;
  timeZone: string;
  durationMin: number;
  /** An RRULE; null for a single occurrence. */
  rule: string | null;
  /** When the occurrence in the world really starts. */
  fromMs: number;
};

/** A ping of a job. */
export type PingPlan = {
  do: 'ping';
  site: string;
  kind: 'success' | 'start' | 'fail' | 'log';
  exitStatus: number | null;
  /** The number of the run that it names; null if it names none. */
  rid: number | null;
  /** It is repeated up to this many times until it is answered. */
  tries: number;
  /** What the network loses of the first try; with `order` it delivers the ping twice. */
  loses: 'nothing' | 'request' | 'answer' | 'order';
};

/**
 * A fault, or an owner's action, at `atMs` (ms since the start of the world) for `forMs`. `host` is the index of the
 * machine, `which` that of one of the owner's open incidents, counted around. `site` is null for the whole monitor,
 * `forMin` for a pause until it is resumed. `key` identifies the maintenance, and its occurrence ends at `toMs`
 * instead.
 */
export type Fault = { atMs: number; forMs: number } & (
  | { do: 'outage'; site: string; locations: string[]; how: Failure }
  | { do: 'network'; host: number; network: Network }
  | { do: 'kill' | 'power-cut' | 'stop' | 'sleep' | 'disk-full'; host: number }
  | { do: 'set-clock'; host: number; offsetMs: number }
  | { do: 'server-down' | 'ping-url-unreachable' }
  | { do: 'chat'; mode: ChatMode; channel: string }
  | { do: 'blackout' }
  | { do: 'edit'; monitor: number; locations: string[]; sites: string[]; keepsIds: boolean }
  | { do: 'set-interval'; owner: number; intervalMin: number }
  | { do: 'replace-agent' | 'reset-agent'; host: number }
  | { do: 'acknowledge' | 'unacknowledge' | 'unsnooze'; owner: number; which: number }
  | { do: 'snooze'; owner: number; which: number; minutes: number }
  | { do: 'maintain'; owner: number; key: string; monitor: number | null; window: WindowPlan }
  | { do: 'end-maintenance'; owner: number; key: string; toMs: number }
  | { do: 'take-over'; owner: number; uid: string; forMin: number }
  | { do: 'pause'; monitor: number; site: string | null; forMin: number | null }
  | { do: 'resume'; monitor: number; site: string | null }
  | { do: 'delete'; monitor: number }
  | PingPlan
);

/** An owner, with the timing of the specified channel. */
export type OwnerPlan = {
  uid: string;
  intervalMin: number;
  severity: string;
  silenceMin: number;
  timing: ChannelTiming;
  /** Whose the viewed channel is, which gets failures only while they are on duty; the account's if left out. */
  personId?: string;
  /** What the viewed channel gets; all if left out. */
  events?: readonly ChannelEvent[] | null;
};
/** Another channel of an owner, from `atMs` for `forMs`. */
export type ChannelPlan = {
  id: string;
  owner: number;
  /** Its filter; null for the account's. */
  severity: string | null;
  /** What it gets; null for all. */
  events: readonly ChannelEvent[] | null;
  /** Whether it announces slow sites; not if left out. */
  alsoSlow?: boolean;
  timing: ChannelTiming;
  /** Whose it is: it gets failures only while they are on duty. The account's if left out. */
  personId?: string;
  atMs: number;
  forMs: number;
  /** When its owner edits it without changing what it gets. */
  renamedAtMs: number;
};
/** A monitor of the world. */
export type MonitorPlan = {
  owner: number;
  locations: string[];
  sites: string[];
  /** Null for the owner's interval. */
  intervalSec?: number | null;
  /** The limit of its sites; none if left out. */
  slowMs?: number;
  /** The earlier monitors that it depends on; none if left out. */
  dependsOn?: readonly number[];
};

/** A job with a heartbeat, which is an endpoint of a monitor. */
export type JobPlan = {
  site: string;
  check: HeartbeatCheck;
  /** Whether it pings by its name. */
  isNamed: boolean;
};

/** Who of the first owner's account takes turns from `fromMs` on, epoch ms, in a zone whose clocks are never changed. */
export type RotationPlan = { people: readonly string[]; hours: number; timeZone: string; fromMs: number };

/** Everything that a world is made from. */
export type Scenario = {
  seed: number;
  /** When it starts, epoch ms; T0 if left out. */
  startMs?: number;
  hosts: string[];
  owners: OwnerPlan[];
  monitors: MonitorPlan[];
  channels: ChannelPlan[];
  jobs?: JobPlan[];
  rotation?: RotationPlan;
  /** How often the server's own deliveries, answers and functions fail during the faulty period, 0 to 1. */
  chaos: number;
  /** How often a commit of the functions ends with an error though it may be applied, 0 to 1; 0 if left out. */
  unknownCommits?: number;
  faults: Fault[];
  endMs: number;
};
