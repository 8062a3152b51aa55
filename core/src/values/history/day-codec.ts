import { z } from 'zod';
import { type LocationCode, locationCodeSchema } from '../locations.ts';
import { PHASES } from '../phases.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../time.ts';
import type { DayCell, HourCell, ResponseCell } from './check-cell.ts';
import { type Histogram, histogramTotal } from './histogram.ts';
import { type Counts, NO_COUNTS, type Step, TIME_STATUSES, timeSums } from './levels.ts';

/** A UTC day of an endpoint: its statuses, and its checks by hour and location. */
export type EndpointDay = { steps: readonly Step[]; cells: readonly HourCell[] };

/** A UTC day of a monitor: the statuses of its endpoints together, and all their checks by location. */
export type MonitorDay = { steps: readonly Step[]; cells: readonly DayCell[] };

/** The first byte of a day. `slow`: its steps also tell how many endpoints are slow. Readers know all. */
const VERSIONS = { plain: 1, slow: 2 } as const;

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
  const reader = new ByteReader(bytes);
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
  writeSteps(writer, steps, { dayAt, most: MOST_STEPS.monitor });
  writeLocations(writer, cells);
  for (const { checks } of cells) writer.count(checks);
  for (const { failures } of cells) writer.count(failures);
  writeHistograms(writer, cells);
  return writer.bytes();
}

/** Reads what packMonitorDay wrote. Throws RangeError for anything else. */
export function unpackMonitorDay(bytes: Uint8Array, dayAt: number): MonitorDay {
  const reader = new ByteReader(bytes);
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

/** How a day's steps are written: each with its exact time, or only what each hour adds up to. */
const EXACT = 0;
const HOURLY = 1;

/** The bits of what a step changes: first one for each status, then these. */
const RUNNING_BIT = 1 << TIME_STATUSES.length;
const STARTED_BIT = RUNNING_BIT << 1;
const SLOW_BIT = STARTED_BIT << 1;

/** Writes the version and the steps of a day, the oldest first: more than `most` by hour. */
function writeSteps(writer: ByteWriter, steps: readonly Step[], day: { dayAt: number; most: number }): void {
  const isHourly = steps.length > day.most;
  const hasSlow = steps.some(({ slow = 0 }) => slow > 0);
  writer.count(hasSlow ? VERSIONS.slow : VERSIONS.plain);
  writer.count(isHourly ? HOURLY : EXACT);
  if (isHourly) writeHourly(writer, steps, { dayAt: day.dayAt, hasSlow });
  else writeExact(writer, steps, day.dayAt);
}

/** Reads the version and the steps of a day. */
function readSteps(reader: ByteReader, dayAt: number): Step[] {
  const version = reader.count();
  if (version !== VERSIONS.plain && version !== VERSIONS.slow) throw new RangeError('a day of an unknown version');
  const form = reader.count();
  if (form === HOURLY) return readHourly(reader, dayAt, version === VERSIONS.slow);
  if (form === EXACT) return readExact(reader, dayAt);
  throw new RangeError('steps of an unknown form');
}

const NOTHING = { counts: NO_COUNTS, running: 0, slow: 0 };

function writeExact(writer: ByteWriter, steps: readonly Step[], dayAt: number): void {
  writer.count(steps.length);
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1] ?? { ...NOTHING, atMs: dayAt };
    const changes = step.counts.map((count, status) => count - (before.counts[status] ?? 0));
    const running = step.running - before.running;
    const isUsual = step.started === Math.max(0, running);
    const slow = (step.slow ?? 0) - (before.slow ?? 0);
    const bits = changes.reduce((sum, change, status) => sum | (change === 0 ? 0 : 1 << status), 0);
    writer.count(step.atMs - before.atMs);
    writer.count(bits | (running === 0 ? 0 : RUNNING_BIT) | (isUsual ? 0 : STARTED_BIT) | (slow === 0 ? 0 : SLOW_BIT));
    for (const change of changes) if (change !== 0) writer.signed(change);
    if (running !== 0) writer.signed(running);
    if (!isUsual) writer.count(step.started);
    if (slow !== 0) writer.signed(slow);
  }
}

