import type { ChannelTiming } from '@farwatch/core/values/channel-timing';
import { channelTimingSchema, type QuietHours } from '@farwatch/core/values/channel-timing';
import { z } from 'zod';

/** When a channel is notified, as a form edits it. Minutes are as they were entered. */
export type TimingDraft = {
  delayMin: string;
  quietHours: QuietHours | null;
  /** Null for no reminders. */
  reminderMin: string | null;
};

/** Parses a draft as the API does. */
export const timingDraftSchema = z
  .custom<TimingDraft>()
  .transform(
    ({ quietHours, delayMin, reminderMin }): z.input<typeof channelTimingSchema> => ({
      delayMin: minutesOf(delayMin),
      reminderMin: reminderMin === null ? null : minutesOf(reminderMin),
      quietHours: quietHours && { ...quietHours, days: quietHours.days.toSorted((one, other) => one - other) },
    }),
  )
  .pipe(channelTimingSchema);

/** The draft of a stored timing. */
export function timingDraftOf({ delayMin, quietHours, reminderMin }: ChannelTiming): TimingDraft {
  return { delayMin: String(delayMin), quietHours, reminderMin: reminderMin === null ? null : String(reminderMin) };
}

/** Parses entered minutes as a whole number; NaN, which no schema accepts, for anything else. */
export function minutesOf(entered: string): number {
  return /^\d{1,6}$/.test(entered.trim()) ? Number(entered) : Number.NaN;
}

/** Whether quiet hours end on the day after they started. */
export function endsNextDay({ from, to }: QuietHours): boolean {
  return to <= from;
}
