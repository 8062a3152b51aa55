import { z } from 'zod';

/** A function of the code, as a deployment sees it. */
export interface DeployedFunction {
  name: string;
  /** Whether anybody may call it: the API, and the agents' calls. */
  isPublic: boolean;
  trigger: 'http' | 'event' | 'schedule' | 'task';
  secrets: string[];
}

const endpointSchema = z.object({
  httpsTrigger: z.unknown().optional(),
  callableTrigger: z.unknown().optional(),
  scheduleTrigger: z.unknown().optional(),
  taskQueueTrigger: z.unknown().optional(),
  secretEnvironmentVariables: z.array(z.object({ key: z.string() })).default([]),
});

/** The functions that a module exports, as firebase-functions describes them. */
export function deployedFunctions(module: object): DeployedFunction[] {
  return Object.entries(module).map(([name, value]) => {
    const described: unknown = Object.getOwnPropertyDescriptor(value, '__endpoint')?.value;
    const endpoint = endpointSchema.parse(described);
    const isPublic = endpoint.httpsTrigger !== undefined || endpoint.callableTrigger !== undefined;
    const secrets = endpoint.secretEnvironmentVariables.map(({ key }) => key);
    return { name, isPublic, trigger: isPublic ? 'http' : triggerOf(endpoint), secrets };
  });
}

function triggerOf({ scheduleTrigger, taskQueueTrigger }: z.infer<typeof endpointSchema>): DeployedFunction['trigger'] {
  if (scheduleTrigger !== undefined) return 'schedule';
  return taskQueueTrigger === undefined ? 'event' : 'task';
}
