import { z } from 'zod';
import { type LocationCode, locationCodeSchema } from '../locations.ts';
import { PHASES } from '../phases.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';
import { ByteReader, ByteWriter } from './byte-codec.ts';
import type { DayCell, HourCell, ResponseCell } from './check-cell.ts';
import { type Histogram, histogramTotal } from './histogram.ts';
import type { Step } from './levels.ts';
import { readSteps, writeSteps } from './step-codec.ts';

/** A UTC day of an endpoint: its statuses, and its checks by hour and location. */
export type EndpointDay = { steps: readonly Step[]; cells: readonly HourCell[] };

/** A UTC day of a monitor: the statuses of its endpoints together, and all their checks by location. */
export type MonitorDay = { steps: readonly Step[]; cells: readonly DayCell[] };

/** Each changes the first byte; readers know all that were ever written. */
const VERSION = 1;

/** More steps of an endpoint, or of a monitor, in a day become the sums of its hours. */
const MOST_STEPS = { endpoint: 100, monitor: 300 };
const HOURS = DAY_MS / HOUR_MS;

/** Bytes as Firestore stores them. */
export const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'not bytes');

/**
 * Writes an endpoint's day. Values of one sort stand together, a location's hours in a row, so that compression finds
 * what is alike.
 */
export function packEndpointDay({ steps, cells }: EndpointDay, dayAt: number): Uint8Array {
  const writer = new ByteWriter();
  writer.count(VERSION);
  writeSteps(writer, steps, { dayAt, most: MOST_STEPS.endpoint });
  const locations = writeLocations(writer, cells);
  const grid = new Map(cells.map((cell) => [`${cell.location} ${cell.hourAt}`, cell]));
  const inOrder = locations.flatMap((location) =>
    Array.from({ length: HOURS }, (_, hour) => grid.get(`${location} ${dayAt + hour * HOUR_MS}`)),
  );
  for (const cell of inOrder) writer.count(cell?.checks ?? 0);
  const present = inOrder.flatMap((cell) => (cell && cell.checks > 0 ? [cell] : []));
  for (const { failures } of present) writer.count(failures);
  for (const phase of PHASES.keys()) {
    for (const { phases } of present) writer.count(phases[phase] == null ? 0 : Math.round(phases[phase]) + 1);
  }
  writeHistograms(writer, present);
  return writer.bytes();
}

/** Reads what packEndpointDay wrote. Throws RangeError for anything else. */
export function unpackEndpointDay(bytes: Uint8Array, dayAt: number): EndpointDay {
  const reader = startReading(bytes);
  const steps = readSteps(reader, dayAt);
  const places = reader
    .list(() => reader.text())
    .flatMap((location) => Array.from({ length: HOURS }, (_, hour) => ({ location, hourAt: dayAt + hour * HOUR_MS })));
  const counted = places.map((place) => ({ ...place, checks: reader.count() })).filter(({ checks }) => checks > 0);
  const failures = counted.map(() => reader.count());
  const phases = PHASES.map(() => counted.map(() => reader.count()));
  const histograms = readHistograms(reader, counted.length);
  const cells = counted.map((cell, index) => ({
    ...cell,
    failures: failures[index] ?? 0,
    phases: phases.map((means) => (means[index] ? means[index] - 1 : null)),
    histogram: histograms[index] ?? new Map(),
  }));
  return { steps, cells: cells.filter(hasKnownLocation) };
}

/** Writes a monitor's day. */
export function packMonitorDay({ steps, cells }: MonitorDay, dayAt: number): Uint8Array {
  const writer = new ByteWriter();
  writer.count(VERSION);
  writeSteps(writer, steps, { dayAt, most: MOST_STEPS.monitor });
  writeLocations(writer, cells);
  for (const { checks } of cells) writer.count(checks);
  for (const { failures } of cells) writer.count(failures);
  writeHistograms(writer, cells);
  return writer.bytes();
}

/** Reads what packMonitorDay wrote. Throws RangeError for anything else. */
export function unpackMonitorDay(bytes: Uint8Array, dayAt: number): MonitorDay {
  const reader = startReading(bytes);
  const steps = readSteps(reader, dayAt);
  const locations = reader.list(() => reader.text());
  const checks = locations.map(() => reader.count());
  const failures = locations.map(() => reader.count());
  const histograms = readHistograms(reader, locations.length);
  const cells = locations.map((location, index) => ({
    location,
    checks: checks[index] ?? 0,
    failures: failures[index] ?? 0,
    histogram: histograms[index] ?? new Map(),
  }));
  return { steps, cells: cells.filter(hasKnownLocation) };
}

function startReading(bytes: Uint8Array): ByteReader {
  const reader = new ByteReader(bytes);
  if (reader.count() !== VERSION) throw new RangeError('a day of an unknown version');
  return reader;
}

/** Writes the locations by their codes, once each, and returns them. A location may leave the table later. */
function writeLocations(writer: ByteWriter, cells: readonly { location: LocationCode }[]): LocationCode[] {
  const locations = [...new Set(cells.map(({ location }) => location))];
  writer.count(locations.length);
  for (const location of locations) writer.text(location);
  return locations;
}

function hasKnownLocation<T extends { location: string }>(cell: T): cell is T & { location: LocationCode } {
  return locationCodeSchema.safeParse(cell.location).success;
}

/** Writes the lowest bucket of each histogram, the number of buckets from it on, and then what each counts. */
function writeHistograms(writer: ByteWriter, cells: readonly ResponseCell[]): void {
  const ranges = cells.map(({ histogram }) => bucketRange(histogram));
  let before = 0;
  for (const { lowest, length } of ranges) {
    writer.count(length);
    if (length > 0) writer.signed(lowest - before);
    if (length > 0) before = lowest;
  }
  for (const [index, { lowest, length }] of ranges.entries()) {
    for (let bucket = lowest; bucket < lowest + length; bucket += 1) {
      writer.count(cells[index]?.histogram.get(bucket) ?? 0);
    }
  }
}

function bucketRange(histogram: Histogram): { lowest: number; length: number } {
  if (histogramTotal(histogram) === 0) return { lowest: 0, length: 0 };
  const lowest = Math.min(...histogram.keys());
  return { lowest, length: Math.max(...histogram.keys()) - lowest + 1 };
}

function readHistograms(reader: ByteReader, cells: number): Histogram[] {
  let before = 0;
  const ranges = Array.from({ length: cells }, () => {
    const length = reader.count();
    if (length > 0) before += reader.signed();
    return { lowest: before, length };
  });
  return ranges.map(({ lowest, length }) => {
    const counts = Array.from({ length }, (_, index) => [lowest + index, reader.count()] as const);
    return new Map(counts.filter(([, count]) => count > 0));
  });
}
