import type { GoogleProject } from '../google-project.ts';
import { type JsonObject, objectOf, textOf } from '../json.ts';
import { type Answer, type ApiRequest, failure, notFound, type Route, route } from '../routes.ts';
import { policyOf, setPolicy } from './projects.ts';

const FUNCTIONS = /^\/v2\/projects\/[^/]+\/locations\/([^/]+)\/functions$/;
const FUNCTION = /^\/v2\/(projects\/[^/]+\/locations\/[^/]+\/functions\/[^/:]+)$/;
const SERVICE = String.raw`\/v1\/projects\/[^/]+\/locations\/[^/]+\/services\/([^/:]+)`;

/** Cloud Functions (2nd gen) and what firebase-tools sets up around a function. */
export const functionsRoutes: Record<string, readonly Route[]> = {
  cloudfunctions: [
    route('GET', /^\/v1\/projects\/[^/]+\/locations\/-\/functions$/, () => ({ functions: [] })),
    route('GET', FUNCTIONS, ({ functions }) => ({ functions: [...functions.values()] })),
    route('POST', /^\/v2\/projects\/[^/]+\/locations\/[^/]+\/functions:generateUploadUrl$/, () => ({
      uploadUrl: 'https://storage.googleapis.com/upload/source.zip',
      storageSource: { bucket: 'sources', object: 'source.zip' },
    })),
    route('POST', FUNCTIONS, (project, request) => startInstance(project, request) ?? storeFunction(project, request)),
    route('PATCH', FUNCTION, (project, request) => startInstance(project, request) ?? storeFunction(project, request)),
    route('DELETE', FUNCTION, ({ functions, operations }, _, name = '') => {
      if (!functions.delete(name)) return notFound(name);
      const operation = { name: `operations/deleted-${operations.size}`, response: {}, looks: 2 };
      operations.set(operation.name, operation);
      return { name: operation.name };
    }),
    route('GET', /^\/v2\/(operations\/.+)$/, (project, _, name = '') => {
      const operation = objectOf(project.operations.get(name));
      if (!operation.name) return notFound(name);
      const looks = Number(operation.looks ?? 0) + 1;
      project.operations.set(name, { ...operation, looks });
      if (looks === 2) project.cpus.running -= cpuOf(objectOf(operation.response));
      return { ...operation, done: looks > 1 };
    }),
  ],
  storage: [route('PUT', /^\/upload\/source\.zip$/, () => ({}))],
  run: [
    route('GET', new RegExp(`^${SERVICE.replace('v1', 'v2')}$`), ({ openServices }, _, name = '') => ({
      invokerIamDisabled: openServices.has(name),
    })),
    route('PATCH', new RegExp(`^${SERVICE.replace('v1', 'v2')}$`), ({ openServices }, { body, query }, name = '') => {
      if (query.get('updateMask') !== 'invokerIamDisabled') return failure(400, 'INVALID_ARGUMENT', 'updateMask');
      if (objectOf(body).invokerIamDisabled === true) openServices.add(name);
      return { name: `operations/${name}` };
    }),
    route('GET', new RegExp(`^${SERVICE}:getIamPolicy$`), (project, _, name = '') => policyOf(project, `run ${name}`)),
    route('POST', new RegExp(`^${SERVICE}:setIamPolicy$`), (project, { body }, name = '') =>
      setPolicy(project, `run ${name}`, body),
    ),
  ],
  cloudscheduler: stored('jobs', /^\/v1\/(projects\/[^/]+\/locations\/[^/]+\/jobs\/[^/:]+)$/),
  cloudtasks: stored('queues', /^\/v2\/(projects\/[^/]+\/locations\/[^/]+\/queues\/[^/:]+)$/),
  artifactregistry: [
    route('GET', /^\/v1\/projects\/[^/]+\/locations\/[^/]+\/repositories\/gcf-artifacts$/, ({ repository }) => {
      return repository ?? notFound('Repository gcf-artifacts');
    }),
    route('PATCH', /^\/v1\/projects\/[^/]+\/locations\/[^/]+\/repositories\/gcf-artifacts$/, (project, { body }) => {
      project.repository = { ...project.repository, ...objectOf(body) };
      return project.repository;
    }),
  ],
};

/** Starts the instance that shows that a function works. Refuses it if the region has no CPUs left. */
function startInstance({ cpus }: GoogleProject, { body }: ApiRequest): Answer | null {
  const needed = cpus.running + cpuOf(objectOf(body));
  if (needed > cpus.quota) {
    const service = textOf(objectOf(body).name).split('/').at(-1)?.toLowerCase();
    const what = `Could not create or update Cloud Run service ${service}`;
    return failure(400, 'INVALID_ARGUMENT', `${what}. Quota exceeded for total allowable CPU per project per region.`);
  }
  cpus.running = needed;
  cpus.most = Math.max(cpus.most, needed);
  return null;
}

function cpuOf(stored: JsonObject): number {
  return Number(objectOf(stored.serviceConfig).availableCpu ?? 1);
}

/** Creates or changes a function. The first one also creates the repository of images. */
export function storeFunction(project: GoogleProject, { body }: ApiRequest, state = 'ACTIVE'): JsonObject {
  const sent = objectOf(body);
  const name = textOf(sent.name);
  const [, , , region = '', , id = ''] = name.split('/');
  const service = `projects/${project.id}/locations/${region}/services/${id.toLowerCase()}`;
  const url = `https://${region}-${project.id}.cloudfunctions.net/${id}`;
  const stored = {
    ...sent,
    state,
    environment: 'GEN_2',
    url,
    serviceConfig: { ...objectOf(sent.serviceConfig), service, uri: url },
  };
  project.functions.set(name, stored);
  project.repository ??= { name: `projects/${project.id}/locations/${region}/repositories/gcf-artifacts` };
  // It is done when it is looked at for the second time.
  const operation = { name: `operations/${id}-${project.operations.size}`, response: stored };
  project.operations.set(operation.name, operation);
  return { name: operation.name };
}

/** Resources that are read, created and changed under their own names. */
function stored(kind: 'jobs' | 'queues', pattern: RegExp): readonly Route[] {
  const collection = new RegExp(pattern.source.replace('(', '').replace(String.raw`\/[^/:]+)$`, '$'));
  const put = (project: GoogleProject, { body }: ApiRequest) => {
    const resource = objectOf(body);
    project[kind].set(textOf(resource.name), resource);
    return resource;
  };
  return [
    route('GET', collection, (project) => ({ [kind]: [...project[kind].values()] })),
    route('GET', pattern, (project, _, name = '') => project[kind].get(name) ?? notFound(name)),
    route('POST', collection, put),
    route('PATCH', pattern, put),
  ];
}
