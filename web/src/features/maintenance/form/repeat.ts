/** The days of a week in RRULE's names, Monday first. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const REPEAT_KINDS = ['once', 'daily', 'weekly', 'monthlyDay', 'monthlyWeekday', 'custom'] as const;
export type RepeatKind = (typeof REPEAT_KINDS)[number];

/** Which of a month's equal weekdays; -1 for the last. */
export const ORDINALS = ['1', '2', '3', '4', '-1'] as const;
export type Ordinal = (typeof ORDINALS)[number];

/** How a window repeats, as the form edits it. */
export type Repeat = {
  kind: RepeatKind;
  weekdays: readonly Weekday[];
  /** 1 to 31, or -1 for the last day. */
  monthDay: string;
  ordinal: Ordinal;
  weekday: Weekday;
  custom: string;
  ends: 'never' | 'on' | 'after';
  /** YYYY-MM-DD. */
  until: string;
  count: string;
};

/** Returns a rule for a single occurrence; for every other choice it has defaults that fit the date, YYYY-MM-DD. */
export function newRepeat(date: string): Repeat {
  const day = new Date(`${date}T00:00Z`);
  const weekday = WEEKDAYS[(day.getUTCDay() + 6) % 7] ?? 'MO';
  const monthDay = day.getUTCDate() || 1;
  const ordinal = ORDINALS[Math.min(4, Math.floor((monthDay - 1) / 7))] ?? '1';
  return {
    kind: 'once',
    weekdays: [weekday],
    monthDay: String(monthDay),
    ordinal,
    weekday,
    custom: 'FREQ=WEEKLY;INTERVAL=2',
    ends: 'never',
    until: '',
    count: '10',
  };
}

/** The RRULE; null for once. */
export function ruleOf(repeat: Repeat): string | null {
  const { kind, custom } = repeat;
  if (kind === 'once') return null;
  if (kind === 'custom')
    return custom
      .trim()
      .replace(/^RRULE:/i, '')
      .toUpperCase();
  return [frequencyOf(repeat, kind), endOf(repeat)].filter(Boolean).join(';');
}

function frequencyOf(repeat: Repeat, kind: Exclude<RepeatKind, 'once' | 'custom'>): string {
  switch (kind) {
    case 'daily':
      return 'FREQ=DAILY';
    case 'weekly':
      return `FREQ=WEEKLY;BYDAY=${WEEKDAYS.filter((day) => repeat.weekdays.includes(day)).join(',')}`;
    case 'monthlyDay':
      return `FREQ=MONTHLY;BYMONTHDAY=${repeat.monthDay}`;
    case 'monthlyWeekday':
      return `FREQ=MONTHLY;BYDAY=${repeat.ordinal}${repeat.weekday}`;
  }
}

function endOf({ ends, until, count }: Repeat): string {
  if (ends === 'on') return `UNTIL=${until.replaceAll('-', '')}`;
  return ends === 'after' ? `COUNT=${count.trim()}` : '';
}

/**
 * Returns the form's choices for a stored rule; a rule that they cannot express is custom. `start` is that of its
 * window.
 */
export function repeatOf(rule: string | null, start: string): Repeat {
  const plain = newRepeat(start.slice(0, 10));
  if (rule === null) return plain;
  const simple = { ...plain, ...simpleParts(rule) };
  return ruleOf(simple) === rule ? simple : { ...plain, kind: 'custom', custom: rule };
}

function simpleParts(rule: string): Partial<Repeat> {
  const parts = new Map(rule.split(';').map((part) => [part.split('=')[0], part.split('=')[1] ?? '']));
  const byDay = parts.get('BYDAY') ?? '';
  const until = parts.get('UNTIL')?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  const count = parts.get('COUNT');
  const end: Partial<Repeat> = until ? { ends: 'on', until } : count ? { ends: 'after', count } : {};
  switch (parts.get('FREQ')) {
    case 'DAILY':
      return { kind: 'daily', ...end };
    case 'WEEKLY':
      return { kind: 'weekly', weekdays: WEEKDAYS.filter((day) => byDay.split(',').includes(day)), ...end };
    case 'MONTHLY': {
      const ordinal = ORDINALS.find((each) => each === byDay.slice(0, -2));
      const weekday = WEEKDAYS.find((each) => each === byDay.slice(-2));
      if (ordinal && weekday) return { kind: 'monthlyWeekday', ordinal, weekday, ...end };
      return { kind: 'monthlyDay', monthDay: parts.get('BYMONTHDAY') ?? '', ...end };
    }
    default:
      return {};
  }
}
