import type { FunctionAddress } from './deployed-functions.ts';
import { type Choices, type Fix, type Missing, rightsFor } from './missing.ts';
import type { Basics, ProjectSetup, ProjectState } from './project-state.ts';
import {
  BACKUPS,
  DATABASE,
  DEPLOYER_RIGHTS,
  IMAGE_DAYS,
  missingRoles,
  PUBSUB_ROLE,
  SECRET_GROUPS,
  SECRET_ROLE,
  signsForAll,
} from './requirements.ts';

/**
 * What a project lacks, with the commands that add it, in the order in which they can be run. While the project itself
 * is not ready, nothing else is known; nothing is added to a project of another app.
 */
export function findMissing(state: ProjectState, choices: Choices = {}): Missing[] {
  const { projectId, basics, setup } = state;
  const { added = [], canTakeOver = false } = choices;
  const found = missingBasics(projectId, basics);
  if (setup) {
    const others = canTakeOver ? [] : otherApp(state, setup);
    if (others.length > 0) return others;
    found.push(
      ...missingDatabase(state, setup),
      ...missingSignIn(state, setup),
      ...missingApp(state, setup),
      ...missingSecrets(state, setup, added),
      ...missingAccount(state, setup),
      ...leftovers(state, setup),
      ...missingDomain(state, setup),
      ...missingProtection(state, setup, choices),
    );
  }
  return found.map((each) => withoutForbidden(each, basics));
}

