import type { Random } from '../platform/random.ts';
import type { Fault } from './scenario.ts';
import type { Timeline } from './timeline.ts';

/**
 * How a machine reaches the internet. `cut`: it has no route; `silent`: it gets no answers; `captive`: the local
 * network answers everything; `walled`: only Farwatch's server cannot be reached; `lossy`: each packet may be lost.
 */
export type Network = 'ok' | 'cut' | 'silent' | 'captive' | 'walled' | 'lossy';

export type Failure = 'status' | 'refused' | 'timeout' | 'slow' | 'assertion';

/** The assertion about some sites. In an outage of that kind their answers lack it, with a good status. */
export const ASSERTION = { source: 'body', op: 'contains', value: 'all is well' } as const;

/** Whether the checks of a site assert or expect something. */
export function isAsserted(site: string): boolean {
  return /[02468]\D*$/.test(site);
}

/** How a site answers: well, late, or with a failure of its own or of the network on the way. */
export type Condition = Failure | 'up' | Exclude<Network, 'ok' | 'walled' | 'lossy'>;

/** A period in which a site fails from some locations. */
export type Outage = { site: string; fromMs: number; toMs: number; locations: readonly string[]; how: Failure };

type Result = {
  statusCode: number | null;
  error: string | null;
  localFailure: string | null;
  isProof: boolean;
  certificateEndsAtMs: null;
  phases: { dnsMs: null; connectMs: null; tlsMs: null; firstByteMs: null };
};
type ProbeOutcome = { afterMs: number; result: Result };

const PHASES = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null };

/** The websites of a world, and when each fails from where. */
export class Sites {
  readonly outages: readonly Outage[];
  private readonly timeline: Timeline;
  private readonly random: Random;
  private readonly bySite: Map<string, Outage[]>;

  constructor(outages: readonly Outage[], timeline: Timeline, random: Random) {
    this.outages = outages;
    this.timeline = timeline;
    this.random = random;
    this.bySite = Map.groupBy(outages, ({ site }) => site);
  }

  /** The outage of a site at a location at that time. */
  outageAt(site: string, location: string, atMs: number): Outage | undefined {
    const all = this.bySite.get(site) ?? [];
    return all.find(
      ({ fromMs, toMs, locations, how }) =>
        how !== 'slow' && fromMs <= atMs && atMs < toMs && locations.includes(location),
    );
  }

  /** How a site of another type than a website answers from there now, through that network. */
  conditionOf(site: string, location: string, network: Network): Condition {
    if (network === 'cut' || network === 'silent' || network === 'captive') return network;
    const { nowMs } = this.timeline;
    const failing = this.outageAt(site, location, nowMs);
    if (network === 'lossy' && lossyDelayMs(this.random) === null) return 'timeout';
    if (failing) return failing.how === 'assertion' && !isAsserted(site) ? 'status' : failing.how;
    return this.isSlow(site, location) ? 'slow' : 'up';
  }

  private isSlow(site: string, location: string): boolean {
    const { nowMs } = this.timeline;
    return (this.bySite.get(site) ?? []).some(
      ({ how, fromMs, toMs, locations }) =>
        how === 'slow' && fromMs <= nowMs && nowMs < toMs && locations.includes(location),
    );
  }

  /** How a URL answers from there now, through that network. */
  probe(url: string, location: string, network: Network): ProbeOutcome {
    const { random } = this;
    const { nowMs } = this.timeline;
    if (network === 'cut') return outcome(random.between(1, 5), null, 'network', { localFailure: 'no-network' });
    if (network === 'silent') return outcome(4_000, null, 'timeout');
    if (network === 'captive') return outcome(random.between(5, 50), 200, null);
    const lateMs = network === 'lossy' ? lossyDelayMs(random) : 0;
    if (lateMs === null) return outcome(10_000, null, 'timeout');
    const found = this.answerOf(siteOf(url), location, nowMs);
    return { ...found, afterMs: found.afterMs + lateMs };
  }

  private answerOf(site: string, location: string, nowMs: number): ProbeOutcome {
    const { random } = this;
    const failing = this.outageAt(site, location, nowMs);
    if (!failing) {
      const isSlow = this.isSlow(site, location);
      return outcome(isSlow ? random.between(2_000, 9_500) : random.between(40, 600), 200, null, { isProof: true });
    }
    if (failing.how === 'status' || (failing.how === 'assertion' && !isAsserted(site)))
      return outcome(random.between(40, 600), 503, 'status', { isProof: true });
    if (failing.how === 'assertion') return outcome(random.between(40, 600), 200, 'assertion', { isProof: true });
    if (failing.how === 'refused') return outcome(random.between(20, 200), null, 'refused');
    return outcome(random.between(4_000, 10_000), null, 'timeout');
  }
}

/** How likely a packet or its answer is lost in a lossy network: about one packet in ten. */
const LOST = 0.19;
/** When a packet without an answer is sent again, since it was sent first (RFC 6298). */
const SENT_AT_MS = [0, 1_000, 3_000, 7_000];
/** To look up the name, to connect, for TLS, and to request. */
const ROUND_TRIPS = 4;

/** How much later an answer comes because packets are lost; null if one is lost until the check gives up. */
export function lossyDelayMs(random: Random): number | null {
  const delays = Array.from({ length: ROUND_TRIPS }, () => SENT_AT_MS.find(() => !random.chance(LOST)));
  const sumMs = delays.reduce<number>((sum, each) => sum + (each ?? Number.POSITIVE_INFINITY), 0);
  return sumMs < 9_000 ? sumMs : null;
}

function outcome(
  afterMs: number,
  statusCode: number | null,
  error: string | null,
  more: { isProof?: boolean; localFailure?: string } = {},
): ProbeOutcome {
  const { isProof = false, localFailure = null } = more;
  return { afterMs, result: { statusCode, error, localFailure, isProof, certificateEndsAtMs: null, phases: PHASES } };
}

/** The host of a website by its number. */
export function siteName(number: number): string {
  return `site${number}.farwatch.test`;
}

/** A page of a website, which fails on its own unless its outage is that of others too. */
export function pageName(site: number, page: number): string {
  return `${siteName(site)}/${page}`;
}

/** The site of an endpoint's URL: a host, or a page of a website. */
export function siteOf(url: string): string {
  const { protocol, hostname, pathname } = new URL(url);
  return protocol === 'https:' ? `${hostname}${pathname}`.replace(/\/$/, '') : hostname;
}

/** The host of a site. */
export function hostOfSite(site: string): string {
  return site.split('/', 1).join();
}

/** The outages among the faults of a world. */
export function outagesOf(faults: readonly Fault[], startMs: number): Outage[] {
  return faults.flatMap((fault) => {
    if (fault.do !== 'outage') return [];
    const { site, locations, how, atMs, forMs } = fault;
    return [{ site, locations, how, fromMs: startMs + atMs, toMs: startMs + atMs + forMs }];
  });
}
