import { join } from 'node:path';
import { DATA_VERSION, UPGRADE_ID } from '@farwatch/core/documents/upgrade';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Deployment, LONG_MS, startDeployment } from './deployment.ts';
import { computeAccountOf, type GoogleProject, newProject, setUpSignIn } from './google-project.ts';
import { failure } from './routes.ts';

const deploy = 'npm run deploy -- --project my-project';
const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /recipes/{recipe} { allow read; }
  }
}`;

/** What an API answers until it is enabled everywhere. */
const RECENTLY = failure(
  403,
  'PERMISSION_DENIED',
  'The API has not been used in project my-project before or it is disabled. If you enabled this API recently, wait a few minutes.',
);
const PUBLIC = ['agenttoken', 'api', 'checkin', 'payments', 'ping', 'registeragent', 'reporttrial', 'statussite'];

/** The sweep has noted that the data has had so many upgrade steps. */
function storeDataVersion(project: GoogleProject, version: number): void {
  const fields = { version: { integerValue: String(version) }, handled: { integerValue: '0' } };
  project.documents.set(`upgrades/${UPGRADE_ID}`, { fields: { ...fields, failure: { nullValue: null } } });
}

const writes = (deployment: Deployment) =>
  deployment.apis.requests
    .filter(({ method, path }) => method !== 'GET' && !/:(?:testIam|getIam|getEffective)|token$/.test(path))
    .map(({ method, api, path }) => `${method} ${api}${path}`);

describe('before anything is written', { tags: 'minutes' }, () => {
  let deployment: Deployment;
  let services: string[];
  beforeAll(async () => {
    deployment = await startDeployment('checks', newProject());
    const { output } = await deployment.run(deploy);
    services = /gcloud services enable ([^\n]+) --project/.exec(output)?.[1]?.split(' ') ?? [];
  }, LONG_MS);
  afterAll(() => deployment.close());

  const ready = (change: (project: GoogleProject) => void) => {
    const project = newProject();
    project.hasBilling = true;
    for (const name of services) project.services.add(name);
    project.serviceAccounts.add(computeAccountOf(project));
    setUpSignIn(project);
    change(project);
    deployment.apis.project = project;
    deployment.apis.requests.length = 0;
  };

  it.each<[string, (project: GoogleProject) => void, string]>([
    [
      'no billing',
      (project) => {
        project.hasBilling = false;
      },
      'gcloud billing projects link my-project',
    ],
    [
      'a database elsewhere',
      (project) => {
        project.database = { locationId: 'nam5', type: 'FIRESTORE_NATIVE' };
      },
      'is in nam5, not in asia-east1',
    ],
    [
      'a database in Datastore mode',
      (project) => {
        project.database = { locationId: 'asia-east1', type: 'DATASTORE_MODE' };
      },
      '--type=firestore-native',
    ],
    [
      'rules of another app',
      (project) => {
        const name = 'projects/my-project/rulesets/1';
        project.rulesets.push({ name, source: { files: [{ content: RULES }] } });
        const release = 'projects/my-project/releases/cloud.firestore';
        project.rulesReleases.set(release, { name: release, rulesetName: name });
      },
      "another app (Firestore's rules)",
    ],
    [
      'a site of another app',
      (project) => {
        const name = 'projects/my-project/sites/my-project/versions/1';
        project.siteVersions.set(name, { name, config: { rewrites: [{ glob: '**', path: '/index.html' }] } });
        project.siteReleases.push(name);
      },
      'another app (a site on Hosting)',
    ],
    [
      'an editor who deploys',
      (project) => {
        project.forbidden = new Set([
          'resourcemanager.projects.setIamPolicy',
          'run.services.setIamPolicy',
          'cloudfunctions.functions.setIamPolicy',
        ]);
      },
      'it lacks cloudfunctions.functions.setIamPolicy, run.services.setIamPolicy',
    ],
    [
      'a disabled secret',
      (project) => {
        project.secrets.set('SMTP_URL', 'smtps://mail.farwatch.test');
        project.disabledSecrets.add('SMTP_URL');
      },
      'gcloud secrets versions enable latest --secret=SMTP_URL',
    ],
  ])('%s stops it', async (_, change, message) => {
    ready(change);
    const { code, output } = await deployment.run(deploy);
    expect(output).toContain(message);
    expect([code, writes(deployment)]).toEqual([1, []]);
  });

  it('does not wait for an API before it knows that it is enabled', async () => {
    ready((project) => project.services.delete('cloudbilling.googleapis.com'));
    deployment.apis.faults.push({ api: 'cloudbilling', method: 'GET', path: /./, answer: RECENTLY, times: 9 });
    const { output } = await deployment.run(deploy);
    deployment.apis.faults.length = 0;
    expect(output).toContain('gcloud services enable cloudbilling.googleapis.com --project my-project');
    expect(deployment.sent('GET', 'cloudbilling', /./)).toHaveLength(1);
  });

  it('says why a login is refused', async () => {
    ready(() => {});
    const refused = failure(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    deployment.apis.faults.push({ api: 'cloudresourcemanager', method: 'GET', path: /./, answer: refused, times: 1 });
    const { output } = await deployment.run(deploy);
    expect(output).toContain(
      'Request had invalid authentication credentials. (401)). Run npx firebase login --reauth.',
    );
  });

  it('works with a service account through Workload Identity', async () => {
    ready(() => {});
    deployment.checkout.write('identity-token', 'token of the workflow');
    // Without another account to act as, since firebase-tools asks for that one's token past the proxy.
    const credentials = {
      type: 'external_account',
      audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/github/providers/github',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: 'https://sts.googleapis.com/v1/token',
      credential_source: { file: join(deployment.checkout.dir, 'identity-token') },
    };
    deployment.checkout.write('credentials.json', JSON.stringify(credentials));
    const { output } = await deployment.run(deploy, {
      GOOGLE_APPLICATION_CREDENTIALS: join(deployment.checkout.dir, 'credentials.json'),
      XDG_CONFIG_HOME: join(deployment.checkout.dir, 'nobody'),
    });
    expect(output).toContain('There is no Firestore database');
    expect(deployment.sent('POST', 'sts', /token$/)).not.toEqual([]);
  });
});

describe('a new project of 2026, of an organization', { tags: 'minutes' }, () => {
  const project = newProject();
  let deployment: Deployment;
  let output: string;
  beforeAll(async () => {
    project.hasBilling = true;
    project.forbidsAllUsers = true;
    // Instances of other services.
    project.cpus.running = 14;
    deployment = await startDeployment('organization', project);
    const contention = failure(409, 'ABORTED', 'too much contention on these datastore entities. please try again.');
    const quota = "Quota exceeded for quota metric 'Write requests' and limit 'Write requests per minute'.";
    deployment.apis.faults.push(
      { api: 'firestore', method: 'POST', path: /\/indexes$/, answer: contention, times: 99, every: 8 },
      { api: 'firebaserules', method: 'POST', path: /rulesets$/, answer: failure(429, '', quota), times: 1 },
      { api: 'firestore', method: 'GET', path: /databases/, answer: RECENTLY, times: 3 },
      {
        api: 'cloudresourcemanager',
        method: 'POST',
        path: /setIamPolicy$/,
        answer: failure(409, 'ABORTED', 'There were concurrent policy changes.'),
        times: 1,
      },
    );
    const result = await deployment.run(`${deploy} --fix --backups --alerts operator@farwatch.test`);
    output = result.output;
    expect([result.code, output.split('\n').slice(-30).join('\n')]).toEqual([
      0,
      expect.stringContaining('is deployed'),
    ]);
    expect(deployment.apis.unknown).toEqual([]);
  }, 2 * LONG_MS);
  afterAll(() => deployment.close());

  it('lets everybody call the public functions without allUsers', () => {
    expect([...project.openServices].sort()).toEqual(PUBLIC);
    expect(JSON.stringify([...project.policies])).not.toContain('allUsers');
  });

  it('goes on as long as indexes are added', () => {
    const attempts = output.match(/firestore failed/g) ?? [];
    expect(attempts.length).toBeGreaterThan(project.indexes.size / 8);
    expect(output).toContain('Google asks not to change so much at the same time.');
  });

  it('stays within the CPUs of the region', () => {
    expect(output).toContain('need more CPUs than its quota has');
    expect(project.cpus.most).toBeLessThanOrEqual(project.cpus.quota);
  });

  it('protects the data', () => {
    expect(project.backupSchedules).toHaveLength(2);
    expect(project.database).toMatchObject({
      pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
      deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
    });
  });

  it('lets Google watch it', () => {
    const counts = [...project.watching].map(([kind, list]) => [kind, list.length]);
    expect(Object.fromEntries(counts)).toEqual({
      notificationChannels: 1,
      uptimeCheckConfigs: 1,
      alertPolicies: 4,
      budgets: 1,
    });
    const [check] = project.watching.get('uptimeCheckConfigs') ?? [];
    expect(check).toMatchObject({ monitoredResource: { labels: { host: 'my-project.web.app' } } });
  });

  it('changes nothing with another deployment', { timeout: LONG_MS }, async () => {
    deployment.apis.requests.length = 0;
    const again = await deployment.run(`${deploy} --alerts operator@farwatch.test`);
    expect(again.code).toBe(0);
    expect(again.output).not.toContain('Note:');
    const harmless =
      /:test$|rulesets|releases|versions|upload|generateUploadUrl|batchGet|batchEnable|generateServiceIdentity/i;
    expect(writes(deployment).filter((each) => !harmless.test(each))).toEqual([]);
  });

  it('goes back to an older version, and writes to a second address as well', { timeout: LONG_MS }, async () => {
    storeDataVersion(project, DATA_VERSION + 1);
    deployment.apis.requests.length = 0;
    const refused = await deployment.run(deploy);
    expect([refused.code, writes(deployment)]).toEqual([1, []]);
    expect(refused.output).toContain(`knows ${DATA_VERSION}: a newer version was deployed before`);
    const { code, output } = await deployment.run(`${deploy} --go-back --alerts second@farwatch.test`);
    storeDataVersion(project, DATA_VERSION);
    expect([code, output]).toEqual([0, expect.stringContaining('Note: The data of my-project has had')]);
    const addresses = project.watching.get('notificationChannels')?.map(({ labels }) => labels);
    expect(addresses).toEqual(['operator', 'second'].map((name) => ({ email_address: `${name}@farwatch.test` })));
    const channels = project.watching.get('notificationChannels')?.map(({ name }) => name);
    const policies = project.watching.get('alertPolicies') ?? [];
    expect(policies.map(({ notificationChannels }) => notificationChannels)).toEqual(Array(4).fill(channels));
    expect(project.watching.get('budgets')).toEqual([
      expect.objectContaining({ notificationsRule: { monitoringNotificationChannels: channels } }),
    ]);
  });

  it('deletes what this version no longer has, once everything else works', { timeout: LONG_MS }, async () => {
    const name = 'projects/my-project/locations/asia-east1/functions/oldApi';
    const labels = { app: 'farwatch', 'deployment-tool': 'cli-firebase' };
    const stored = { name, labels, state: 'ACTIVE', environment: 'GEN_2', buildConfig: {}, serviceConfig: {} };
    project.functions.set(name, stored);
    deployment.apis.requests.length = 0;
    const { code } = await deployment.run(deploy);
    expect([code, project.functions.has(name)]).toEqual([0, false]);
    const order = writes(deployment).filter((each) => /DELETE|live\/releases/.test(each));
    expect(order.map((each) => each.split(' ')[0])).toEqual(['POST', 'DELETE']);
  });

  it('does not repeat what only a person can change', { timeout: LONG_MS }, async () => {
    const [queue = ''] = [...project.queues.keys()];
    project.queues.delete(queue);
    const blocked = 'The queue cannot be created because a queue with this name existed too recently.';
    const answer = failure(400, 'FAILED_PRECONDITION', blocked);
    deployment.apis.faults.push({ api: 'cloudtasks', method: 'POST', path: /queues$/, answer, times: 99 });
    deployment.apis.requests.length = 0;
    const { code, output: refusal } = await deployment.run(deploy);
    expect(code).toBe(1);
    expect(refusal).toContain('frees its name only after three to seven days');
    expect(deployment.sent('POST', 'cloudtasks', /queues$/)).toHaveLength(1);
  });

  it('stops at once for rights that its first look cannot see', { timeout: LONG_MS }, async () => {
    project.functions.clear();
    const answer = failure(403, 'PERMISSION_DENIED', 'The caller does not have permission');
    deployment.apis.faults.push({ api: 'cloudfunctions', method: 'POST', path: /functions$/, answer, times: 999 });
    const { code, output: refusal } = await deployment.run(`${deploy} --take-over`);
    expect(code).toBe(1);
    expect(refusal).toContain('artifactregistry.googleapis.com is enabled');
    expect(refusal).toContain('Who deploys');
    expect(refusal).not.toContain('Trying again');
  });
});
