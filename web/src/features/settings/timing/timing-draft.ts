import { type ChannelTiming, channelTimingSchema, type QuietHours } from '@farwatch/core/values/channel-timing';

/** When a channel is notified, as a form edits it. Minutes are as they were entered; `reminderMin`: null for never. */
export type TimingDraft = { delayMin: string; quietHours: QuietHours | null; reminderMin: string | null };

/** What is wrong with a draft, by field. */
export type TimingErrors = { delayMin: boolean; reminderMin: boolean; time: boolean; days: boolean };

/** The draft of a stored timing. */
export function timingDraftOf({ delayMin, quietHours, reminderMin }: ChannelTiming): TimingDraft {
  return { delayMin: String(delayMin), quietHours, reminderMin: reminderMin === null ? null : String(reminderMin) };
}

/** Parses a draft as the API does: the timing, or what is wrong. */
export function parseTiming(draft: TimingDraft): { timing: ChannelTiming } | { errors: TimingErrors } {
  const { quietHours, delayMin, reminderMin } = draft;
  const parsed = channelTimingSchema.safeParse({
    delayMin: minutesOf(delayMin),
    reminderMin: reminderMin === null ? null : minutesOf(reminderMin),
    quietHours: quietHours && { ...quietHours, days: quietHours.days.toSorted((one, other) => one - other) },
  });
  if (parsed.success) return { timing: parsed.data };
  const has = (...path: string[]) =>
    parsed.error.issues.some((issue) => path.every((key, at) => issue.path[at] === key));
  const time = has('quietHours', 'from') || has('quietHours', 'to') || has('quietHours', 'timeZone');
  return {
    errors: { delayMin: has('delayMin'), reminderMin: has('reminderMin'), time, days: has('quietHours', 'days') },
  };
}

/** What is wrong with a draft; null if nothing is. */
export function timingErrorsOf(draft: TimingDraft): TimingErrors | null {
  const parsed = parseTiming(draft);
  return 'errors' in parsed ? parsed.errors : null;
}

/** Whole minutes of what was entered; NaN, which no schema accepts, for anything else. */
export function minutesOf(entered: string): number {
  return /^\d{1,6}$/.test(entered.trim()) ? Number(entered) : Number.NaN;
}

/** Whether quiet hours end on the day after they began. */
export function endsNextDay({ from, to }: QuietHours): boolean {
  return to <= from;
}
