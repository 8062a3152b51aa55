import { cronOf, SCHEDULED_JOB_NAMES } from '@farwatch/core/values/scheduled-jobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Deployment, isDeployment, LONG_MS, readmeCommands, startDeployment } from './deployment.ts';
import { computeAccountOf, newProject } from './google-project.ts';
import { type Json, objectOf, textOf } from './json.ts';
import { failure } from './routes.ts';

/** CPUs in a region that a new project may use. */
const QUOTA_CPUS = 20;
const REGION = 'asia-east1';
/** Functions that anybody may call, and those with a task queue. */
const PUBLIC = ['agentToken', 'api', 'checkIn', 'payments', 'ping', 'registerAgent', 'reportTrial', 'statusSite'];
const TASKS = [
  ...['buildHistory', 'notifyOwner', 'removeMonitor', 'rollAgentHour', 'sendMailing', 'summarizeOwner'],
  ...['updatePages', 'askRegistry', 'refreshMaintenance'],
];
const project = newProject();
const account = `serviceAccount:${computeAccountOf(project)}`;
const eventarc = failure(
  400,
  'FAILED_PRECONDITION',
  'Validation failed for trigger t: Invalid resource state for "": Permission denied while using the Eventarc Service Agent. If you recently started to use Eventarc, it may take a few minutes before all necessary permissions are propagated to the Service Agent.',
);
const contention = failure(409, 'ABORTED', 'too much contention on these datastore entities. please try again.');

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment('google-apis', project);
});
afterAll(() => deployment.close());

const [deploy = '', withFix = ''] = readmeCommands().filter(isDeployment);
const lastOf = (names: Iterable<string>) => [...names].map((name) => name.split('/').at(-1) ?? '');
const functionNames = () => lastOf(project.functions.keys());
const nameOf = (body: Json) => textOf(objectOf(body).name).split('/').at(-1);
const functionNamed = (name: string) =>
  objectOf(project.functions.get(`projects/my-project/locations/${REGION}/functions/${name}`));
const bindings = (resource: string, member: string) => {
  const list = z.array(z.object({ role: z.string(), members: z.array(z.string()) }));
  const parsed = list.parse(project.policies.get(resource)?.bindings ?? []);
  return parsed.filter(({ members }) => members.includes(member)).map(({ role }) => role);
};

function firebaseJson() {
  const schema = z.object({
    firestore: z.object({ location: z.string() }),
    hosting: z.object({ headers: z.array(z.object({ source: z.string() })) }),
  });
  return schema.parse(JSON.parse(deployment.checkout.read('firebase.json')));
}

describe('a project that lacks everything', () => {
  it('gets each command, and nothing is deployed', async () => {
    const { code, output } = await deployment.run(deploy);
    expect(code).toBe(1);
    expect(output).toContain('gcloud billing projects link my-project');
    expect(output).toMatch(/gcloud services enable [^\n]* iamcredentials.googleapis.com --project my-project/);
    expect(output).toContain(withFix);
    expect(deployment.sent('POST', 'firestore', /./)).toEqual([]);
  });
});

