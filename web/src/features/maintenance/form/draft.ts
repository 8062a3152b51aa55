import { scheduleProblem } from '@farwatch/core/decisions/maintenance/occurrences';
import {
  type Maintenance,
  type MaintenanceFields,
  maintenanceFieldsSchema,
} from '@farwatch/core/documents/maintenance';
import { HOUR_MS } from '@farwatch/core/values/time';
import { dateSchema } from '@farwatch/core/values/zone';
import { z } from 'zod';
import type { FieldNames } from '../../../lib/api/mark-issues.ts';
import { localTime } from '../../../lib/time/local-time.ts';
import { newRepeat, type Repeat, repeatOf, ruleOf } from './repeat.ts';

/** Minutes of each unit that a length can be entered in. */
export const LENGTH_UNITS = { minutes: 1, hours: 60, days: 24 * 60 } as const;
export type LengthUnit = keyof typeof LENGTH_UNITS;

/** A maintenance window as its form edits it. */
export type Draft = {
  name: string;
  /** Null for all monitors. */
  monitors: readonly string[] | null;
  /** YYYY-MM-DD in `timeZone`. */
  date: string;
  /** HH:MM in `timeZone`. */
  time: string;
  length: string;
  unit: LengthUnit;
  timeZone: string;
  repeat: Repeat;
  mailsSubscribers: boolean;
};

/** The codes of errors; each has a text in `maintenance.errors`. */
export const ERROR_CODES = [
  'name',
  'monitors',
  'start',
  'far',
  'unknownMonitor',
  'length',
  'weekdays',
  'until',
  'count',
  'rule',
  'never',
  'tooOften',
] as const;
type ErrorCode = (typeof ERROR_CODES)[number];

/** The fields that show each error. */
const SHOWN_AT: Record<ErrorCode, string[]> = {
  name: ['name'],
  monitors: ['monitors'],
  start: ['date'],
  far: ['date'],
  unknownMonitor: ['monitors'],
  length: ['length'],
  weekdays: ['repeat', 'weekdays'],
  until: ['repeat', 'until'],
  count: ['repeat', 'count'],
  rule: ['repeat', 'custom'],
  never: ['repeat', 'custom'],
  tooOften: ['repeat', 'custom'],
};

/**
 * Where the form shows what the API does not accept. Of a field that the form has parsed already, only the server can
 * know what is wrong: a start that is far away, a monitor that was deleted, or the repetitions of all windows together.
 */
export const REFUSED_FIELDS: FieldNames = {
  name: { field: 'name', message: 'name' },
  monitors: { field: 'monitors', message: 'unknownMonitor' },
  start: { field: 'date', message: 'far' },
  durationMin: { field: 'length', message: 'length' },
  rule: { field: 'repeat.custom', message: 'tooOften' },
};

/** Parses a draft as the API does. The message of each issue is its code. */
export const draftSchema = z.custom<Draft>().transform((draft, { addIssue }): MaintenanceFields => {
  const fields = fieldsOf(draft);
  for (const message of errorsOf(draft, fields)) addIssue({ code: 'custom', path: SHOWN_AT[message], message });
  return fields;
});

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
    mailsSubscribers: false,
  };
}

/** The draft of a stored window. Monitors that no longer exist are left out; of none that exist, all are kept. */
export function draftOf(window: Maintenance, existing: readonly string[]): Draft {
  const { name, start, durationMin, timeZone, rule, mailsSubscribers = false } = window;
  const left = window.monitors?.filter((id) => existing.includes(id)) ?? null;
  const monitors = left?.length === 0 ? window.monitors : left;
  const unit =
    durationMin % LENGTH_UNITS.days === 0 ? 'days' : durationMin % LENGTH_UNITS.hours === 0 ? 'hours' : 'minutes';
  const [date = '', time = ''] = start.split('T');
  const length = String(durationMin / LENGTH_UNITS[unit]);
  return { name, monitors, date, time, length, unit, timeZone, repeat: repeatOf(rule, start), mailsSubscribers };
}

function fieldsOf({
  name,
  monitors,
  date,
  time,
  length,
  unit,
  timeZone,
  repeat,
  mailsSubscribers,
}: Draft): MaintenanceFields {
  return {
    name: name.trim(),
    monitors: monitors && [...monitors],
    start: `${date}T${time}`,
    timeZone,
    durationMin: Number(length) * LENGTH_UNITS[unit],
    rule: ruleOf(repeat),
    mailsSubscribers,
  };
}

function errorsOf(draft: Draft, fields: MaintenanceFields): ErrorCode[] {
  const { shape } = maintenanceFieldsSchema;
  const isBad = (key: keyof typeof shape) => !shape[key].safeParse(fields[key]).success;
  const errors: (ErrorCode | false)[] = [
    isBad('name') && 'name',
    isBad('monitors') && 'monitors',
    isBad('start') && 'start',
    (draft.length.trim() === '' || isBad('durationMin')) && 'length',
    ...repeatErrors(draft),
  ];
  const found = errors.filter((code) => code !== false);
  return found.length > 0 ? found : scheduleErrors(draft, fields);
}

function repeatErrors({ repeat, date }: Draft): (ErrorCode | false)[] {
  const { kind, weekdays, ends, until, count } = repeat;
  if (kind === 'once' || kind === 'custom') return [];
  const isUntilBad = ends === 'on' && (!dateSchema.safeParse(until).success || until < date);
  const isCountBad = ends === 'after' && !/^[1-9]\d{0,3}$/.test(count.trim());
  return [kind === 'weekly' && weekdays.length === 0 && 'weekdays', isUntilBad && 'until', isCountBad && 'count'];
}

function scheduleErrors({ repeat }: Draft, fields: MaintenanceFields): ErrorCode[] {
  const problem = scheduleProblem(fields);
  if (problem === null) return [];
  if (problem === 'too_many_occurrences') return ['tooOften'];
  return [repeat.kind === 'custom' ? 'rule' : 'never'];
}
