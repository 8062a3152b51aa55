import { computeAccountOf, type GoogleProject, setUpSignIn } from '../google-project.ts';
import { type Json, type JsonObject, objectOf, textOf } from '../json.ts';
import { failure, notFound, type Route, route } from '../routes.ts';

/** Cloud Resource Manager, Service Usage, Cloud Billing, IAM, Compute Engine, Firebase management. */
export const projectRoutes: Record<string, readonly Route[]> = {
  cloudresourcemanager: [
    route('GET', /^\/v1\/projects\/[^/:]+$/, (project) => ({
      projectId: project.id,
      projectNumber: project.number,
      lifecycleState: 'ACTIVE',
    })),
    route('POST', /^\/v1\/projects\/[^/:]+:getIamPolicy$/, (project) => policyOf(project, 'project')),
    route('POST', /^\/v1\/projects\/[^/:]+:setIamPolicy$/, (project, { body }) => setPolicy(project, 'project', body)),
    route('POST', /^\/v1\/projects\/[^/:]+:testIamPermissions$/, (project, { body }) => permitted(project, body)),
    route('POST', /^\/v1\/projects\/[^/:]+:getEffectiveOrgPolicy$/, ({ forbidsAllUsers }, { body }) => ({
      constraint: objectOf(body).constraint ?? '',
      listPolicy: forbidsAllUsers ? { allowedValues: ['C0abcdefg'] } : { allValues: 'ALLOW' },
    })),
  ],
  iam: [
    route('GET', /^\/v1\/projects\/[^/]+\/serviceAccounts\/([^/:]+)$/, (project, _, email = '') =>
      project.serviceAccounts.has(email) ? { email } : notFound(`Service account ${email}`),
    ),
    // firebase-tools looks at App Engine's account, which new projects lack.
    route(
      'POST',
      /^\/v1\/projects\/[^/]+\/serviceAccounts\/([^/:]+):testIamPermissions$/,
      (project, { body }, email = '') =>
        project.serviceAccounts.has(email) ? permitted(project, body) : notFound(`Service account ${email}`),
    ),
    route('POST', /^\/v1\/projects\/[^/]+\/serviceAccounts\/([^/:]+):getIamPolicy$/, (project, _, email = '') =>
      policyOf(project, email),
    ),
    route('POST', /^\/v1\/projects\/[^/]+\/serviceAccounts\/([^/:]+):setIamPolicy$/, (project, { body }, email = '') =>
      setPolicy(project, email, body),
    ),
  ],
  serviceusage: [
    route('GET', /^\/v1\/projects\/[^/]+\/services\/([^/:]+)$/, (project, _, name = '') => ({
      state: project.services.has(name) ? 'ENABLED' : 'DISABLED',
    })),
    route('GET', /^\/v1\/projects\/[^/]+\/services:batchGet$/, (project, { query }) => ({
      services: query.getAll('names').map((name) => ({
        name,
        state: project.services.has(name.split('/').at(-1) ?? '') ? 'ENABLED' : 'DISABLED',
      })),
    })),
    route('POST', /^\/v1\/projects\/[^/]+\/services:batchEnable$/, (project, { body }) =>
      enable(project, objectOf(body).serviceIds),
    ),
    route('POST', /^\/v1\/projects\/[^/]+\/services\/([^/:]+):enable$/, (project, _, name = '') =>
      enable(project, [name]),
    ),
    route('GET', /^\/v1\/(operations\/.+)$/, (project, _, name = '') => project.operations.get(name) ?? notFound(name)),
    route(
      'POST',
      /^\/v1beta1\/projects\/[^/]+\/services\/([^/]+):generateServiceIdentity$/,
      (project, _, name = '') => {
        const agent = name.split('.')[0];
        project.serviceAccounts.add(`service-${project.number}@gcp-sa-${agent}.iam.gserviceaccount.com`);
        return { name: 'operations/finished.DONE_OPERATION', done: true };
      },
    ),
  ],
  firebaseextensions: [route('GET', /^\/v1beta\/projects\/[^/]+\/instances$/, () => ({ instances: [] }))],
  runtimeconfig: [route('GET', /^\/v1beta1\/projects\/[^/]+\/configs$/, () => ({ configs: [] }))],
  cloudbilling: [
    route('GET', /^\/v1\/projects\/[^/]+\/billingInfo$/, (project) => ({
      billingEnabled: project.hasBilling,
      billingAccountName: project.hasBilling ? 'billingAccounts/0A-0B' : '',
    })),
  ],
  compute: [
    route('GET', /^\/compute\/v1\/projects\/[^/]+$/, (project) => ({
      defaultServiceAccount: computeAccountOf(project),
    })),
  ],
  firebase: [
    route('POST', /^\/v1alpha\/firebase:provisionFirebaseApp$/, (project, { body }) => {
      const { googleSigninProviderConfig } = objectOf(objectOf(body).firebaseAuthInput);
      if (textOf(objectOf(googleSigninProviderConfig).customerSupportEmail)) setUpSignIn(project);
      return { name: 'operations/provisioned', done: true };
    }),
    route('GET', /^\/v1beta1\/projects\/[^/]+$/, (project) =>
      project.hasFirebase
        ? { projectId: project.id, projectNumber: project.number, resources: { hostingSite: project.id } }
        : notFound('Firebase project'),
    ),
    route('GET', /^\/v1beta1\/projects\/[^/]+\/adminSdkConfig$/, (project) => ({
      projectId: project.id,
      storageBucket: `${project.id}.firebasestorage.app`,
    })),
    route('GET', /^\/v1beta1\/projects\/[^/]+\/webApps$/, (project) => ({ apps: project.webApps })),
    route('POST', /^\/v1beta1\/projects\/[^/]+\/webApps$/, (project, { body }) => {
      const appId = `1:${project.number}:web:${project.webApps.length + 1}`;
      project.webApps.push({ appId, displayName: textOf(objectOf(body).displayName), projectId: project.id });
      return { name: 'operations/app', done: true };
    }),
    route('GET', /^\/v1beta1\/projects\/[^/]+\/webApps\/([^/]+)\/config$/, (project, _, appId = '') => ({
      projectId: project.id,
      appId,
      apiKey: 'key-of-the-web-app',
      authDomain: `${project.id}.firebaseapp.com`,
    })),
  ],
};

