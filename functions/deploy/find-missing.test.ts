import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findMissing } from './find-missing.ts';
import type { Missing } from './missing.ts';
import type { ProjectSetup, ProjectState } from './project-state.ts';
import { SECRET_GROUPS } from './requirements.ts';

const ALL_ROLES = [
  'roles/cloudbuild.builds.builder',
  'roles/cloudtasks.enqueuer',
  'roles/datastore.user',
  'roles/firebaseauth.admin',
  'roles/logging.logWriter',
  'roles/eventarc.eventReceiver',
  'roles/run.invoker',
];
const SELF = ['roles/iam.serviceAccountTokenCreator', 'roles/iam.serviceAccountUser'];
const signIn = { byEmail: true, byGoogle: true };
const email = '1-compute@developer.gserviceaccount.com';
const ready: ProjectSetup = {
  account: {
    email,
    exists: true,
    mayBeUsed: true,
    onProject: ['roles/editor', 'roles/eventarc.eventReceiver', 'roles/run.invoker'],
    onItself: ['roles/iam.serviceAccountTokenCreator'],
  },
  database: { location: 'asia-east1', type: 'FIRESTORE_NATIVE', edition: 'STANDARD' },
  signIn: { ...signIn, domains: ['localhost'] },
  webApps: 1,
  hasSite: true,
  protection: { backups: 2, hasHistory: true, isProtected: true },
  rules: 'none',
  site: 'none',
  secrets: { stored: [], missing: [], disabled: [], unreadable: [] },
  pubsub: { email: 'service-1@gcp-sa-pubsub.iam.gserviceaccount.com', maySign: true },
  forbidsAllUsers: false,
  images: 'none',
  existingFunctions: { deleted: [], foreign: [], outdated: [] },
  ownHost: null,
};
const basics = { hasFirebase: true, hasBilling: true, disabledServices: [], missingRights: [] };
const secrets = (more: Partial<ProjectSetup['secrets']>) => ({ secrets: { ...ready.secrets, ...more } });
const state = (setup: Partial<ProjectSetup> | null = {}, more: Partial<ProjectState> = {}): ProjectState => ({
  projectId: 'acme',
  region: 'asia-east1',
  basics,
  setup: setup && { ...ready, ...setup },
  ...more,
});
const account = (onProject: string[], onItself: string[] = []) => ({
  account: { ...ready.account, onProject, onItself },
});
const outdated = [
  { name: 'a', region: 'asia-east1' },
  { name: 'sweep', region: 'us-central1' },
  { name: 'b', region: 'asia-east1' },
];
const ownHost = { host: 'status.example.com', isConnected: true, isAllowed: true };
const domains = ['localhost', 'status.example.com'];

const nothing: [string, ProjectState][] = [
  ['everything is there', state()],
  ['each role was granted on its own, because new organizations give no Editor', state(account(ALL_ROLES, SELF))],
  [
    'only Farwatch’s functions are outdated, which the deployment deletes',
    state({ existingFunctions: { deleted: [], foreign: [], outdated } }),
  ],
  ['old images are deleted', state({ images: 'deleted' })],
  ['an own domain is connected, authorized and allowed', state({ ownHost, signIn: { ...signIn, domains } })],
];

describe('nothing is missing if', () => {
  it.each(nothing)('%s', (_, given) => expect(findMissing(given)).toEqual([]));
});

const [KEY, IPN] = SECRET_GROUPS[0].names;