describe('a first deployment by the README, with the failures that are usual then', { tags: 'minutes' }, () => {
  beforeAll(async () => {
    project.hasBilling = true;
    const create = { api: 'cloudfunctions', method: 'POST', path: /functions$/ };
    deployment.apis.faults.push(
      { api: 'firestore', method: 'POST', path: /\/indexes$/, answer: contention, times: 1 },
      { ...create, body: '/functions/verdictChangeCreated"', answer: eventarc, times: 1 },
      {
        ...create,
        body: '/functions/checkIn"',
        answer: failure(400, 'INVALID_ARGUMENT', 'Build failed'),
        times: 1,
        leaves: 'FAILED',
      },
    );
    const { code, output } = await deployment.run(withFix);
    expect([code, output.split('\n').slice(-40).join('\n')]).toEqual([
      0,
      expect.stringContaining('my-project.web.app'),
    ]);
    expect(deployment.apis.unknown).toEqual([]);
  }, LONG_MS);

  it('sets up what the project lacked', () => {
    expect(project.database).toMatchObject({
      locationId: REGION,
      type: 'FIRESTORE_NATIVE',
      databaseEdition: 'STANDARD',
    });
    // The place where firebase-tools would create it.
    expect(firebaseJson().firestore.location).toBe(REGION);
    expect([...project.secrets.values()]).toEqual(['none', 'none', 'none']);
    expect(bindings('project', account).sort()).toEqual([
      'roles/cloudbuild.builds.builder',
      'roles/cloudtasks.enqueuer',
      'roles/datastore.user',
      'roles/eventarc.eventReceiver',
      'roles/firebaseauth.admin',
      'roles/logging.logWriter',
      'roles/run.invoker',
    ]);
    expect(bindings(computeAccountOf(project), account).sort()).toEqual([
      'roles/iam.serviceAccountTokenCreator',
      'roles/iam.serviceAccountUser',
    ]);
    expect(
      bindings('project', `serviceAccount:service-${project.number}@gcp-sa-pubsub.iam.gserviceaccount.com`),
    ).toEqual(['roles/iam.serviceAccountTokenCreator']);
    expect(bindings('secret SMTP_URL', account)).toEqual(['roles/secretmanager.secretAccessor']);
    expect(project.authConfig).toMatchObject({ signIn: { email: { enabled: true } } });
    expect(deployment.checkout.read('web/.env.production')).toContain('VITE_FIREBASE_API_KEY=key-of-the-web-app');
  });

  it('creates every index and field of firestore.indexes.json, with expiry', () => {
    const declared = z
      .object({
        indexes: z.array(z.unknown()),
        fieldOverrides: z.array(
          z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.boolean().optional() }),
        ),
      })
      .parse(JSON.parse(deployment.checkout.read('firestore.indexes.json')));
    expect(project.indexes.size).toBe(declared.indexes.length);
    const name = (group: string, field: string) =>
      `projects/my-project/databases/(default)/collectionGroups/${group}/fields/${field}`;
    const expiring = declared.fieldOverrides.filter(({ ttl }) => ttl);
    expect(expiring.length).toBeGreaterThan(3);
    expect([...project.fields.keys()].sort()).toEqual(
      declared.fieldOverrides.map((each) => name(each.collectionGroup, each.fieldPath)).sort(),
    );
    const stored = [...project.fields.entries()].filter(([, field]) => field.ttlConfig).map(([key]) => key);
    expect(stored.sort()).toEqual(expiring.map((each) => name(each.collectionGroup, each.fieldPath)).sort());
    expect(project.rulesReleases.size).toBe(1);
  });

  it('deploys every function in one region, within the quota of a new project', () => {
    const named = [...PUBLIC, ...TASKS, ...SCHEDULED_JOB_NAMES, 'verdictChangeCreated'];
    expect(functionNames()).toEqual(expect.arrayContaining(named));
    for (const [name, { serviceConfig }] of project.functions) {
      const { availableCpu, maxInstanceCount } = objectOf(serviceConfig);
      expect(name).toContain(`/locations/${REGION}/`);
      expect(Number(availableCpu) * Number(maxInstanceCount), name).toBeLessThanOrEqual(QUOTA_CPUS);
      expect(Number(availableCpu) * Number(maxInstanceCount), name).toBeGreaterThan(0);
    }
    expect(project.cpus.most).toBeLessThanOrEqual(10);
    expect(objectOf(functionNamed('verdictChangeCreated').eventTrigger)).toMatchObject({ triggerRegion: REGION });
  });

  it('lets everybody call the API and the agents’ calls, and only the service account the rest', () => {
    const invokers = (name: string) => bindings(`run ${name.toLowerCase()}`, 'allUsers');
    const open = functionNames().filter((name) => invokers(name).includes('roles/run.invoker'));
    expect(open.sort()).toEqual(PUBLIC);
    expect(bindings('run sweep', account)).toEqual(['roles/run.invoker']);
  });

  it('creates queues and schedules', () => {
    expect(lastOf(project.queues.keys())).toEqual(expect.arrayContaining(TASKS));
    const jobs = SCHEDULED_JOB_NAMES.map((name) => `firebase-schedule-${name}-${REGION}`);
    expect(lastOf(project.jobs.keys()).sort()).toEqual(jobs.sort());
    const [sweep] = [...project.jobs.values()].filter(({ name }) => textOf(name).includes('-sweep-'));
    expect(sweep).toMatchObject({ schedule: cronOf('sweep'), timeZone: 'Etc/UTC' });
    const queue = project.queues.get(`projects/my-project/locations/${REGION}/queues/notifyOwner`);
    expect(queue).toMatchObject({ retryConfig: { maxAttempts: 5 } });
  });

  it('deletes old images, and repeats only what failed', () => {
    expect(objectOf(project.repository?.cleanupPolicies)).toHaveProperty('firebase-functions-cleanup');
    const names = (method: string) =>
      deployment.sent(method, 'cloudfunctions', /functions(\/\w+)?$/).map(({ body }) => nameOf(body));
    const created = names('POST');
    expect(created.filter((name, index) => created.indexOf(name) !== index)).toEqual(['verdictChangeCreated']);
    // It exists since the failure, and firebase-tools makes a function public only when it creates it.
    expect(names('PATCH')).toEqual(['checkIn']);
  });

  it('releases Hosting once, with rewrites to the functions and the headers of firebase.json', () => {
    expect(project.siteReleases).toHaveLength(1);
    const config = objectOf(project.siteVersions.get(project.siteReleases[0] ?? '')?.config);
    expect(config.rewrites).toContainEqual({ glob: '/api/**', run: { serviceId: 'api', region: REGION } });
    expect(config.rewrites).toContainEqual({ glob: '!/assets/**', path: '/app.html' });
    const declared = firebaseJson();
    const globs = z.array(z.object({ glob: z.string() })).parse(config.headers);
    expect(globs.map(({ glob }) => glob)).toEqual(declared.hosting.headers.map(({ source }) => source));
    expect(JSON.stringify(config.headers)).toContain('Content-Security-Policy');
  });
});

