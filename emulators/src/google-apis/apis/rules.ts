import { objectOf, textOf } from '../json.ts';
import { notFound, type Route, route } from '../routes.ts';

/** Firebase Rules. It compiles nothing: the emulator tests do. */
export const rulesRoutes: Record<string, readonly Route[]> = {
  firebaserules: [
    route('POST', /^\/v1\/projects\/[^/]+:test$/, () => ({ issues: [] })),
    route('GET', /^\/v1\/projects\/[^/]+\/releases$/, ({ rulesReleases }) => ({
      releases: [...rulesReleases.values()],
    })),
    route('GET', /^\/v1\/(projects\/[^/]+\/releases\/.+)$/, ({ rulesReleases }, _, name = '') => {
      return rulesReleases.get(name) ?? notFound(name);
    }),
    route('GET', /^\/v1\/(projects\/[^/]+\/rulesets\/[^/]+)$/, ({ rulesets }, _, name = '') => {
      return rulesets.find((ruleset) => ruleset.name === name) ?? notFound(name);
    }),
    // firebase-tools looks for old ones to delete when it may not add more.
    route('GET', /^\/v1\/projects\/[^/]+\/rulesets$/, ({ rulesets }) => ({ rulesets })),
    route('POST', /^\/v1\/projects\/[^/]+\/rulesets$/, (project, { body }) => {
      const ruleset = { ...objectOf(body), name: `projects/${project.id}/rulesets/${project.rulesets.length + 1}` };
      project.rulesets.push(ruleset);
      return ruleset;
    }),
    route('POST', /^\/v1\/projects\/[^/]+\/releases$/, ({ rulesReleases }, { body }) => {
      const release = objectOf(body);
      rulesReleases.set(textOf(release.name), release);
      return release;
    }),
    route('PATCH', /^\/v1\/projects\/[^/]+\/releases\/.+$/, ({ rulesReleases }, { body }) => {
      const release = objectOf(objectOf(body).release);
      if (!rulesReleases.has(textOf(release.name))) return notFound('Release');
      rulesReleases.set(textOf(release.name), release);
      return release;
    }),
  ],
};
