import { setTimeout as sleep } from 'node:timers/promises';
import { UPGRADE_ID } from '@farwatch/core/documents/upgrade';
import { z } from 'zod';
import type { UpgradeStep } from '../src/domain/upgrades/steps.ts';
import { DeployError, readAnswer } from './google.ts';
import type { Target } from './read-state.ts';
import { DATABASE } from './requirements.ts';

/** A number as Firestore's REST API answers it. */
const numberSchema = z.object({ integerValue: z.coerce.number().int() });

const upgradeDocumentSchema = z.object({
  fields: z.object({
    version: numberSchema,
    handled: numberSchema,
    failure: z
      .object({ mapValue: z.object({ fields: z.object({ reason: z.object({ stringValue: z.string() }) }) }) })
      .nullable()
      .catch(null),
  }),
});

/** How far the data is: steps done, documents that the running one has handled, and why it failed the last time. */
export interface DataVersion {
  version: number;
  handled: number;
  failure: string | null;
}

/** How often the progress is looked at without any; the sweep takes up the work every minute. */
const LOOKS = 60;

/** Returns how far the data is, null before the first sweep of a version that has steps, or without a database. */
export async function readDataVersion({ google, projectId }: Target): Promise<DataVersion | null> {
  const path = `/v1/projects/${projectId}/databases/${DATABASE.id}/documents/upgrades/${UPGRADE_ID}`;
  const answer = await google.get('firestore', path);
  const found = readAnswer(answer, upgradeDocumentSchema, 'The version of the data cannot be read');
  if (!found) return null;
  const { version, handled, failure } = found.fields;
  const reason = failure?.mapValue.fields.reason.stringValue ?? null;
  return { version: version.integerValue, handled: handled.integerValue, failure: reason };
}

/**
 * Throws a DeployError if a newer version has upgraded the data, unless `canGoBack`; then it only says so. This version
 * reads such data (docs/documents.md, Documents of other versions), but hides what it does not know.
 */
export function checkDataVersion(
  found: DataVersion | null,
  {
    steps,
    canGoBack,
    projectId,
    log,
  }: { steps: number; canGoBack: boolean; projectId: string; log(line: string): void },
): void {
  if (!found || found.version <= steps) return;
  const what = `The data of ${projectId} has had ${found.version} upgrade steps, and this version knows ${steps}: a newer version was deployed before`;
  if (canGoBack) {
    log(`  Note: ${what}.`);
    return;
  }
  throw new DeployError(
    `${what}.\nDeploy that version or a later one. To go back nevertheless, read docs/operations.md, Rolling back, then:\n    npm run deploy -- --project ${projectId} --go-back`,
  );
}

/**
 * Waits until the sweep has done the steps that the data lacks, and logs how far it is. Throws a DeployError that says
 * what to do if a step fails, or nothing happens.
 */
export async function waitForUpgrade(
  target: Target,
  {
    steps,
    waitMs,
    log,
  }: { steps: readonly Pick<UpgradeStep, 'id' | 'what'>[]; waitMs: number; log(line: string): void },
): Promise<void> {
  let shown = '';
  for (let look = 0; look < LOOKS; look += 1) {
    const { version, handled, failure } = (await readDataVersion(target)) ?? { version: 0, handled: 0, failure: null };
    const step = steps[version];
    if (!step) return;
    if (failure !== null) {
      throw new DeployError(
        `The new version is deployed, but its upgrade step ${step.id} (${step.what}) fails: ${failure}.\nIt is tried again every minute from where it stopped, and the older documents stay readable. If it does not succeed, report this, or go back (docs/operations.md, Rolling back).`,
      );
    }
    const progress = `  Step ${version + 1} of ${steps.length}: ${step.what} (${handled} documents so far) …`;
    if (progress !== shown) {
      log(progress);
      look = 0;
    }
    shown = progress;
    await sleep(waitMs);
  }
  throw new DeployError(
    `The new version is deployed, but its upgrade steps do not go on. Look whether the job sweep runs: https://console.cloud.google.com/cloudscheduler?project=${target.projectId}`,
  );
}