describe('another deployment', { tags: 'minutes' }, () => {
  it('changes nothing that is right, and repairs what an interrupted one left', async () => {
    project.policies.delete('run checkin');
    project.jobs.clear();
    deployment.apis.requests.length = 0;
    const { code } = await deployment.run(deploy);
    expect(code).toBe(0);
    expect(deployment.sent('POST', 'firestore', /indexes$/)).toEqual([]);
    expect(deployment.sent('PATCH', 'firestore', /./)).toEqual([]);
    expect(lastOf(deployment.sent('PATCH', 'cloudfunctions', /./).map(({ path }) => path)).sort()).toEqual(
      [...SCHEDULED_JOB_NAMES].sort(),
    );
    expect(project.jobs.size).toBe(SCHEDULED_JOB_NAMES.length);
    expect(bindings('run checkin', 'allUsers')).toEqual(['roles/run.invoker']);
    expect(project.siteReleases).toHaveLength(2);
  });

  it('that cannot succeed explains what to do, and releases nothing', async () => {
    project.functions.clear();
    const foreign = `projects/my-project/locations/${REGION}/functions/api`;
    project.functions.set(foreign, { name: foreign, state: 'ACTIVE', environment: 'GEN_2', labels: {} });
    const cpu = 'Invalid value specified for cpu. For the specified value, maxScale may not exceed 3.';
    deployment.apis.faults.push({
      api: 'cloudfunctions',
      method: 'POST',
      path: /functions$/,
      body: '/functions/payments"',
      answer: failure(400, 'INVALID_ARGUMENT', cpu),
      times: 9,
    });
    const { code, output } = await deployment.run(`${deploy} --take-over`);
    expect(code).toBe(1);
    expect(output).toContain('These functions could not be deployed: payments.');
    expect(output).toContain('MAX_INSTANCES');
    expect(output).toContain(deploy);
    expect(deployment.apis.faults.at(-1)?.times).toBe(8);
    expect(project.siteReleases).toHaveLength(2);
  });
});

it('the README names no other commands than those that are tested or change nothing here', () => {
  const others = readmeCommands().filter((command) => !isDeployment(command));
  const known = [
    /^npm ci$/,
    /^npx firebase login$/,
    /^gcloud auth /,
    /^npm run (admin|account) -w functions -- /,
    /^npx firebase functions:secrets:set /,
  ];
  expect(others.filter((command) => !known.some((pattern) => pattern.test(command)))).toEqual([]);
  expect(readmeCommands().filter(isDeployment)).toHaveLength(2);
});
