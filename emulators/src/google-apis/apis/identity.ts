import { objectOf } from '../json.ts';
import { failure, notFound, type Route, route } from '../routes.ts';

/** Google's accounts, and Identity Toolkit: how people sign in. */
export const identityRoutes: Record<string, readonly Route[]> = {
  www: [
    route('POST', /^\/oauth2\/v3\/token$/, () => ({
      access_token: 'access',
      expires_in: 3600,
      scope: 'cloud-platform',
    })),
  ],
  sts: [
    route('POST', /^\/v1\/token$/, () => ({
      access_token: 'federated',
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 3600,
    })),
  ],
  identitytoolkit: [
    route('GET', /^\/admin\/v2\/projects\/[^/]+\/config$/, ({ authConfig }) => {
      return authConfig ?? failure(404, 'NOT_FOUND', 'CONFIGURATION_NOT_FOUND');
    }),
    route('PATCH', /^\/admin\/v2\/projects\/[^/]+\/config$/, (project, { body }) => {
      project.authConfig = { ...project.authConfig, ...objectOf(body) };
      return project.authConfig;
    }),
    route('GET', /^\/admin\/v2\/projects\/[^/]+\/defaultSupportedIdpConfigs\/([^/]+)$/, (project, _, id = '') => {
      return project.identityProviders.get(id) ?? notFound(id);
    }),
  ],
};
