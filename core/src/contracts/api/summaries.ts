import { z } from 'zod';
import { DELIVERY_ERROR_CODES } from '../../values/channels/delivery-failures.ts';
import { SUMMARY_KINDS, summarySettingsSchema } from '../../values/summary/summary-plan.ts';
import { SUMMARY_RATE } from '../../values/token-bucket.ts';
import { timeZoneInputSchema } from '../../values/zone.ts';
import { apiCall } from './call.ts';
import { isoSchema } from './parts.ts';

const settingsInputSchema = summarySettingsSchema.extend({ timeZone: timeZoneInputSchema });

/** `nextAt`: when the next one is due, null for none. */
const summaryAnswerSchema = summarySettingsSchema.extend({ nextAt: isoSchema.nullable() });
export type SummaryAnswer = z.infer<typeof summaryAnswerSchema>;

const kindSchema = z.object({ kind: z.enum(SUMMARY_KINDS).default('weekly') });

/** The last week or month that is over, as a mail; null if nothing was monitored in it. */
const previewSchema = z.object({
  mail: z.object({ subject: z.string(), text: z.string(), html: z.string() }).nullable(),
});
export type SummaryPreview = z.infer<typeof previewSchema>;

export const summaryCalls = {
  read: apiCall({
    method: 'get',
    path: '/v1/summary-settings',
    scope: 'read',
    role: 'editor',
    summary: 'Which summaries the account gets, and through which channels',
    output: summaryAnswerSchema,
  }),
  save: apiCall({
    method: 'put',
    path: '/v1/summary-settings',
    scope: 'write',
    role: 'editor',
    changes: ['summaries', 'changed'],
    summary: 'Replace which summaries the account gets; channels that cannot get any are left out',
    body: settingsInputSchema,
    output: summaryAnswerSchema,
  }),
  preview: apiCall({
    method: 'post',
    path: '/v1/summary-settings/preview',
    scope: 'read',
    role: 'editor',
    rate: SUMMARY_RATE,
    summary: 'The summary of the last week or month that is over, as a mail; nothing is sent',
    body: kindSchema,
    output: previewSchema,
  }),
  test: apiCall({
    method: 'post',
    path: '/v1/summary-settings/test',
    scope: 'write',
    role: 'editor',
    rate: SUMMARY_RATE,
    summary: 'Send the same mail to the account’s own address; `isSent` is false if nothing was monitored',
    body: kindSchema,
    output: z.object({ isSent: z.boolean() }),
    errors: DELIVERY_ERROR_CODES,
  }),
};
