import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { deploy } from '../deploy/deploy.ts';
import { DeployError } from '../deploy/google.ts';
import { REGION } from '../src/platform/region.ts';

/**
 * `npm run deploy -- --project my-project`: docs/deployment.md. `--fix` adds what the project lacks, `--backups` what
 * keeps the data; `--alerts` lets Google watch it; `--take-over` replaces another app; `--go-back` deploys a version
 * that is older than the data; `--dir` deploys another checkout.
 */
const USAGE =
  'Usage: npm run deploy -- --project <project id> [--fix] [--backups] [--alerts you@example.com] [--take-over] [--go-back]';

/** Between two attempts, in ms; tests set it. */
const waitMs = Number(process.env.FARWATCH_DEPLOY_WAIT_MS ?? 30_000);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      project: { type: 'string' },
      fix: { type: 'boolean', default: false },
      backups: { type: 'boolean', default: false },
      alerts: { type: 'string' },
      'take-over': { type: 'boolean', default: false },
      'go-back': { type: 'boolean', default: false },
      dir: { type: 'string' },
    },
  });
  if (!values.project) throw new DeployError(USAGE);
  if (values.alerts && !z.email().safeParse(values.alerts).success) {
    throw new DeployError(`--alerts needs an email address, and is ${values.alerts}.`);
  }
  const root = resolve(values.dir ?? join(import.meta.dirname, '../..'));
  const functions = await import('../src/index.ts');
  const log = (line: string) => console.log(line);
  await deploy({
    ...{ projectId: values.project, root, region: REGION, functions, waitMs, log },
    alertsTo: values.alerts ?? null,
    canGoBack: values['go-back'],
    choices: { shouldFix: values.fix, canTakeOver: values['take-over'], wantsBackups: values.backups },
  });
}

main().then(
  // Connections that are kept open would delay the end.
  () => process.exit(0),
  (error: unknown) => {
    const isExpected = error instanceof DeployError || (error instanceof TypeError && 'code' in error);
    console.error(isExpected ? `\n${error.message}` : error);
    process.exit(1);
  },
);
