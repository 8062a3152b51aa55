import { z } from 'zod';
import { troubleSchema } from './own-fault.ts';

const text = z.string().max(200);
const percent = z.number().min(0).max(100);

/** What the agent says of the machine it runs on; sent when it joins and with each report (spec 3). */
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
 * How the agent itself is doing (design 4). `droppedChecks`: lost since the report before; `spoolOldestAt`: its oldest unsent
 * check; `clockOffsetMs`: wall clock against the server's; `refusedReports`: set aside since the report before, for the
 * server did not take them; `inMemory`: its disk takes nothing, and results are lost when it ends; `troubles`: of its machine and
 * network; `uncheckedPercent`: of its endpoints, which it cannot check by faults of its machine. What older agents do not tell is optional.
 */
export const agentConditionSchema = z.object({
  abstaining: z.boolean(),
  droppedChecks: z.number().int().nonnegative(),
  spoolOldestAt: z.number().int().nonnegative().nullable(),
  clockOffsetMs: z.number().int(),
  refusedReports: z.number().int().nonnegative().optional(),
  inMemory: z.boolean().optional(),
  troubles: z.array(troubleSchema).max(20).optional(),
  uncheckedPercent: percent.optional(),
});
export type AgentCondition = z.infer<typeof agentConditionSchema>;
