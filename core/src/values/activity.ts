/** What people see in an account's activity: what was changed, and how. */

export const ACTIVITY_KINDS = [
  'monitor',
  'endpoint',
  'channel',
  'notifications',
  'maintenance',
  'page',
  'post',
  'incident',
  'key',
  'agent',
  'account',
  'summaries',
  'payment',
  'member',
  'rotation',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export const ACTIVITY_ACTIONS = [
  'created',
  'changed',
  'deleted',
  'paused',
  'resumed',
  'moved',
  'ended',
  'acknowledged',
  'unacknowledged',
  'snoozed',
  'noted',
  'assigned',
  'unassigned',
  'revoked',
  'reset',
  'closed',
  'kept',
  'claimed',
  'blocked',
  'resent',
  'invited',
  'joined',
  'declined',
  'left',
  'transferred',
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

/** Longer names and lists are cut. */
export const ACTIVITY_LIMITS = { nameLength: 400, fields: 60 } as const;

/** Who changed it: a signed-in person, a program with an API key, a person with a message's link, or an operator. */
export const ACTIVITY_ACTORS = ['person', 'key', 'link', 'operator'] as const;
export type ActivityActor = (typeof ACTIVITY_ACTORS)[number];
