import { z } from 'zod';
import { LABELS } from '../src/platform/region.ts';

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

/** Functions of Cloud Functions' list, from all regions. */
export const existingFunctionsSchema = z.object({
  functions: z
    .array(
      z.object({
        /** `projects/<project>/locations/<region>/functions/<name>` */
        name: z.string(),
        labels: z.record(z.string(), z.string()).default({}),
      }),
    )
    .default([]),
});
type ExistingFunctions = z.infer<typeof existingFunctionsSchema>['functions'];

export interface FunctionAddress {
  name: string;
  region: string;
}

/**
 * What a deployment of these functions to that region does to existing ones: firebase-tools deletes those that it has
 * deployed and no longer finds, and replaces any of the same name and region. `outdated` are Farwatch's that this version
 * lacks, `deleted` those without its label. `foreign` are those of another app that would be deleted or replaced, or all
 * if none is Farwatch's: the database's rules and the site are then another app's too.
 */
export function compareFunctions(existing: ExistingFunctions, planned: readonly { name: string }[], region: string) {
  const hasOwn = existing.some(isOwn);
  const foreign: FunctionAddress[] = [];
  const deleted: FunctionAddress[] = [];
  const outdated: FunctionAddress[] = [];
  for (const each of existing) {
    const { labels } = each;
    const [, , , location = '', , name = ''] = each.name.split('/');
    const address = { name, region: location };
    const isPlanned = location === region && planned.some((one) => one.name === name);
    const isDeleted =
      !isPlanned && labels['deployment-tool']?.startsWith('cli-firebase') && !labels['firebase-functions-codebase'];
    if (isDeleted) (isOwn(each) ? outdated : deleted).push(address);
    if (!isOwn(each) && (!hasOwn || isPlanned || isDeleted)) foreign.push(address);
  }
  return { foreign, deleted, outdated };
}

function isOwn({ labels }: ExistingFunctions[number]): boolean {
  return labels.app === LABELS.app;
}
