import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  type EndpointDay,
  type MonitorDay,
  packEndpointDay,
  packMonitorDay,
  unpackEndpointDay,
  unpackMonitorDay,
} from '@farwatch/core/values/history/day-codec';

/** Returns a day's record as `months` and `years` store it. The same day gives the same bytes. */
export function deflateEndpointDay(day: EndpointDay, dayAt: number): Uint8Array {
  return deflateRawSync(packEndpointDay(day, dayAt), { level: 9 });
}

export function deflateMonitorDay(day: MonitorDay, dayAt: number): Uint8Array {
  return deflateRawSync(packMonitorDay(day, dayAt), { level: 9 });
}

/** Reads a stored day. Throws if the bytes are not a stored day. */
export function inflateEndpointDay(bytes: Uint8Array, dayAt: number): EndpointDay {
  return unpackEndpointDay(inflateRawSync(bytes), dayAt);
}

export function inflateMonitorDay(bytes: Uint8Array, dayAt: number): MonitorDay {
  return unpackMonitorDay(inflateRawSync(bytes), dayAt);
}