function readExact(reader: ByteReader, dayAt: number): Step[] {
  let before: Omit<Step, 'started'> = { ...NOTHING, atMs: dayAt };
  return reader.list(() => {
    const atMs = before.atMs + reader.count();
    const bits = reader.count();
    const has = (bit: number) => (bits & bit) !== 0;
    const counts: Counts = before.counts.map((count, status) => count + (has(1 << status) ? reader.signed() : 0));
    const change = has(RUNNING_BIT) ? reader.signed() : 0;
    const started = has(STARTED_BIT) ? reader.count() : Math.max(0, change);
    const slow = (before.slow ?? 0) + (has(SLOW_BIT) ? reader.signed() : 0);
    before = { atMs, counts, running: before.running + change, ...(slow > 0 && { slow }) };
    return { ...before, started };
  });
}

/**
 * For each hour its number, seconds in each status, outages that run at its end, those that started in it and, on a day that
 * has any, the seconds of slow time.
 */
function writeHourly(
  writer: ByteWriter,
  steps: readonly Step[],
  { dayAt, hasSlow }: { dayAt: number; hasSlow: boolean },
): void {
  const hours = [...new Set(steps.map(({ atMs }) => Math.floor((atMs - dayAt) / HOUR_MS)))];
  const [first = 0] = hours;
  const all = Array.from({ length: 24 - first }, (_, index) => first + index);
  writer.count(all.length);
  for (const hour of all) {
    const range = { fromMs: dayAt + hour * HOUR_MS, toMs: dayAt + (hour + 1) * HOUR_MS };
    const within = steps.filter(({ atMs }) => range.fromMs <= atMs && atMs < range.toMs);
    writer.count(hour);
    const sums = timeSums(steps, range);
    for (const seconds of sums.seconds) writer.count(Math.round(seconds));
    writer.count(steps.findLast(({ atMs }) => atMs < range.toMs)?.running ?? 0);
    writer.count(within.reduce((sum, { started }) => sum + started, 0));
    if (hasSlow) writer.count(Math.round(sums.slowSec));
  }
}

function readHourly(reader: ByteReader, dayAt: number, hasSlow: boolean): Step[] {
  return reader.list(() => {
    const atMs = dayAt + reader.count() * HOUR_MS;
    const counts = TIME_STATUSES.map(() => (reader.count() * SECOND_MS) / HOUR_MS);
    const outages = { running: reader.count(), started: reader.count() };
    const slow = hasSlow ? (reader.count() * SECOND_MS) / HOUR_MS : 0;
    return { atMs, counts, ...outages, ...(slow > 0 && { slow }) };
  });
}

/** Writes whole numbers as bytes: seven bits each, the lowest first, the eighth bit set while more follow. */
export class ByteWriter {
  readonly #bytes: number[] = [];

  /** Writes a number from 0 on. */
  count(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes.push((rest % 0x80) | 0x80);
    this.#bytes.push(rest);
  }

  /** Writes a number that may be negative: those near 0 take one byte. */
  signed(value: number): void {
    this.count(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Writes ASCII characters after their number. */
  text(value: string): void {
    this.count(value.length);
    for (const character of value) this.#bytes.push(character.charCodeAt(0) & 0x7f);
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** Reads what a ByteWriter wrote. Throws RangeError where the bytes end too early. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  count(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#next();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  signed(): number {
    const value = this.count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(): string {
    const length = this.count();
    return Array.from({ length }, () => String.fromCharCode(this.#next())).join('');
  }

  /** Reads a number, and as many items after it. */
  list<T>(read: () => T): T[] {
    const length = this.count();
    const items: T[] = [];
    for (let index = 0; index < length; index += 1) items.push(read());
    return items;
  }

  #next(): number {
    const byte = this.#bytes[this.#position];
    if (byte === undefined) throw new RangeError('the bytes end too early');
    this.#position += 1;
    return byte;
  }
}
