import type { ApiCall } from './call.ts';

/** The calls of each tag, and the part of the reference that lists them. */
export const API_TAGS: Readonly<Record<string, { group: ApiGroup; description: string }>> = {
  monitors: { group: 'monitors', description: 'Monitors, each a group of endpoints' },
  endpoints: { group: 'endpoints', description: 'Endpoints: URLs that are checked, and heartbeats of jobs' },
  trials: { group: 'endpoints', description: 'Checks of a URL that is not saved' },
  locations: { group: 'endpoints', description: 'Where agents check from' },
  uptime: { group: 'uptime', description: 'Uptime of all monitors' },
  dashboard: { group: 'uptime', description: 'The values of the dashboard' },
  metrics: { group: 'uptime', description: 'Endpoints as metrics for Prometheus' },
  reports: { group: 'uptime', description: 'Uptime against targets, and error budgets' },
  incidents: { group: 'incidents', description: 'Incidents, and what people do about them' },
  'shared-incidents': { group: 'incidents', description: 'The incident of a link in a message' },
  maintenance: { group: 'maintenance', description: 'Maintenance windows' },
  channels: { group: 'channels', description: 'Channels that alerts are sent through' },
  messages: { group: 'channels', description: 'What channels have sent' },
  notifications: { group: 'channels', description: 'The Telegram chat and the thresholds that every account has' },
  'summary-settings': { group: 'channels', description: 'Weekly and monthly summaries' },
  'push-key': { group: 'channels', description: 'Notifications of browsers' },
  'line-senders': { group: 'channels', description: 'The setup of LINE channels' },
  pages: { group: 'pages', description: 'Status pages, and the incidents posted on them' },
  'page-slugs': { group: 'pages', description: 'Addresses of status pages' },
  'page-previews': { group: 'pages', description: 'Previews of status pages' },
  'page-reports': { group: 'pages', description: 'What visitors report about status pages, for operators' },
  'page-blocks': { group: 'pages', description: 'Status pages that operators block' },
  me: { group: 'account', description: 'The profile' },
  settings: { group: 'account', description: 'The account’s settings' },
  activity: { group: 'account', description: 'Who changed what of the account' },
  keys: { group: 'account', description: 'API keys' },
  logins: { group: 'account', description: 'API keys that a person confirms by a code' },
  members: { group: 'account', description: 'Who belongs to the account' },
  rotations: { group: 'account', description: 'Who is on duty' },
  invitations: { group: 'account', description: 'Invitations to an account' },
  accounts: { group: 'account', description: 'The accounts of others that a person belongs to' },
  account: { group: 'account', description: 'The account’s copy, and its closing' },
  payments: { group: 'account', description: 'Plans and orders' },
  agents: { group: 'operation', description: 'Agents, for admins' },
  health: { group: 'operation', description: 'Whether Farwatch itself works' },
};

/** The parts of the reference, in its order. */
export const API_GROUPS = {
  monitors: 'Monitors',
  endpoints: 'Endpoints and trials',
  uptime: 'Uptime and reports',
  incidents: 'Incidents',
  maintenance: 'Maintenance',
  channels: 'Channels and messages',
  pages: 'Status pages',
  account: 'Account',
  operation: 'Health and agents',
} as const;
export type ApiGroup = keyof typeof API_GROUPS;

/** The first part of the path after its version, or the name of a separate service. */
export function tagOf({ service, path }: Pick<ApiCall, 'service' | 'path'>): string {
  if (service === 'payment') return 'payments';
  return path.split('/').find((part) => part !== '' && !/^v\d+$/.test(part)) ?? '';
}