/** Those of the permissions in question that the account has. */
function permitted({ forbidden }: GoogleProject, body: Json): JsonObject {
  const { permissions } = objectOf(body);
  return { permissions: Array.isArray(permissions) ? permissions.filter((each) => !forbidden.has(textOf(each))) : [] };
}

/** Enables the services. Enabling Compute Engine creates its default service account, with no role, as Google does. */
function enable(project: GoogleProject, ids: Json | undefined) {
  if (!project.hasBilling) return failure(400, 'FAILED_PRECONDITION', 'Billing account for project is not found.');
  for (const id of Array.isArray(ids) ? ids : []) project.services.add(textOf(id));
  if (project.services.has('compute.googleapis.com')) project.serviceAccounts.add(computeAccountOf(project));
  return { name: 'operations/enabled', done: true };
}

export function policyOf(project: GoogleProject, resource: string): JsonObject {
  return project.policies.get(resource) ?? { etag: 'first', bindings: [] };
}

/** Stores a policy, unless it was changed since its etag was read. */
export function setPolicy(project: GoogleProject, resource: string, body: Json) {
  const policy = objectOf(objectOf(body).policy);
  if (project.forbidden.has('resourcemanager.projects.setIamPolicy')) {
    return failure(403, 'PERMISSION_DENIED', 'The caller does not have permission');
  }
  const text = JSON.stringify(policy);
  if (project.forbidsAllUsers && text.includes('"allUsers"')) {
    return failure(
      400,
      'FAILED_PRECONDITION',
      'One or more users named in the policy do not belong to a permitted customer.',
    );
  }
  const unknown = /serviceAccount:(service-\d+@gcp-sa-pubsub[\w.-]+)/.exec(text)?.[1];
  if (unknown && !project.serviceAccounts.has(unknown)) {
    return failure(400, 'INVALID_ARGUMENT', `Service account ${unknown} does not exist.`);
  }
  const before = textOf(policyOf(project, resource).etag);
  if (policy.etag && policy.etag !== before) {
    return failure(409, 'ABORTED', 'There were concurrent policy changes.');
  }
  const next = { ...policy, etag: `${before}+` };
  project.policies.set(resource, next);
  return next;
}
