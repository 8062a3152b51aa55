import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { deploy } from '../deploy/deploy.ts';
import { DeployError } from '../deploy/google.ts';
import { REGION } from '../src/platform/region.ts';

/**
 * `npm run deploy -- --project my-project`: docs/deployment.md. `--fix` adds what the project lacks; `--take-over` replaces
 * another app; `--dir` deploys another checkout.
 */
const USAGE = 'Usage: npm run deploy -- --project <project id> [--fix] [--take-over]';

/** Between two attempts, in ms; tests set it. */
const waitMs = Number(process.env.FARWATCH_DEPLOY_WAIT_MS ?? 30_000);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      project: { type: 'string' },
      fix: { type: 'boolean', default: false },
      'take-over': { type: 'boolean', default: false },
      dir: { type: 'string' },
    },
  });
  if (!values.project) throw new DeployError(USAGE);
  const root = resolve(values.dir ?? join(import.meta.dirname, '../..'));
  const functions = await import('../src/index.ts');
  const log = (line: string) => console.log(line);
  await deploy({
    ...{ projectId: values.project, root, region: REGION, functions, waitMs, log },
    shouldFix: values.fix,
    canTakeOver: values['take-over'],
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
