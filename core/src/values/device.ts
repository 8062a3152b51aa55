import { z } from 'zod';
import { atMsSchema, freeTextSchema } from './fields.ts';
import { agentProblemSchema } from './local-failure.ts';

const text = freeTextSchema.max(200);
const percent = z.number().min(0).max(100);

/** The device that an agent runs on; sent when it registers and with each report. `features`: what its program can
 * do (`check-features.ts`), missing from older ones. */
export const deviceSchema = z.object({
  deviceName: text,
  deviceId: text,
  osName: text,
  osVersion: text,
  appVersion: text,
  batteryPercent: percent.nullable(),
  batteryCharging: z.boolean().nullable(),
  memoryUsage: percent.nullable(),
  features: z.array(freeTextSchema.max(40)).max(50).optional(),
});
export type Device = z.infer<typeof deviceSchema>;

/**
 * The agent's own condition; older agents send less. `droppedChecks` and `refusedReports`: since the last report;
 * `spoolOldestAt`: its oldest unsent check; `clockOffsetMs`: its clock minus the server's; `inMemory`: its disk is
 * full; `uncheckedPercent`: endpoints it could not check because of local failures.
 */
export const agentConditionSchema = z.object({
  abstaining: z.boolean(),
  droppedChecks: z.number().int().nonnegative(),
  spoolOldestAt: atMsSchema.nullable(),
  clockOffsetMs: z.number().int(),
  refusedReports: z.number().int().nonnegative().optional(),
  inMemory: z.boolean().optional(),
  problems: z.array(agentProblemSchema).max(20).optional(),
  uncheckedPercent: percent.optional(),
});
export type AgentCondition = z.infer<typeof agentConditionSchema>;
