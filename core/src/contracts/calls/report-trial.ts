import { z } from 'zod';
import { trialResultSchema } from '../../documents/trial.ts';
import { idSchema } from '../../values/fields.ts';
import { agentCall } from './agent-call.ts';

/** Callable `reportTrial`: the result of a trial that the agent's command requested. Repeated calls change nothing. */
export const reportTrialInputSchema = z.object({ trialId: idSchema, result: trialResultSchema });
export type ReportTrialInput = z.infer<typeof reportTrialInputSchema>;

/** `stored`: false if the trial is gone, over, or another agent's. */
export const reportTrialOutputSchema = z.object({ stored: z.boolean() });
export type ReportTrialOutput = z.infer<typeof reportTrialOutputSchema>;

export const reportTrialCall = agentCall({
  name: 'reportTrial',
  input: reportTrialInputSchema,
  output: reportTrialOutputSchema,
});
