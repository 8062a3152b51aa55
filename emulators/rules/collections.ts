import type { Person } from './people.ts';

/**
 * A collection under test: a document of it and who may read that; `owned` is the filter without which no list is allowed,
 * and `listed` who may list with it.
 */
export type Case = {
  path: string;
  data: Record<string, unknown>;
  readers: readonly Person[];
  owned?: { field: string; value: string; listed: readonly Person[] };
};

const ownersOnly = (collection: string): Case => ({
  path: `${collection}/one`,
  data: { ownerId: 'owner', name: 'one' },
  readers: ['owner'],
  owned: { field: 'ownerId', value: 'owner', listed: ['owner'] },
});

const closed = (path: string, data: Record<string, unknown> = {}): Case => ({
  path,
  data: { ownerId: 'owner', ...data },
  readers: [],
  owned: { field: 'ownerId', value: 'owner', listed: [] },
});

/** Every collection (docs/architecture.md, Documents), and one that does not exist. */
export const CASES: readonly Case[] = [
  { path: 'users/owner', data: { displayName: 'Owner', email: 'owner@farwatch.test' }, readers: ['owner'] },
  closed('users/owner/private/notifications', { telegram: { bot_token: 'secret' } }),
  ownersOnly('monitors'),
  ownersOnly('endpoints'),
  ownersOnly('endpoints/one/events'),
  ownersOnly('incidents'),
  ownersOnly('alerts'),
  ownersOnly('payments'),
  closed('payments/one/private/record', { claimHash: 'secret' }),
  { path: 'payments/nobodys', data: { ownerId: null }, readers: [] },
  {
    path: 'agents/agent1',
    data: { ownerId: 'admin', name: 'one' },
    readers: ['admin'],
    owned: { field: 'ownerId', value: 'admin', listed: ['admin'] },
  },
  closed('agents/agent1/private/registration', { code: 'secret' }),
  {
    path: 'assignments/tw_owner',
    data: { ownerId: 'owner', agentId: 'agent1' },
    readers: ['agent'],
    owned: { field: 'agentId', value: 'agent1', listed: ['agent'] },
  },
  { path: 'commands/agent1', data: { syncAt: null, checkNow: {} }, readers: ['agent'] },
  closed('agentStates/agent1', { tokenGeneration: 1 }),
  closed('windows/agent1_0', { checks: {} }),
  closed('flips/agent1_0000000001', { agentId: 'agent1' }),
  closed('hours/owner_tw_0', { endpoints: {} }),
  closed('outboxes/owner'),
  closed('sweeps/state', { waiting: {} }),
  closed('leases/drain_agent1', { holder: 'somebody' }),
  closed('unheardOf/one'),
];
