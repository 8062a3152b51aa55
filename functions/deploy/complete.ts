import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DeployError, messageOf, readAnswer } from './google.ts';
import { grantRoles, policySchema } from './policies.ts';
import type { Target } from './read-state.ts';
import { DATABASE } from './requirements.ts';

const indexesSchema = z.object({ indexes: z.array(z.object({ state: z.string() })).default([]) });

/** Waits until all indexes can be used: without them, queries of the new functions would fail. */
export async function waitForIndexes(
  { google, projectId }: Target,
  { waitMs, log }: { waitMs: number; log(line: string): void },
): Promise<void> {
  const path = `/v1/projects/${projectId}/databases/${DATABASE.id}/collectionGroups/-/indexes?pageSize=500`;
  for (let before = -1; ; ) {
    const answer = await google.get('firestore', path);
    const indexes = readAnswer(answer, indexesSchema, 'The indexes cannot be read')?.indexes ?? [];
    const building = indexes.filter(({ state }) => state === 'CREATING').length;
    if (building === 0) return;
    if (building !== before)
      log(`Firestore is building ${building} of ${indexes.length} indexes, which can take minutes …`);
    before = building;
    await sleep(waitMs);
  }
}

const functionsSchema = z.object({
  functions: z
    .array(z.object({ name: z.string(), serviceConfig: z.object({ service: z.string().optional() }).optional() }))
    .default([]),
});
const jobsSchema = z.object({ jobs: z.array(z.object({ name: z.string() })).default([]) });
const queuesSchema = z.object({ queues: z.array(z.object({ name: z.string() })).default([]) });

/**
 * Makes sure that everybody can call the public functions: firebase-tools sets this only when it creates a function, so
 * not if that failed in between.
 */
export async function openPublicFunctions({ google, projectId, region, functions }: Target): Promise<void> {
  const path = `/v2/projects/${projectId}/locations/${region}/functions?pageSize=500`;
  const answer = await google.get('cloudfunctions', path);
  const deployed = readAnswer(answer, functionsSchema, 'The functions cannot be read')?.functions ?? [];
  for (const { name } of functions.filter(({ isPublic }) => isPublic)) {
    const found = deployed.find((each) => each.name.endsWith(`/${name}`));
    const service = found?.serviceConfig?.service;
    if (!service) throw new DeployError(`The function ${name} has no service. Run this command again.`);
    const policy = readAnswer(await google.get('run', `/v1/${service}:getIamPolicy`), policySchema, name);
    const wanted = grantRoles(policy ?? { bindings: [] }, 'allUsers', ['roles/run.invoker']);
    if (policy && wanted.bindings.length === policy.bindings.length) continue;
    const stored = await google.send('POST', 'run', `/v1/${service}:setIamPolicy`, { policy: wanted });
    if (stored.status >= 400) {
      throw new DeployError(
        `The function ${name} cannot be made public: ${messageOf(stored)}. If a policy of your organization forbids it, an organization admin has to allow allUsers in this project.`,
      );
    }
  }
}

/** Scheduled functions without a schedule, and task functions without a queue: firebase-tools would skip them. */
export async function findIncomplete({ google, projectId, region, functions }: Target): Promise<string[]> {
  const location = `projects/${projectId}/locations/${region}`;
  const [jobs, queues] = await Promise.all([
    google.get('cloudscheduler', `/v1/${location}/jobs?pageSize=500`),
    google.get('cloudtasks', `/v2/${location}/queues?pageSize=500`),
  ]);
  const existing = new Set([
    ...(readAnswer(jobs, jobsSchema, 'The schedules cannot be read')?.jobs ?? []).map(({ name }) => name),
    ...(readAnswer(queues, queuesSchema, 'The task queues cannot be read')?.queues ?? []).map(({ name }) => name),
  ]);
  return functions
    .filter(({ name, trigger }) => {
      if (trigger === 'schedule') return !existing.has(`${location}/jobs/firebase-schedule-${name}-${region}`);
      return trigger === 'task' && !existing.has(`${location}/queues/${name}`);
    })
    .map(({ name }) => name);
}
