import { z } from 'zod';
import type { ChannelTypeName } from '../channels/channel-types.ts';
import { idSchema } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { dateSchema, timeZoneSchema } from '../zone.ts';

export const SUMMARY_KINDS = ['weekly', 'monthly'] as const;
/** A weekly summary is about Monday to Sunday, a monthly one about a calendar month. */
export type SummaryKind = (typeof SUMMARY_KINDS)[number];

/** Which summaries an account gets. `channels`: the ids of those that they go to. `timeZone`: where days begin. */
export const summarySettingsSchema = z.object({
  weekly: z.boolean(),
  monthly: z.boolean(),
  timeZone: timeZoneSchema,
  channels: z.array(idSchema).max(LIMITS.channelsPerOwner),
});
export type SummarySettings = z.infer<typeof summarySettingsSchema>;

/** The settings, and of each kind the first day of the newest period that was sent or skipped. */
export const summaryPlanSchema = summarySettingsSchema.extend({
  done: z.object({ weekly: dateSchema, monthly: dateSchema }),
});
export type SummaryPlan = z.infer<typeof summaryPlanSchema>;

/** Whether a channel of this type can get summaries: those of PagerDuty call a person. */
export function canGetSummaries(type: ChannelTypeName): boolean {
  return type !== 'pagerduty';
}
