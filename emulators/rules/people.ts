import type { RulesTestContext, RulesTestEnvironment } from '@firebase/rules-unit-testing';

/** Everybody who may knock: who they are by the claims of their token. */
export const PEOPLE = [
  'owner',
  'other',
  'admin',
  'otherAdmin',
  'formerAdmin',
  'unverified',
  'agent',
  'otherAgent',
  'impostor',
  'anonymous',
] as const;
export type Person = (typeof PEOPLE)[number];

const VERIFIED = { email: 'someone@farwatch.test', email_verified: true };

/**
 * `owner` owns all that people own, `admin` all agents; `formerAdmin` is the admin without the role. `unverified` has
 * the owner's uid; `impostor` is an agent's token with the owner's uid, a verified e-mail and the admin's role. Neither
 * of the two counts as a person.
 */
export function contextOf(env: RulesTestEnvironment, person: Person): RulesTestContext {
  switch (person) {
    case 'owner':
      return env.authenticatedContext('owner', VERIFIED);
    case 'other':
      return env.authenticatedContext('other', VERIFIED);
    case 'admin':
      return env.authenticatedContext('admin', { ...VERIFIED, role: 'admin' });
    case 'otherAdmin':
      return env.authenticatedContext('otherAdmin', { ...VERIFIED, role: 'admin' });
    case 'formerAdmin':
      return env.authenticatedContext('admin', VERIFIED);
    case 'unverified':
      return env.authenticatedContext('owner', { email: 'owner@farwatch.test', email_verified: false, role: 'admin' });
    case 'agent':
      return env.authenticatedContext('agent_agent1', { agent: 'agent1', tokenGeneration: 1 });
    case 'otherAgent':
      return env.authenticatedContext('agent_agent2', { agent: 'agent2', tokenGeneration: 1 });
    case 'impostor':
      return env.authenticatedContext('owner', { ...VERIFIED, role: 'admin', agent: 'agent3', tokenGeneration: 1 });
    case 'anonymous':
      return env.unauthenticatedContext();
  }
}
