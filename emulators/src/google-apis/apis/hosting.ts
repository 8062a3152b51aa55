import { objectOf, textOf } from '../json.ts';
import { notFound, type Route, route } from '../routes.ts';

/** Firebase Hosting: versions of a site, the files that they need, releases. */
export const hostingRoutes: Record<string, readonly Route[]> = {
  firebasehosting: [
    route('GET', /^\/v1beta1\/projects\/[^/]+\/sites$/, ({ id, sites }) => ({
      sites: sites.map((site) => ({ name: `projects/${id}/sites/${site}`, type: 'DEFAULT_SITE' })),
    })),
    route('GET', /^\/v1beta1\/projects\/[^/]+\/sites\/([^/]+)$/, ({ id, sites }, _, site = '') =>
      sites.includes(site) ? { name: `projects/${id}/sites/${site}`, type: 'DEFAULT_SITE' } : notFound(site),
    ),
    route('POST', /^\/v1beta1\/projects\/[^/]+\/sites$/, (project, { query }) => {
      const site = query.get('siteId') ?? '';
      project.sites.push(site);
      return { name: `projects/${project.id}/sites/${site}`, type: 'DEFAULT_SITE' };
    }),
    route('GET', /^\/v1beta1\/projects\/[^/]+\/sites\/[^/]+\/customDomains\/([^/]+)$/, (project, _, domain = '') =>
      project.customDomains.has(domain) ? { name: domain, hostState: 'HOST_ACTIVE' } : notFound(domain),
    ),
    route('POST', /^\/v1beta1\/projects\/[^/]+\/sites\/([^/]+)\/versions$/, (project, { body }, site = '') => {
      const name = `projects/${project.number}/sites/${site}/versions/${project.siteVersions.size + 1}`;
      project.siteVersions.set(name, { ...objectOf(body), name });
      return { name };
    }),
    route('GET', /^\/v1beta1\/sites\/[^/]+\/channels\/live$/, ({ siteReleases }) => {
      const version = siteReleases.at(-1);
      return version ? { release: { version: { name: version } } } : {};
    }),
    route('GET', /^\/v1beta1\/(projects\/[^/]+\/sites\/[^/]+\/versions\/[^/]+)$/, (project, _, name = '') => {
      return project.siteVersions.get(name) ?? notFound(name);
    }),
    route('POST', /^\/v1beta1\/.*(sites\/[^/]+\/versions\/[^/]+):populateFiles$/, ({ files }, { body }) => {
      const hashes = Object.values(objectOf(objectOf(body).files)).map(textOf);
      return {
        uploadRequiredHashes: hashes.filter((hash) => !files.has(hash)),
        uploadUrl: 'https://upload-firebasehosting.googleapis.com/upload',
      };
    }),
    route(
      'PATCH',
      /^\/v1beta1\/(projects\/[^/]+\/sites\/[^/]+\/versions\/([^/]+))$/,
      (project, { body }, _, id = '') => {
        const [name = ''] = [...project.siteVersions.keys()].filter((each) => each.endsWith(`/${id}`));
        const version = { ...project.siteVersions.get(name), ...objectOf(body), name };
        project.siteVersions.set(name, version);
        return version;
      },
    ),
    route('POST', /^\/v1beta1\/projects\/[^/]+\/sites\/[^/]+\/channels\/live\/releases$/, (project, { query }) => {
      project.siteReleases.push(query.get('versionName') ?? '');
      return { name: `releases/${project.siteReleases.length}`, version: {} };
    }),
  ],
  'upload-firebasehosting': [
    route('POST', /^\/upload\/([0-9a-f]+)$/, ({ files }, _, hash = '') => {
      files.add(hash);
      return {};
    }),
  ],
};
