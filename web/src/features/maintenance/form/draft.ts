import { scheduleProblem } from '@farwatch/core/decisions/maintenance/occurrences';
import {
  type Maintenance,
  type MaintenanceFields,
  maintenanceFieldsSchema,
} from '@farwatch/core/documents/maintenance';
import { HOUR_MS } from '@farwatch/core/values/time';
import { dateSchema, wallClock } from '@farwatch/core/values/zone';
import { newRepeat, type Repeat, repeatOf, ruleOf } from './repeat.ts';

/** Minutes of each unit that a length can be entered in. */
export const LENGTH_UNITS = { minutes: 1, hours: 60, days: 24 * 60 } as const;
export type LengthUnit = keyof typeof LENGTH_UNITS;

/** A window as its form edits it. `monitors`: null for all. `date`: YYYY-MM-DD, `time`: HH:MM, both in `timeZone`. */
export type Draft = {
  name: string;
  monitors: readonly string[] | null;
  date: string;
  time: string;
  length: string;
  unit: LengthUnit;
  timeZone: string;
  repeat: Repeat;
};

/** What is wrong, by the field that shows it. */
export type DraftErrors = Partial<
  Record<'name' | 'monitors' | 'start' | 'length' | 'weekdays' | 'until' | 'count' | 'rule', ErrorCode>
>;
export type ErrorCode =
  | 'name'
  | 'monitors'
  | 'start'
  | 'length'
  | 'weekdays'
  | 'until'
  | 'count'
  | 'rule'
  | 'never'
  | 'tooOften';

/** A new window: an hour at the next full hour of the zone, or at that hour of `date`; for all monitors. */
export function newDraft(nowMs: number, timeZone: string, date: string | null): Draft {
  const local = localTime(Math.ceil((nowMs + 1) / HOUR_MS) * HOUR_MS, timeZone);
  const day = date ?? local.date;
  return {
    name: '',
    monitors: null,
    date: day,
    time: `${local.time.slice(0, 2)}:00`,
    length: '1',
    unit: 'hours',
    timeZone,
    repeat: newRepeat(day),
  };
}

/** The date and time of a zone's clock. */
export function localTime(atMs: number, timeZone: string): { date: string; time: string } {
  const local = new Date(atMs + wallClock(timeZone).offsetMs(atMs)).toISOString();
  return { date: local.slice(0, 10), time: local.slice(11, 16) };
}

/** The draft of a stored window. Monitors that no longer exist are left out; of none that exist, all are kept. */
export function draftOf(window: Maintenance, existing: readonly string[]): Draft {
  const { name, start, durationMin, timeZone, rule } = window;
  const left = window.monitors?.filter((id) => existing.includes(id)) ?? null;
  const monitors = left?.length === 0 ? window.monitors : left;
  const unit =
    durationMin % LENGTH_UNITS.days === 0 ? 'days' : durationMin % LENGTH_UNITS.hours === 0 ? 'hours' : 'minutes';
  const [date = '', time = ''] = start.split('T');
  const length = String(durationMin / LENGTH_UNITS[unit]);
  return { name, monitors, date, time, length, unit, timeZone, repeat: repeatOf(rule, start) };
}

/** What the draft says, as the API takes it; only meaningful for one without errors. */
export function fieldsOfDraft({
  name,
  monitors,
  date,
  time,
  length,
  unit,
  timeZone,
  repeat,
}: Draft): MaintenanceFields {
  return {
    name: name.trim(),
    monitors: monitors && [...monitors],
    start: `${date}T${time}`,
    timeZone,
    durationMin: Number(length) * LENGTH_UNITS[unit],
    rule: ruleOf(repeat),
  };
}

/** What is wrong with the draft; null if nothing is. */
export function errorsOf(draft: Draft): DraftErrors | null {
  const fields = fieldsOfDraft(draft);
  const { shape } = maintenanceFieldsSchema;
  const isBad = (key: keyof typeof shape) => !shape[key].safeParse(fields[key]).success;
  const errors: DraftErrors = {
    ...(isBad('name') && { name: 'name' }),
    ...(isBad('monitors') && { monitors: 'monitors' }),
    ...(isBad('start') && { start: 'start' }),
    ...((draft.length.trim() === '' || isBad('durationMin')) && { length: 'length' }),
    ...repeatErrors(draft),
  };
  if (Object.keys(errors).length === 0) Object.assign(errors, scheduleErrors(draft, fields));
  return Object.keys(errors).length > 0 ? errors : null;
}

function repeatErrors({ repeat, date }: Draft): DraftErrors {
  const { kind, weekdays, ends, until, count } = repeat;
  if (kind === 'once' || kind === 'custom') return {};
  const isUntilBad = ends === 'on' && (!dateSchema.safeParse(until).success || until < date);
  const isCountBad = ends === 'after' && !/^[1-9]\d{0,3}$/.test(count.trim());
  return {
    ...(kind === 'weekly' && weekdays.length === 0 && { weekdays: 'weekdays' }),
    ...(isUntilBad && { until: 'until' }),
    ...(isCountBad && { count: 'count' }),
  };
}

function scheduleErrors({ repeat }: Draft, fields: MaintenanceFields): DraftErrors {
  const problem = scheduleProblem(fields);
  if (problem === null) return {};
  if (problem === 'too_many_occurrences') return { rule: 'tooOften' };
  return { rule: repeat.kind === 'custom' ? 'rule' : 'never' };
}
