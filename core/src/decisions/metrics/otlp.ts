import type { AssignedEndpoint } from '../../documents/assignment.ts';
import { fromAssignedUrl } from '../../values/assigned-url.ts';
import type { Check } from '../../values/check.ts';
import type { LocationCode } from '../../values/locations.ts';
import { PHASES, type Phase } from '../../values/phases.ts';
import { checkTypeOf } from '../../values/url.ts';

/** A check with the endpoint as it is assigned at the location. */
export type PushedCheck = {
  check: Check;
  location: LocationCode;
  endpoint: Pick<AssignedEndpoint, 'url' | 'name' | 'group' | 'check'>;
};

type Attribute = { key: string; value: { stringValue: string } | { intValue: string } };
type DataPoint = { attributes: Attribute[]; startTimeUnixNano?: string; timeUnixNano: string; asInt: string };
type Family = { unit: string; isSum: boolean; points: DataPoint[] };

/** The metrics of the phases, as OpenTelemetry's `httpcheck` receiver calls them; it has none for the wait for an answer. */
const PHASE_METRICS: Readonly<Record<Phase, string>> = {
  dns: 'dns.lookup.duration',
  connect: 'client.connection.duration',
  tls: 'tls.handshake.duration',
  firstByte: 'response.wait.duration',
  body: 'response.duration',
};
const STATUS_CLASSES = [1, 2, 3, 4, 5];
/** AGGREGATION_TEMPORALITY_CUMULATIVE. */
const CUMULATIVE = 2;

/**
 * Returns the body of a push by OTLP/HTTP as JSON (https://opentelemetry.io/docs/specs/otlp/), with the metrics of
 * OpenTelemetry's `httpcheck` receiver; those of other check types are named alike: `tcpcheck.duration`. Sums count from
 * `startMs`.
 */
export function otlpRequest(checks: readonly PushedCheck[], startMs: number): object {
  const families = new Map<string, Family>();
  for (const { check, location, endpoint } of checks) {
    const url = fromAssignedUrl(endpoint.url);
    const type = checkTypeOf(url) ?? 'http';
    const common = [
      text('http.url', url),
      text('farwatch.endpoint', check.endpoint),
      ...[text('farwatch.name', endpoint.name), text('farwatch.monitor', endpoint.group)].filter(isFilled),
      text('farwatch.location', location),
    ];
    const add = (name: string, unit: string, value: number, more: Attribute[] = [], isSum = false) => {
      const family = families.get(`${type}check.${name}`) ?? { unit, isSum, points: [] };
      families.set(`${type}check.${name}`, family);
      const start = isSum ? { startTimeUnixNano: nanoseconds(Math.min(startMs, check.at)) } : {};
      const at = { ...start, timeUnixNano: nanoseconds(check.at) };
      family.points.push({ attributes: [...common, ...more], ...at, asInt: String(value) });
    };
    add('duration', 'ms', check.ms);
    for (const [index, ms] of (check.phases ?? []).entries()) {
      const phase = PHASES[index];
      const transport = phase === 'connect' ? [text('network.transport', 'tcp')] : [];
      if (phase && ms !== null) add(PHASE_METRICS[phase], 'ms', ms, transport);
    }
    if (check.error !== null) add('error', '{error}', 1, [text('error.message', check.error)], true);
    if (type !== 'http') add('status', '1', check.error === null ? 1 : 0, [], true);
    else
      for (const each of STATUS_CLASSES) {
        const isIt = Math.floor((check.statusCode ?? 0) / 100) === each;
        const code = isIt ? [{ key: 'http.status_code', value: { intValue: String(check.statusCode) } }] : [];
        const method = text('http.method', methodOf(endpoint));
        add('status', '1', Number(isIt), [method, text('http.status_class', `${each}xx`), ...code], true);
      }
  }
  const metrics = [...families].map(([name, { unit, isSum, points }]) =>
    isSum
      ? { name, unit, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: false, dataPoints: points } }
      : { name, unit, gauge: { dataPoints: points } },
  );
  if (metrics.length === 0) return { resourceMetrics: [] };
  const resource = { attributes: [text('service.name', 'farwatch')] };
  return { resourceMetrics: [{ resource, scopeMetrics: [{ scope: { name: 'farwatch' }, metrics }] }] };
}

function methodOf({ check }: PushedCheck['endpoint']): string {
  const method = check !== null && check !== 'unsupported' && 'method' in check ? check.method : undefined;
  return method ?? 'GET';
}

function text(key: string, stringValue: string): Attribute {
  return { key, value: { stringValue } };
}

function isFilled({ value }: Attribute): boolean {
  return !('stringValue' in value) || value.stringValue !== '';
}

/** 64-bit integers are texts in JSON. */
function nanoseconds(atMs: number): string {
  return `${atMs}000000`;
}
