import type { GoogleProject } from '../google-project.ts';
import { objectOf, textOf } from '../json.ts';
import { type ApiRequest, notFound, type Route, route } from '../routes.ts';

const LIST = /^\/v3\/projects\/[^/]+\/(notificationChannels|uptimeCheckConfigs|alertPolicies)$/;
const BUDGETS = /^\/v1\/billingAccounts\/[^/]+\/budgets$/;
const BUDGET = /^\/v1\/projects\/[^/]+\/budgets\/\d+$/;

/** Cloud Monitoring and budgets: lists to which resources are added. */
export const monitoringRoutes: Record<string, readonly Route[]> = {
  monitoring: [
    route('GET', LIST, ({ watching }, _, kind = '') => ({ [kind]: watching.get(kind) ?? [] })),
    route('POST', LIST, (project, { body }, kind = '') => add(project, kind, objectOf(body))),
    route('PATCH', /^\/v3\/projects\/[^/]+\/(alertPolicies)\/\d+$/, change),
  ],
  billingbudgets: [
    route('GET', BUDGETS, ({ watching }) => ({ budgets: watching.get('budgets') ?? [] })),
    route('POST', BUDGETS, (project, { body }) => add(project, 'budgets', objectOf(body))),
    route('PATCH', BUDGET, (project, request) => change(project, request, 'budgets')),
  ],
};

function change({ watching }: GoogleProject, { path, body }: ApiRequest, kind = '') {
  const found = watching.get(kind)?.find(({ name }) => path.endsWith(textOf(name)));
  return found ? Object.assign(found, objectOf(body)) : notFound(path);
}

function add({ id, watching }: GoogleProject, kind: string, body: ReturnType<typeof objectOf>) {
  const before = watching.get(kind) ?? [];
  const resource = { ...body, name: `projects/${id}/${kind}/${before.length + 1}` };
  watching.set(kind, [...before, resource]);
  return resource;
}
