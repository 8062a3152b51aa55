import type { GoogleProject } from '../google-project.ts';
import { type JsonObject, objectOf, textOf } from '../json.ts';
import { type ApiRequest, notFound, type Route, route } from '../routes.ts';
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
      uploadUrl: 'ORIGIN/storage/upload/source.zip',
      storageSource: { bucket: 'sources', object: 'source.zip' },
    })),
    route('POST', FUNCTIONS, (project, request) => storeFunction(project, request)),
    route('PATCH', FUNCTION, (project, request) => storeFunction(project, request)),
    route('GET', /^\/v2\/(operations\/.+)$/, ({ operations }, _, name = '') => operations.get(name) ?? notFound(name)),
  ],
  storage: [route('PUT', /^\/upload\/source\.zip$/, () => ({}))],
  run: [
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
  const operation = { name: `operations/${id}`, done: true, response: stored };
  project.operations.set(operation.name, operation);
  return operation;
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
