import type { FunctionAddress } from './deployed-functions.ts';
import type { ProjectSetup, ProjectState } from './project-state.ts';
import { DATABASE, IMAGE_DAYS, missingRoles, SECRET_GROUPS, signsForAll } from './requirements.ts';

/** What `--fix` does about something that is missing: only additions that can be undone. */
export type Fix =
  | { kind: 'enable services'; services: readonly string[] }
  | { kind: 'create database'; location: string }
  | { kind: 'create web app' }
  | { kind: 'create site' }
  | { kind: 'store secret'; name: string; value: string }
  | { kind: 'grant'; on: 'project' | 'itself'; account: string; roles: readonly string[] }
  | { kind: 'authorize domain'; domains: readonly string[] };

/** Something that a deployment needs. */
export interface Missing {
  what: string;
  /** Commands that add it, or a page and what to do there. */
  how: readonly string[];
  fix?: Fix;
  /** Whether the deployment goes on without it. */
  isAdvice?: true;
}

export interface Choices {
  /** What this run has added, which may not be visible yet. */
  added?: readonly Fix[];
  /** Whether functions of another app may be replaced. */
  canTakeOver?: boolean;
}

/**
 * What a project lacks, with the commands that add it, in the order in which they can be run. While the project itself
 * is not ready, nothing else is known; nothing is added to a project of another app.
 */
export function findMissing(state: ProjectState, { added = [], canTakeOver = false }: Choices = {}): Missing[] {
  const { projectId, basics, setup } = state;
  const missing = missingBasics(projectId, basics);
  if (!setup) return missing;
  if (setup.existingFunctions.foreign.length > 0 && !canTakeOver) return [foreignFunctions(state, setup)];
  return [
    ...missing,
    ...missingDatabase(state, setup),
    ...missingSignIn(state, setup),
    ...missingApp(state, setup),
    ...missingSecrets(state, setup, added),
    ...missingAccount(state, setup),
    ...leftovers(state, setup),
    ...missingDomain(state, setup),
  ];
}

function missingBasics(projectId: string, basics: ProjectState['basics']): Missing[] {
  if (!basics) {
    return [
      {
        what: `The project ${projectId} does not exist, or your account may not see it`,
        how: ['npx firebase login', 'npx firebase projects:list', `npx firebase projects:create ${projectId}`],
      },
    ];
  }
  const missing: Missing[] = [];
  if (!basics.hasFirebase) {
    missing.push({
      what: 'The project is not a Firebase project',
      how: [`npx firebase projects:addfirebase ${projectId}`],
    });
  }
  if (!basics.hasBilling) {
    missing.push({
      what: 'The project has no billing account (Blaze plan), which Cloud Functions require',
      how: [
        `gcloud billing projects link ${projectId} --billing-account=ID (gcloud billing accounts list has the IDs)`,
      ],
    });
  }
  if (basics.disabledServices.length > 0) {
    const services = basics.disabledServices;
    missing.push({
      what: `${services.length} Google ${services.length === 1 ? 'API is' : 'APIs are'} not enabled`,
      how: [`gcloud services enable ${services.join(' ')} --project ${projectId}`],
      fix: { kind: 'enable services', services },
    });
  }
  return missing;
}

function missingDatabase({ projectId, region }: ProjectState, { database }: ProjectSetup): Missing[] {
  if (!database) {
    return [
      {
        what: `There is no Firestore database ${DATABASE.id} in ${region}`,
        how: [
          `npx firebase firestore:databases:create "${DATABASE.id}" --location ${region} --edition standard --project ${projectId}`,
        ],
        fix: { kind: 'create database', location: region },
      },
    ];
  }
  const { location, type, edition } = database;
  const wrong = [
    ...(location === region ? [] : [`is in ${location}, not in ${region}`]),
    ...(type === DATABASE.type ? [] : ['is not in Native mode']),
    ...(edition === DATABASE.edition ? [] : [`is of the ${edition.toLowerCase()} edition, not standard`]),
  ];
  if (wrong.length === 0) return [];
  return [
    {
      what: `The Firestore database ${DATABASE.id} ${wrong.join(' and ')}, which cannot be changed`,
      how: [
        'Use another project, or, if the database holds nothing that you need, delete it and run this command again:',
        `gcloud firestore databases delete --database="${DATABASE.id}" --project ${projectId}`,
      ],
    },
  ];
}

function missingSignIn({ projectId }: ProjectState, { signIn }: ProjectSetup): Missing[] {
  const page = `https://console.firebase.google.com/project/${projectId}/authentication/providers`;
  const off = [...(signIn?.byEmail ? [] : ['Email/Password']), ...(signIn?.byGoogle ? [] : ['Google'])];
  if (off.length === 0) return [];
  return [
    {
      what: signIn ? `Sign-in is off: ${off.join(', ')}` : 'Authentication is not set up',
      how: [`Open ${page} and enable ${off.join(' and ')}`],
    },
  ];
}

function missingApp({ projectId }: ProjectState, { webApps, hasSite }: ProjectSetup): Missing[] {
  const missing: Missing[] = [];
  if (webApps === 0) {
    missing.push({
      what: 'The project has no web app',
      how: [`npx firebase apps:create WEB Farwatch --project ${projectId}`],
      fix: { kind: 'create web app' },
    });
  }
  if (!hasSite) {
    missing.push({
      what: 'The project has no Hosting site',
      how: [`npx firebase hosting:sites:create ${projectId} --project ${projectId}`],
      fix: { kind: 'create site' },
    });
  }
  return missing;
}