const cases: [string, ProjectState, string[]][] = [
  ['no project', state(null, { basics: null }), ['firebase projects:create acme']],
  ['no Firebase', state(null, { basics: { ...basics, hasFirebase: false } }), ['projects:addfirebase acme']],
  ['no billing', state(null, { basics: { ...basics, hasBilling: false } }), ['gcloud billing projects link acme']],
  [
    'an API',
    state(null, { basics: { ...basics, disabledServices: ['iamcredentials.googleapis.com'] } }),
    ['gcloud services enable iamcredentials.googleapis.com --project acme'],
  ],
  ['no database', state({ database: null }), ['firestore:databases:create "(default)" --location asia-east1']],
  [
    'a database elsewhere',
    state({ database: { location: 'nam5', type: 'DATASTORE_MODE', edition: 'ENTERPRISE' } }),
    ['gcloud firestore databases delete --database="(default)" --project acme'],
  ],
  [
    'an empty database in Datastore mode',
    state({ database: { location: 'asia-east1', type: 'DATASTORE_MODE', edition: 'STANDARD' } }),
    ['gcloud firestore databases update --database="(default)" --type=firestore-native --project acme'],
  ],
  [
    'a right of who deploys',
    state({}, { basics: { ...basics, missingRights: ['run.services.setIamPolicy'] } }),
    ['gcloud projects add-iam-policy-binding acme --member=MEMBER --role=roles/run.admin --condition=None'],
  ],
  [
    'the right to use the service account',
    state({ account: { ...ready.account, mayBeUsed: false } }),
    [`gcloud iam service-accounts add-iam-policy-binding ${email} --member=MEMBER --role=roles/iam.serviceAccountUser`],
  ],
  [
    'an addition that the account may not make',
    state({ webApps: 0 }, { basics: { ...basics, missingRights: ['firebase.clients.create'] } }),
    ['ask a project owner'],
  ],
  ['no Authentication', state({ signIn: null }), ['enable Email/Password and Google']],
  ['no Google', state({ signIn: { byEmail: true, byGoogle: false, domains: [] } }), ['providers and enable Google']],
  ['no web app', state({ webApps: 0 }), ['firebase apps:create WEB Farwatch --project acme']],
  ['no site', state({ hasSite: false }), ['hosting:sites:create acme --project acme']],
  ['a secret', state(secrets({ stored: [KEY], missing: ['SMTP_URL'] })), ['secrets:set SMTP_URL --project acme']],
  [
    'a secret next to another of the same use',
    state(secrets({ stored: [KEY], missing: [IPN] })),
    ['functions:secrets:set NOWPAYMENTS_IPN_SECRET --project acme'],
  ],
  [
    'a secret whose newest version is disabled',
    state(secrets({ stored: ['SMTP_URL'], disabled: ['SMTP_URL'] })),
    ['gcloud secrets versions enable latest --secret=SMTP_URL --project acme'],
  ],
  [
    'a secret that the functions may not read',
    state(secrets({ stored: ['SMTP_URL'], unreadable: ['SMTP_URL'] })),
    [`gcloud secrets add-iam-policy-binding SMTP_URL --member=serviceAccount:${email}`],
  ],
  [
    'what firebase-tools grants Pub/Sub',
    state({ pubsub: { ...ready.pubsub, maySign: false } }),
    [`--member=serviceAccount:${ready.pubsub.email} --role=roles/iam.serviceAccountTokenCreator`],
  ],
  [
    'a role',
    state(account(ALL_ROLES.slice(1), SELF)),
    [
      `gcloud projects add-iam-policy-binding acme --member=serviceAccount:${email} --role=roles/cloudbuild.builds.builder --condition=None`,
    ],
  ],
  [
    'the right to sign, which Editor does not include, and only as itself',
    state(account(ready.account.onProject.slice())),
    [
      `gcloud iam service-accounts add-iam-policy-binding ${email} --member=serviceAccount:${email} --role=roles/iam.serviceAccountTokenCreator --project acme`,
    ],
  ],
  ['no account', state({ account: { ...ready.account, exists: false } }), ['gcloud services enable compute.']],
  [
    'outdated functions',
    state({ existingFunctions: { deleted: outdated, foreign: [], outdated: [] } }),
    [
      'functions:delete a b --region asia-east1 --project acme',
      'functions:delete sweep --region us-central1 --project acme',
    ],
  ],
  [
    'another app',
    state({ existingFunctions: { deleted: outdated, foreign: outdated, outdated: [] }, webApps: 0 }),
    ['npm run deploy -- --project acme --take-over'],
  ],
  ['rules of another app', state({ rules: 'foreign', webApps: 0 }), ['--project acme --take-over']],
  ['a site of another app', state({ site: 'foreign', database: null }), ['--project acme --take-over']],
  ['an unknown host', state({ ownHost }), ['authentication/settings and add status.example.com']],
  [
    'a host that the API refuses',
    state({ ownHost: { ...ownHost, isAllowed: false }, signIn: { ...signIn, domains } }),
    ['APP_ORIGINS=https://status.example.com'],
  ],
];

