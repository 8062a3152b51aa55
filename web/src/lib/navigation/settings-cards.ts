import { PATHS } from './paths.ts';

/** The cards of Settings by the ids of their elements, with their tab and the text of their title. */
export const SETTINGS_CARDS = [
  { id: 'plan', tab: 'account', title: 'settings.plan.title' },
  { id: 'payments', tab: 'account', title: 'payments.title' },
  { id: 'password', tab: 'account', title: 'account.password.title' },
  { id: 'activity', tab: 'account', title: 'activity.title' },
  { id: 'copy', tab: 'account', title: 'account.copy.title' },
  { id: 'history', tab: 'account', title: 'historyFile.title' },
  { id: 'close', tab: 'account', title: 'account.close.title' },
  { id: 'interval', tab: 'monitor', title: 'settings.interval' },
  { id: 'channels', tab: 'integrations', title: 'channels.title' },
  { id: 'telegram', tab: 'integrations', title: 'notifications.telegram' },
  { id: 'thresholds', tab: 'integrations', title: 'notifications.thresholds' },
  { id: 'escalation', tab: 'integrations', title: 'escalation.title' },
  { id: 'summaries', tab: 'integrations', title: 'summaries.title' },
  { id: 'browserAlerts', tab: 'integrations', title: 'browserAlerts.title' },
  { id: 'apiKeys', tab: 'integrations', title: 'apiKeys.title' },
  { id: 'metricPush', tab: 'integrations', title: 'metricPush.title' },
  { id: 'lastAlerts', tab: 'integrations', title: 'notifications.alerts.title' },
] as const;
type SettingsCard = (typeof SETTINGS_CARDS)[number];
export type SettingsCardId = SettingsCard['id'];
export type SettingsTab = 'account' | 'monitor' | 'integrations' | 'languages';

export function settingsTabPath(tab: SettingsTab): string {
  return tab === 'account' ? PATHS.settings : `${PATHS.settings}?${new URLSearchParams({ tab })}`;
}

export function settingsCardPath({ id, tab }: SettingsCard): string {
  return `${settingsTabPath(tab)}#${id}`;
}

/** The id of a channel's row in the list of channels. */
export function channelRowId(channelId: string): string {
  return `channel-${channelId}`;
}

export function channelPath(channelId: string): string {
  return `${settingsTabPath('integrations')}#${encodeURIComponent(channelRowId(channelId))}`;
}