/** An addition that the account may not make is left to an account that may. */
function withoutForbidden({ fix, ...rest }: Missing, basics: Basics | null): Missing {
  if (!fix) return rest;
  const lacking = rightsFor(fix).filter((each) => basics?.missingRights.includes(each));
  if (lacking.length === 0) return { ...rest, fix };
  return { ...rest, how: [...rest.how, `Your account may not do this (${lacking.join(', ')}): ask a project owner`] };
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
  const roles = Object.entries(DEPLOYER_RIGHTS).filter(([, rights]) =>
    rights.some((each) => basics.missingRights.includes(each)),
  );
  if (roles.length > 0) {
    const lacking = roles.flatMap(([, rights]) => rights.filter((each) => basics.missingRights.includes(each)));
    missing.push({
      what: `Your account may not deploy: it lacks ${lacking.join(', ')}`,
      how: [
        'A project owner can give it the roles (MEMBER is user:you@example.com, or serviceAccount: and its address):',
        ...roles.map(
          ([role]) =>
            `gcloud projects add-iam-policy-binding ${projectId} --member=MEMBER --role=${role} --condition=None`,
        ),
      ],
    });
  }
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
        'If there is none, or it is closed, or has too many projects: docs/deployment.md, Billing',
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

/** What the database lacks, or cannot become. */
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
  if (location === region && edition === DATABASE.edition) {
    return [
      {
        what: `The Firestore database ${DATABASE.id} is not in Native mode, which can be changed while it is empty`,
        how: [
          `gcloud firestore databases update --database="${DATABASE.id}" --type=firestore-native --project ${projectId}`,
          'If it holds data of another app, use another project',
        ],
      },
    ];
  }
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

/** Backups are billed, so they are added only on request. */
function missingProtection(
  { projectId }: ProjectState,
  { database, protection }: ProjectSetup,
  { wantsBackups, added = [] }: Choices,
): Missing[] {
  const { backups, hasHistory, isProtected } = protection;
  const isComplete = backups >= BACKUPS.length && hasHistory && isProtected;
  if (!database || isComplete || added.some(({ kind }) => kind === 'protect database')) return [];
  const what = 'The database has no backups, point-in-time recovery or protection against deletion, or not all of them';
  if (wantsBackups) {
    const how = ['docs/operations.md, Backups, has the commands'];
    return [{ what, how, fix: { kind: 'protect database' } }];
  }
  const how = [`npm run deploy -- --project ${projectId} --fix --backups (docs/operations.md, Backups, has the price)`];
  return [{ what, how, isAdvice: true }];
}

function missingSignIn({ projectId }: ProjectState, { signIn }: ProjectSetup): Missing[] {
  const page = `https://console.firebase.google.com/project/${projectId}/authentication/providers`;
  const off = [...(signIn?.byEmail ? [] : ['Email/Password']), ...(signIn?.byGoogle ? [] : ['Google'])];
  if (off.length === 0) return [];
  return [
    {
      what: signIn ? `Sign-in is off: ${off.join(', ')}` : 'Authentication is not set up',
      how: [`Open ${page} and enable ${off.join(' and ')}`],
      fix: { kind: 'set up sign-in', byEmail: !signIn?.byEmail, byGoogle: !signIn?.byGoogle },
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
  const disabled = secrets.disabled.map(
    (name): Missing => ({
      what: `The newest version of the secret ${name} is not enabled`,
      how: [
        `gcloud secrets versions enable latest --secret=${name} --project ${projectId}`,
        `Or store another value: npx firebase functions:secrets:set ${name} --project ${projectId}`,
      ],
    }),
  );
  return disabled.concat(missingValues(projectId, secrets, byOperator));
}

function missingValues(projectId: string, secrets: ProjectSetup['secrets'], byOperator: readonly string[]): Missing[] {
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

function missingAccount({ projectId }: ProjectState, { account, pubsub, secrets }: ProjectSetup): Missing[] {
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
  if (!account.mayBeUsed) {
    missing.push({
      what: `Your account may not deploy functions that run as ${email}`,
      how: [
        `gcloud iam service-accounts add-iam-policy-binding ${email} --member=MEMBER --role=roles/iam.serviceAccountUser --project ${projectId}`,
        'MEMBER is user:you@example.com, or serviceAccount: and its address',
      ],
    });
  }
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
  missing.push(...missingGrants(projectId, email, { pubsub, secrets }));
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

/** What firebase-tools grants during a deployment, for which an account that may only deploy lacks the right. */
function missingGrants(
  projectId: string,
  account: string,
  { pubsub, secrets }: Pick<ProjectSetup, 'pubsub' | 'secrets'>,
): Missing[] {
  const missing = secrets.unreadable.map((name): Missing => {
    return {
      what: `The functions' service account may not read the secret ${name}`,
      how: [
        `gcloud secrets add-iam-policy-binding ${name} --member=serviceAccount:${account} --role=${SECRET_ROLE} --project ${projectId}`,
      ],
      fix: { kind: 'grant', on: `secret ${name}`, account, roles: [SECRET_ROLE] },
    };
  });
  if (pubsub.maySign) return missing;
  const member = `--member=serviceAccount:${pubsub.email}`;
  return [
    ...missing,
    {
      what: "Google's Pub/Sub may not sign, which firebase-tools requires for triggers",
      how: [
        `gcloud beta services identity create --service=pubsub.googleapis.com --project ${projectId}`,
        `gcloud projects add-iam-policy-binding ${projectId} ${member} --role=${PUBSUB_ROLE} --condition=None`,
      ],
      fix: { kind: 'grant', on: 'project', account: pubsub.email, roles: [PUBSUB_ROLE] },
    },
  ];
}

/** What a deployment would destroy of another app. */
function otherApp({ projectId }: ProjectState, { existingFunctions, rules, site }: ProjectSetup): Missing[] {
  const { foreign } = existingFunctions;
  const parts = [
    ...(foreign.length > 0 ? [`functions: ${listOf(foreign)}`] : []),
    ...(rules === 'foreign' ? ["Firestore's rules"] : []),
    ...(site === 'foreign' ? ['a site on Hosting'] : []),
  ];
  if (parts.length === 0) return [];
  return [
    {
      what: `The project has another app (${parts.join('; ')}). Deploying would replace functions of the same name, Firestore's rules and the Hosting site`,
      how: [
        'Use another project. Or, if nothing needs the other app any more:',
        `npm run deploy -- --project ${projectId} --take-over`,
      ],
    },
  ];
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
