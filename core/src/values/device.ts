import { z } from 'zod';
import { atMsSchema, withWholeCharacters } from './fields.ts';
import { problemSchema } from './local-failure.ts';

const text = z.string().max(200).overwrite(withWholeCharacters);
const percent = z.number().min(0).max(100);

/** The agent's machine; sent when it joins and with each report. */
export const deviceSchema = z.object({
  deviceName: text,
  deviceId: text,
  osName: text,
  osVersion: text,
  appVersion: text,
  batteryPercent: percent.nullable(),
  batteryCharging: z.boolean().nullable(),
  memoryUsage: percent.nullable(),
});
export type Device = z.infer<typeof deviceSchema>;

/**
 * The agent's own condition; older agents send less. `droppedChecks`: lost since the report before; `spoolOldestAt`:
 * its oldest unsent check; `clockOffsetMs`: wall clock against the server's; `refusedReports`: set aside since the
 * report before; `inMemory`: its disk is full; `uncheckedPercent`: of its endpoints, by local failures.
 */
export const agentConditionSchema = z.object({
  abstaining: z.boolean(),
  droppedChecks: z.number().int().nonnegative(),
  spoolOldestAt: atMsSchema.nullable(),
  clockOffsetMs: z.number().int(),
  refusedReports: z.number().int().nonnegative().optional(),
  inMemory: z.boolean().optional(),
  troubles: z.array(problemSchema).max(20).optional(),
  uncheckedPercent: percent.optional(),
});
export type AgentCondition = z.infer<typeof agentConditionSchema>;
