import { objectOf, textOf } from '../json.ts';
import { notFound, type Route, route } from '../routes.ts';
import { policyOf, setPolicy } from './projects.ts';

/** Secret Manager. */
export const secretRoutes: Record<string, readonly Route[]> = {
  secretmanager: [
    route('GET', /^\/v1\/projects\/[^/]+\/secrets\/([^/:]+)$/, (project, _, name = '') =>
      project.secrets.has(name) ? { name: `projects/${project.id}/secrets/${name}` } : notFound(`Secret ${name}`),
    ),
    route('POST', /^\/v1\/projects\/[^/]+\/secrets$/, (project, { query }) => {
      const name = query.get('secretId') ?? '';
      project.secrets.set(name, '');
      return { name: `projects/${project.id}/secrets/${name}` };
    }),
    route('POST', /^\/v1\/projects\/[^/]+\/secrets\/([^/:]+):addVersion$/, (project, { body }, name = '') => {
      const data = textOf(objectOf(objectOf(body).payload).data);
      project.secrets.set(name, Buffer.from(data, 'base64').toString('utf8'));
      return { name: `projects/${project.id}/secrets/${name}/versions/1`, state: 'ENABLED' };
    }),
    route('GET', /^\/v1\/projects\/[^/]+\/secrets\/([^/:]+)\/versions\/[^/:]+$/, (project, _, name = '') =>
      project.secrets.get(name)
        ? {
            name: `projects/${project.number}/secrets/${name}/versions/1`,
            state: project.disabledSecrets.has(name) ? 'DISABLED' : 'ENABLED',
          }
        : notFound(`A version of secret ${name}`),
    ),
    route('GET', /^\/v1\/projects\/[^/]+\/secrets\/([^/:]+):getIamPolicy$/, (project, _, name = '') =>
      policyOf(project, `secret ${name}`),
    ),
    route('POST', /^\/v1\/projects\/[^/]+\/secrets\/([^/:]+):setIamPolicy$/, (project, { body }, name = '') =>
      setPolicy(project, `secret ${name}`, body),
    ),
  ],
};
