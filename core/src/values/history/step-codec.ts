import { HOUR_MS, SECOND_MS } from '../time.ts';
import type { ByteReader, ByteWriter } from './byte-codec.ts';
import { type Counts, NO_COUNTS, type Step, TIME_STATUSES, timeSums } from './levels.ts';

/** How a day's steps are written: each with its exact time, or only what each hour adds up to. */
const EXACT = 0;
const HOURLY = 1;

/** The bits of what a step changes: first one for each status, then these. */
const RUNNING_BIT = 1 << TIME_STATUSES.length;
const STARTED_BIT = RUNNING_BIT << 1;

/** Writes the steps of a day, the oldest first: more than `most` by hour. */
export function writeSteps(writer: ByteWriter, steps: readonly Step[], day: { dayAt: number; most: number }): void {
  const isHourly = steps.length > day.most;
  writer.count(isHourly ? HOURLY : EXACT);
  if (isHourly) writeHourly(writer, steps, day.dayAt);
  else writeExact(writer, steps, day.dayAt);
}

/** Reads the steps of a day. */
export function readSteps(reader: ByteReader, dayAt: number): Step[] {
  const form = reader.count();
  if (form === HOURLY) return readHourly(reader, dayAt);
  if (form === EXACT) return readExact(reader, dayAt);
  throw new RangeError('steps of an unknown form');
}

const NOTHING = { counts: NO_COUNTS, running: 0 };

function writeExact(writer: ByteWriter, steps: readonly Step[], dayAt: number): void {
  writer.count(steps.length);
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1] ?? { ...NOTHING, atMs: dayAt };
    const changes = step.counts.map((count, status) => count - (before.counts[status] ?? 0));
    const running = step.running - before.running;
    const isUsual = step.started === Math.max(0, running);
    const bits = changes.reduce((sum, change, status) => sum | (change === 0 ? 0 : 1 << status), 0);
    writer.count(step.atMs - before.atMs);
    writer.count(bits | (running === 0 ? 0 : RUNNING_BIT) | (isUsual ? 0 : STARTED_BIT));
    for (const change of changes) if (change !== 0) writer.signed(change);
    if (running !== 0) writer.signed(running);
    if (!isUsual) writer.count(step.started);
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
    before = { atMs, counts, running: before.running + change };
    return { ...before, started };
  });
}

/** For each hour its number, seconds in each status, outages that run at its end, and those that began in it. */
function writeHourly(writer: ByteWriter, steps: readonly Step[], dayAt: number): void {
  const hours = [...new Set(steps.map(({ atMs }) => Math.floor((atMs - dayAt) / HOUR_MS)))];
  const [first = 0] = hours;
  const all = Array.from({ length: 24 - first }, (_, index) => first + index);
  writer.count(all.length);
  for (const hour of all) {
    const range = { fromMs: dayAt + hour * HOUR_MS, toMs: dayAt + (hour + 1) * HOUR_MS };
    const within = steps.filter(({ atMs }) => range.fromMs <= atMs && atMs < range.toMs);
    writer.count(hour);
    for (const seconds of timeSums(steps, range).seconds) writer.count(Math.round(seconds));
    writer.count(steps.findLast(({ atMs }) => atMs < range.toMs)?.running ?? 0);
    writer.count(within.reduce((sum, { started }) => sum + started, 0));
  }
}

function readHourly(reader: ByteReader, dayAt: number): Step[] {
  return reader.list(() => {
    const atMs = dayAt + reader.count() * HOUR_MS;
    const counts = TIME_STATUSES.map(() => (reader.count() * SECOND_MS) / HOUR_MS);
    return { atMs, counts, running: reader.count(), started: reader.count() };
  });
}
