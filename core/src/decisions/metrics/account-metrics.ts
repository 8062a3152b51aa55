import type { UptimeCell, Uptimes } from '../../contracts/api/history.ts';
import type { Monitor } from '../../documents/monitor.ts';
import type { LocationCode } from '../../values/locations.ts';
import { type CheckPhases, PHASES, type Phase } from '../../values/phases.ts';
import { SECOND_MS } from '../../values/time.ts';
import { checkTypeOf } from '../../values/url.ts';
import { type AssignedByLocation, countingVotes } from '../../values/vote.ts';
import { continuedUptime } from '../history/monitor-range.ts';
import { displayedUptime, endpointAvailability, monitorMetrics } from '../status/availability.ts';
import { type DisplayStatus, endpointDisplayStatus } from '../status/display-status.ts';
import { endpointHistories } from '../status/monitor-history.ts';

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** The metric families: gauges, and constant labels to join others with. */
const FAMILIES = {
  endpoint: { type: 'info', help: 'The names of an endpoint' },
  endpoint_status: { type: 'gauge', help: 'Whether the endpoint has this status; exactly one is 1' },
  probe_success: { type: 'gauge', help: 'Whether the endpoint is up from this location' },
  probe_duration_seconds: {
    type: 'gauge',
    unit: 'seconds',
    help: 'How long the last check from this location took',
  },
  probe_phase_seconds: {
    type: 'gauge',
    unit: 'seconds',
    help: 'How long each phase of the last check from this location took',
  },
  uptime_ratio: { type: 'gauge', help: 'The part of the known time in which the endpoint was up' },
  monitor_uptime_ratio: {
    type: 'gauge',
    help: 'The part of the known time in which the endpoints of the monitor were up',
  },
  incident_open: { type: 'gauge', help: 'Whether the endpoint has an incident that goes on' },
  certificate_expiry_timestamp_seconds: {
    type: 'gauge',
    unit: 'seconds',
    help: 'When the certificate of the endpoint ends, once Farwatch warns of it',
  },
} as const satisfies Record<string, { type: 'gauge' | 'info'; unit?: 'seconds'; help: string }>;
type FamilyName = keyof typeof FAMILIES;

/** The samples of each family. */
export type Metrics = Readonly<Record<FamilyName, readonly Sample[]>>;

/** The duration of a location's last check of an endpoint, ms. */
export type LastDurations = ReadonlyMap<LocationCode, ReadonlyMap<string, number>>;

/** The phases of a location's last check of an endpoint. */
export type LastPhases = ReadonlyMap<LocationCode, ReadonlyMap<string, CheckPhases>>;

/** What the metrics of an account are made of. */
export type MeasuredAccount = {
  monitors: readonly { id: string; monitor: Monitor }[];
  assigned: AssignedByLocation;
  lastMs: LastDurations;
  /** Empty if they are not requested. */
  phases: LastPhases;
  /** The uptime of each monitor up to a time of the last 24 h, from when on the monitors' documents continue it. */
  uptimes: { toMs: number; monitors: Uptimes['monitors'] };
};

const STATUSES: readonly DisplayStatus[] = ['up', 'partial', 'slow', 'down', 'unknown', 'pending', 'paused'];

const PHASE_LABELS: Readonly<Record<Phase, string>> = {
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  firstByte: 'first_byte',
  body: 'body',
};

/**
 * Returns an account's metrics. Their labels are ids, so that renaming breaks no series; names are labels of
 * `farwatch_endpoint_info` alone. What is unknown has no sample.
 */
