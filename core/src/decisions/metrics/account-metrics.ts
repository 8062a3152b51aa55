import type { Monitor } from '../../documents/monitor.ts';
import type { LocationCode } from '../../values/locations.ts';
import { SECOND_MS } from '../../values/time.ts';
import { checkTypeOf } from '../../values/url.ts';
import { type AssignedByLocation, countingVotes } from '../../values/vote.ts';
import { displayedUptime, endpointAvailability } from '../status/availability.ts';
import { type DisplayStatus, endpointDisplayStatus } from '../status/display-status.ts';
import { endpointHistories } from '../status/monitor-history.ts';

/** A metric family: gauges, or constant labels to join others with. Each sample has labels and a value. */
type Family = {
  name: string;
  help: string;
  type: 'gauge' | 'info';
  unit?: 'seconds';
  samples: (readonly [labels: Readonly<Record<string, string>>, value: number])[];
};

/** The duration of a location's last check of an endpoint, ms. */
export type LastDurations = ReadonlyMap<LocationCode, ReadonlyMap<string, number>>;

/** What the metrics of an account are made of. */
export type MeasuredAccount = {
  monitors: readonly { id: string; monitor: Monitor }[];
  assigned: AssignedByLocation;
  lastMs: LastDurations;
};

const STATUSES: readonly DisplayStatus[] = ['up', 'partial', 'down', 'unknown', 'pending', 'paused'];

/**
 * Returns an account's metrics. Their labels are ids, so that renaming breaks no series; names are labels of
 * `farwatch_endpoint_info` alone. What is unknown has no sample.
 */
export function accountMetrics({ monitors, assigned, lastMs }: MeasuredAccount, nowMs: number): Family[] {
  const samples = {
    info: [] as Family['samples'],
    status: [] as Family['samples'],
    success: [] as Family['samples'],
    duration: [] as Family['samples'],
    uptime: [] as Family['samples'],
    incident: [] as Family['samples'],
    certificate: [] as Family['samples'],
  };
  for (const { id, monitor } of monitors) {
    const histories = endpointHistories(monitor);
    const open = new Set(monitor.incidents.flatMap(({ endpoint, endedAt }) => (endedAt === null ? [endpoint] : [])));
    for (const [endpoint, each] of Object.entries(monitor.endpoints)) {
      const { name, url, votes } = each;
      const labels = { monitor: id, monitor_name: monitor.name, name, url, type: checkTypeOf(url) ?? '' };
      samples.info.push([{ endpoint, ...labels, tags: tagsText(monitor.tags) }, 1]);
      const shown = endpointDisplayStatus(each);
      samples.status.push(...STATUSES.map((status) => [{ endpoint, status }, Number(status === shown)] as const));
      samples.incident.push([{ endpoint }, Number(open.has(endpoint))]);
      const history = histories.get(endpoint);
      const uptime = history ? displayedUptime(endpointAvailability(history, nowMs)) : null;
      if (uptime !== null) samples.uptime.push([{ endpoint, window: '24h' }, uptime / 100]);
      const counting = countingVotes(votes, monitor.locations, assigned);
      for (const [code, vote] of Object.entries(counting)) {
        const location = code as LocationCode;
        samples.success.push([{ endpoint, location }, Number(vote.up)]);
        const ms = lastMs.get(location)?.get(endpoint);
        if (ms !== undefined) samples.duration.push([{ endpoint, location }, ms / SECOND_MS]);
      }
      const ends = Object.values(votes).flatMap(({ certificateEndsAt: endsAt }) => endsAt ?? []);
      if (ends.length > 0) samples.certificate.push([{ endpoint }, Math.min(...ends) / SECOND_MS]);
    }
  }
  return [
    { name: 'farwatch_endpoint', type: 'info', help: 'The names of an endpoint', samples: samples.info },
    {
      name: 'farwatch_endpoint_status',
      type: 'gauge',
      help: 'Whether the endpoint has this status; exactly one is 1',
      samples: samples.status,
    },
    {
      name: 'farwatch_probe_success',
      type: 'gauge',
      help: 'Whether the endpoint is up from this location',
      samples: samples.success,
    },
    {
      name: 'farwatch_probe_duration_seconds',
      type: 'gauge',
      unit: 'seconds',
      help: 'How long the last check from this location took',
      samples: samples.duration,
    },
    {
      name: 'farwatch_uptime_ratio',
      type: 'gauge',
      help: 'The part of the known time in which the endpoint was up',
      samples: samples.uptime,
    },
    {
      name: 'farwatch_incident_open',
      type: 'gauge',
      help: 'Whether the endpoint has an incident that goes on',
      samples: samples.incident,
    },
    {
      name: 'farwatch_certificate_expiry_timestamp_seconds',
      type: 'gauge',
      unit: 'seconds',
      help: 'When the certificate of the endpoint ends, once Farwatch warns of it',
      samples: samples.certificate,
    },
  ];
}

/** With a comma at both ends, so that a pattern such as `.*,prod,.*` finds one. */
function tagsText(tags: readonly string[]): string {
  return tags.length === 0 ? '' : `,${tags.join()},`;
}

const TEXT = 'text/plain; version=0.0.4; charset=utf-8';
const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** Returns metrics as OpenMetrics if the Accept header names it, else in Prometheus' text format, with the media type. */
export function metricsText(families: readonly Family[], accept: string): { contentType: string; text: string } {
  const isOpen = accept.includes('application/openmetrics-text');
  const lines = families.flatMap(({ name, type, unit, help, samples }) => {
    const sampled = type === 'info' ? `${name}_info` : name;
    const family = isOpen ? name : sampled;
    return [
      `# HELP ${family} ${help}.`,
      `# TYPE ${family} ${isOpen ? type : 'gauge'}`,
      ...(isOpen && unit ? [`# UNIT ${family} ${unit}`] : []),
      ...samples.map(([labels, value]) => `${sampled}{${labelsText(labels)}} ${value}`),
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