/** Next to a real key, `none` would be a mistake: payments need all of their secrets. */
function missingSecrets({ projectId }: ProjectState, { secrets }: ProjectSetup, added: readonly Fix[]): Missing[] {
  const isAdded = (name: string) => added.some((fix) => fix.kind === 'store secret' && fix.name === name);
  const byOperator = secrets.stored.filter((name) => !isAdded(name));
  return SECRET_GROUPS.flatMap(({ names, none }) => {
    const has = byOperator.filter((name) => isOneOf(names, name));
    return secrets.missing
      .filter((name) => isOneOf(names, name))
      .map((name): Missing => {
        const what = `The secret ${name} has no value`;
        const how = [`npx firebase functions:secrets:set ${name} --project ${projectId}`];
        if (has.length === 0) {
          return { what: `${what} (the word none ${none})`, how, fix: { kind: 'store secret', name, value: 'none' } };
        }
        const both = `${what}, but ${has.join(' and ')} has; both are needed (the word none as both ${none})`;
        return { what: both, how };
      });
  });
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

function missingAccount({ projectId }: ProjectState, { account }: ProjectSetup): Missing[] {
  const { email } = account;
  if (!account.exists) {
    return [
      {
        what: `The service account ${email}, which runs the functions, does not exist`,
        how: [
          `gcloud services enable compute.googleapis.com --project ${projectId}`,
          'If it was deleted less than 30 days ago, gcloud iam service-accounts undelete; otherwise use another project',
        ],
        // Google creates it some time after it has enabled the service.
        fix: { kind: 'enable services', services: ['compute.googleapis.com'] },
      },
    ];
  }
  const { onProject, onItself } = missingRoles(account.onProject, account.onItself);
  const member = `--member=serviceAccount:${email}`;
  const missing: Missing[] = [];
  if (onProject.length > 0) {
    missing.push({
      what: `The functions' service account lacks ${count(onProject.length, 'role')} on the project`,
      how: onProject.map(
        (role) => `gcloud projects add-iam-policy-binding ${projectId} ${member} --role=${role} --condition=None`,
      ),
      fix: { kind: 'grant', on: 'project', account: email, roles: onProject },
    });
  }
  if (onItself.length > 0) {
    missing.push({
      what: `The functions' service account lacks ${count(onItself.length, 'role')} on itself`,
      how: onItself.map(
        (role) =>
          `gcloud iam service-accounts add-iam-policy-binding ${email} ${member} --role=${role} --project ${projectId}`,
      ),
      fix: { kind: 'grant', on: 'itself', account: email, roles: onItself },
    });
  }
  if (signsForAll(account.onProject)) {
    const role = 'roles/iam.serviceAccountTokenCreator';
    missing.push({
      what: "The functions' service account may sign as every service account of the project, and needs only its own",
      how: [`gcloud projects remove-iam-policy-binding ${projectId} ${member} --role=${role} --condition=None`],
      isAdvice: true,
    });
  }
  return missing;
}

function foreignFunctions({ projectId }: ProjectState, { existingFunctions }: ProjectSetup): Missing {
  return {
    what: `The project has functions of another app: ${listOf(existingFunctions.foreign)}. Deploying would replace what has the same name, Firestore's rules and the Hosting site`,
    how: [
      'Use another project. Or, if nothing needs the other app any more:',
      `npm run deploy -- --project ${projectId} --take-over`,
    ],
  };
}

/** What earlier deployments left behind. */
function leftovers({ projectId, region }: ProjectState, { existingFunctions, images }: ProjectSetup): Missing[] {
  const missing: Missing[] = [];
  const { deleted } = existingFunctions;
  if (deleted.length > 0) {
    const byRegion = Map.groupBy(deleted, (each) => each.region);
    missing.push({
      what: `Functions that this version does not have are deployed: ${listOf(deleted)}. Deploying would delete them`,
      how: [...byRegion].map(([location, each]) => {
        const names = each.map(({ name }) => name).join(' ');
        return `npx firebase functions:delete ${names} --region ${location} --project ${projectId}`;
      }),
    });
  }
  if (images === 'kept') {
    missing.push({
      what: 'Old images of functions are never deleted; the deployment sets this up',
      how: [
        `npx firebase functions:artifacts:setpolicy --location ${region} --days ${IMAGE_DAYS} --force --project ${projectId}`,
      ],
      isAdvice: true,
    });
  }
  return missing;
}

/** Sign-in with Google and the links of verification mails work only on authorized domains. */
function missingDomain({ projectId }: ProjectState, { ownHost, signIn }: ProjectSetup): Missing[] {
  if (!ownHost) return [];
  const { host, isConnected, isAllowed } = ownHost;
  const console = `https://console.firebase.google.com/project/${projectId}`;
  const missing: Missing[] = [];
  if (signIn && !signIn.domains.includes(host)) {
    missing.push({
      what: `Sign-in is not authorized on ${host}`,
      how: [`Open ${console}/authentication/settings and add ${host} to the authorized domains`],
      fix: { kind: 'authorize domain', domains: [...signIn.domains, host] },
    });
  }
  if (!isAllowed) {
    missing.push({
      what: `The API does not accept calls from https://${host}`,
      how: [`Add to functions/.env: APP_ORIGINS=https://${host}`],
    });
  }
  if (!isConnected) {
    missing.push({
      what: `${host} is not connected to Hosting`,
      how: [`Open ${console}/hosting/sites and add the custom domain ${host}`],
      isAdvice: true,
    });
  }
  return missing;
}

function listOf(functions: readonly FunctionAddress[]): string {
  return functions.map(({ name, region }) => `${name} (${region})`).join(', ');
}

function count(n: number, thing: string): string {
  return `${n} ${thing}${n === 1 ? '' : 's'}`;
}