describe('each missing thing comes with its command', () => {
  it.each(cases)('%s', (_, given, commands) => {
    const missing = findMissing(given);
    expect(missing).toHaveLength(1);
    expect(missing[0]?.isAdvice).toBeUndefined();
    for (const command of commands) expect(missing[0]?.how.join('\n')).toContain(command);
  });
});

it('names only commands and options that firebase-tools has', () => {
  const lines = cases.flatMap(([, given]) => findMissing(given).flatMap(({ how }) => how));
  const used = lines.filter((line) => line.startsWith('npx firebase ')).map((line) => line.split(' ').slice(2));
  for (const [command = '', ...rest] of used) {
    const known = knownOptions(command);
    expect(rest.filter((word) => word.startsWith('--')).filter((option) => !known.includes(option))).toEqual([]);
  }
  expect(used.length).toBeGreaterThan(5);
});

const commandSchema = z.object({ options: z.array(z.array(z.unknown())) });

/** Throws for a command that does not exist. */
function knownOptions(name: string): string[] {
  const file = createRequire(import.meta.url).resolve(`firebase-tools/lib/commands/${name.replaceAll(':', '-')}`);
  const { options } = commandSchema.parse(createRequire(import.meta.url)(file).command);
  return [...options.map(([flags]) => /--[\w-]+/.exec(String(flags))?.[0] ?? ''), '--project'];
}

it('only advises where a deployment works without', () => {
  const given = state({
    ...account([...ready.account.onProject, 'roles/iam.serviceAccountTokenCreator'], SELF),
    images: 'kept',
    ownHost: { ...ownHost, isConnected: false },
    signIn: { ...signIn, domains },
  });
  expect(findMissing(given).map(({ isAdvice }) => isAdvice)).toEqual([true, true, true]);
  const [advice, ...more] = findMissing(state({ protection: { ...ready.protection, backups: 0 } }));
  expect([advice?.isAdvice, more]).toEqual([true, []]);
});

it('takes over functions of another app only on request, and deletes none by itself', () => {
  const given = state({ existingFunctions: { deleted: outdated.slice(0, 1), foreign: outdated, outdated: [] } });
  const [missing, ...more] = findMissing(given, { canTakeOver: true });
  expect(more).toEqual([]);
  expect(missing?.how).toEqual(['npx firebase functions:delete a --region asia-east1 --project acme']);
});

it('adds backups, which are billed, only on request, and once', () => {
  const given = state({ protection: { backups: 0, hasHistory: false, isProtected: false } });
  const [missing] = findMissing(given, { wantsBackups: true });
  expect(missing?.fix).toEqual({ kind: 'protect database' });
  expect(findMissing(given, { wantsBackups: true, added: [{ kind: 'protect database' }] })).toEqual([]);
});

it.each([
  ['rules', { rules: 'foreign' } as const],
  ['a site', { site: 'foreign' } as const],
])('takes over %s of another app only on request', (_, given) => {
  expect(findMissing(state(given))).toHaveLength(1);
  expect(findMissing(state(given), { canTakeOver: true })).toEqual([]);
});

it('stores none in a secret that shows later than another of the same run', () => {
  const value = { kind: 'store secret', value: 'none' } as const;
  const added = [KEY, IPN].map((name) => ({ ...value, name }));
  const [missing] = findMissing(state(secrets({ stored: [KEY], missing: [IPN] })), { added });
  expect(missing?.fix).toEqual(added[1]);
});

it('fixes only what can be added without a choice', () => {
  const fixed = ({ fix }: Missing) => fix?.kind ?? 'by hand';
  const kinds = cases.flatMap(([name, given]) => findMissing(given).map((each) => `${name}: ${fixed(each)}`));
  expect(kinds.filter((kind) => !kind.endsWith('by hand'))).toEqual([
    'an API: enable services',
    'no database: create database',
    'no Authentication: set up sign-in',
    'no Google: set up sign-in',
    'no web app: create web app',
    'no site: create site',
    'a secret: store secret',
    'a secret that the functions may not read: grant',
    'what firebase-tools grants Pub/Sub: grant',
    'a role: grant',
    'the right to sign, which Editor does not include, and only as itself: grant',
    'no account: enable services',
    'an unknown host: authorize domain',
  ]);
});
