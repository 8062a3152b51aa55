import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { rootDir } from '../platform/paths.ts';

/** The example workflow has the shape that GitHub and google-github-actions/auth document. */

const read = (path: string) => readFileSync(join(rootDir, path), 'utf8');

const stepSchema = z.union([
  z.strictObject({
    uses: z.string().regex(/^[\w-]+\/[\w-]+@v\d+$/),
    with: z.record(z.string(), z.unknown()).optional(),
  }),
  z.strictObject({ run: z.string() }),
]);
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.strictObject({ workflow_dispatch: z.null() }),
  permissions: z.strictObject({ contents: z.literal('read'), 'id-token': z.literal('write') }),
  concurrency: z.string(),
  jobs: z.record(
    z.string(),
    z.strictObject({ 'runs-on': z.string(), 'timeout-minutes': z.number(), steps: z.array(stepSchema) }),
  ),
});

/** The inputs for Workload Identity Federation through a service account. */
const authSchema = z.strictObject({
  workload_identity_provider: z
    .string()
    .regex(/^projects\/NUMBER\/locations\/global\/workloadIdentityPools\/([a-z-]+)\/providers\/([a-z-]+)$/),
  service_account: z.string().regex(/^([a-z-]+)@my-project\.iam\.gserviceaccount\.com$/),
});

const document = parseDocument(read('docs/deploy-workflow.yml'), { strict: true, uniqueKeys: true });
const workflow = workflowSchema.parse(document.toJS());
const { deploy } = workflow.jobs;
const steps = (deploy?.steps ?? []).map((step) => ('uses' in step ? (step.uses.split('@')[0] ?? '') : step.run));
const inputsOf = (action: string) =>
  deploy?.steps.flatMap((step) => ('uses' in step && step.uses.startsWith(`${action}@`) ? [step.with] : []))[0];

describe('docs/deploy-workflow.yml', () => {
  it('is YAML without errors or warnings', () => {
    expect([document.errors, document.warnings]).toEqual([[], []]);
  });

  it('checks out before it signs in, whose credentials are a file there, and deploys last', () => {
    expect(steps).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'google-github-actions/auth',
      'npm ci',
      'npm run deploy -- --project my-project',
    ]);
    expect(read('.gitignore').split('\n')).toContain('gha-creds-*.json');
  });

  it('signs in as the service account through the provider that docs/deployment.md creates', () => {
    const { workload_identity_provider: provider, service_account: account } = authSchema.parse(
      inputsOf('google-github-actions/auth'),
    );
    const [, , , , , pool, , name] = provider.split('/');
    const guide = read('docs/deployment.md');
    for (const command of [
      `service-accounts create ${account.split('@')[0]} --project my-project`,
      `workload-identity-pools create ${pool} --location=global`,
      `providers create-oidc ${name} --location=global --workload-identity-pool=${pool}`,
      `add-iam-policy-binding ${account} `,
      `workloadIdentityPools/${pool}/attribute.repository/OWNER/REPOSITORY`,
    ])
      expect(guide).toContain(command);
  });

  it('uses the Node.js of the functions', () => {
    const { devDependencies } = z
      .object({ devDependencies: z.object({ node: z.string() }) })
      .parse(JSON.parse(read('package.json')));
    expect(inputsOf('actions/setup-node')).toMatchObject({ 'node-version': Number.parseInt(devDependencies.node, 10) });
  });
});