export function accountMetrics(account: MeasuredAccount, nowMs: number): Metrics {
  const { monitors, assigned, lastMs, phases, uptimes } = account;
  const metrics: Record<FamilyName, Sample[]> = {
    endpoint: [],
    endpoint_status: [],
    probe_success: [],
    probe_duration_seconds: [],
    probe_phase_seconds: [],
    uptime_ratio: [],
    monitor_uptime_ratio: [],
    incident_open: [],
    certificate_expiry_timestamp_seconds: [],
  };
  for (const { id, monitor } of monitors) {
    for (const [window, uptime] of uptimesOf(monitor, uptimes.monitors[id], { toMs: uptimes.toMs, nowMs }))
      if (uptime !== null) metrics.monitor_uptime_ratio.push([{ monitor: id, window }, uptime / 100]);
    const histories = endpointHistories(monitor);
    const open = new Set(monitor.incidents.flatMap(({ endpoint, endedAt }) => (endedAt === null ? [endpoint] : [])));
    for (const [endpoint, each] of Object.entries(monitor.endpoints)) {
      const { name, url, votes } = each;
      const labels = { monitor: id, monitor_name: monitor.name, name, url, type: checkTypeOf(url) ?? '' };
      metrics.endpoint.push([{ endpoint, ...labels, tags: tagsText(monitor.tags) }, 1]);
      const shown = endpointDisplayStatus(each);
      for (const status of STATUSES) metrics.endpoint_status.push([{ endpoint, status }, Number(status === shown)]);
      metrics.incident_open.push([{ endpoint }, Number(open.has(endpoint))]);
      const history = histories.get(endpoint);
      const uptime = history ? displayedUptime(endpointAvailability(history, nowMs)) : null;
      if (uptime !== null) metrics.uptime_ratio.push([{ endpoint, window: '24h' }, uptime / 100]);
      const counting = countingVotes(votes, monitor.locations, assigned);
      for (const [code, vote] of Object.entries(counting)) {
        const location = code as LocationCode;
        metrics.probe_success.push([{ endpoint, location }, Number(vote.up)]);
        const ms = lastMs.get(location)?.get(endpoint);
        if (ms !== undefined) metrics.probe_duration_seconds.push([{ endpoint, location }, ms / SECOND_MS]);
        for (const [index, phaseMs] of (phases.get(location)?.get(endpoint) ?? []).entries()) {
          const phase = PHASE_LABELS[PHASES[index] ?? 'body'];
          if (phaseMs !== null) metrics.probe_phase_seconds.push([{ endpoint, location, phase }, phaseMs / SECOND_MS]);
        }
      }
      const ends = Object.values(votes).flatMap(({ certificateEndsAt: endsAt }) => endsAt ?? []);
      if (ends.length > 0)
        metrics.certificate_expiry_timestamp_seconds.push([{ endpoint }, Math.min(...ends) / SECOND_MS]);
    }
  }
  return metrics;
}

/** Returns the percent of each window, null if too little is known of it. */
function uptimesOf(
  monitor: Monitor,
  known: Uptimes['monitors'][string] | undefined,
  { toMs, nowMs }: { toMs: number; nowMs: number },
): [window: string, percent: number | null][] {
  const percentOf = (cell: UptimeCell | undefined) => {
    if (!cell) return null;
    const { uptime, knownSec } = continuedUptime(cell, monitor, { toMs, nowMs });
    return uptime === null ? null : displayedUptime({ uptimePercent: uptime, knownMs: knownSec * SECOND_MS });
  };
  return [
    ['24h', displayedUptime(monitorMetrics(monitor, nowMs))],
    ['7d', percentOf(known?.days7)],
    ['30d', percentOf(known?.days30)],
    ['90d', percentOf(known?.days90)],
  ];
}

/** With a comma at both ends, so that a pattern such as `.*,prod,.*` finds one. */
function tagsText(tags: readonly string[]): string {
  return tags.length === 0 ? '' : `,${tags.join()},`;
}

const TEXT = 'text/plain; version=0.0.4; charset=utf-8';
const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** Returns metrics as OpenMetrics if the Accept header names it, else in Prometheus' text format, with the media type. */
export function metricsText(metrics: Metrics, accept: string): { contentType: string; text: string } {
  const isOpen = accept.includes('application/openmetrics-text');
  const lines = Object.entries(FAMILIES).flatMap(([id, { type, help, ...more }]) => {
    if (metrics[id as FamilyName].length === 0) return [];
    const name = `farwatch_${id}`;
    const sampled = type === 'info' ? `${name}_info` : name;
    const family = isOpen ? name : sampled;
    return [
      `# HELP ${family} ${help}.`,
      `# TYPE ${family} ${isOpen ? type : 'gauge'}`,
      ...(isOpen && 'unit' in more ? [`# UNIT ${family} ${more.unit}`] : []),
      ...metrics[id as FamilyName].map(([labels, value]) => `${sampled}{${labelsText(labels)}} ${value}`),
    ];
  });
  const text = [...lines, ...(isOpen ? ['# EOF'] : [])].join('\n');
  return { contentType: isOpen ? OPEN_METRICS : TEXT, text: `${text}\n` };
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`)
    .join();
}
