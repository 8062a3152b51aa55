import type { NeededRole } from '@farwatch/core/values/account';
import type { ParseKeys } from 'i18next';
import { PATHS } from './paths.ts';

/** The cards of Settings by the ids of their elements: the tab, the role that each needs, and the text of its title. */
export const SETTINGS_CARDS = [
  { id: 'plan', tab: 'account', role: 'owner', title: 'settings.plan.title' },
  { id: 'payments', tab: 'account', role: 'owner', title: 'payments.title' },
  { id: 'password', tab: 'account', role: 'self', title: 'account.password.title' },
  { id: 'members', tab: 'account', role: 'viewer', title: 'members.title' },
  { id: 'otherAccounts', tab: 'account', role: 'self', title: 'otherAccounts.title' },
  { id: 'activity', tab: 'account', role: 'editor', title: 'activity.title' },
  { id: 'copy', tab: 'account', role: 'owner', title: 'account.copy.title' },
  { id: 'history', tab: 'account', role: 'viewer', title: 'historyFile.title' },
  { id: 'close', tab: 'account', role: 'owner', title: 'account.close.title' },
  { id: 'interval', tab: 'monitor', role: 'editor', title: 'settings.interval' },
  { id: 'channels', tab: 'integrations', role: 'editor', title: 'channels.title' },
  { id: 'telegram', tab: 'integrations', role: 'editor', title: 'notifications.telegram' },
  { id: 'thresholds', tab: 'integrations', role: 'editor', title: 'notifications.thresholds' },
  { id: 'escalation', tab: 'integrations', role: 'editor', title: 'escalation.title' },
  { id: 'duty', tab: 'integrations', role: 'viewer', title: 'duty.title' },
  { id: 'summaries', tab: 'integrations', role: 'editor', title: 'summaries.title' },
  { id: 'browserAlerts', tab: 'integrations', role: 'viewer', title: 'browserAlerts.title' },
  { id: 'apiKeys', tab: 'integrations', role: 'owner', title: 'apiKeys.title' },
  { id: 'metricPush', tab: 'integrations', role: 'editor', title: 'metricPush.title' },
  { id: 'lastAlerts', tab: 'integrations', role: 'viewer', title: 'notifications.alerts.title' },
] as const satisfies { id: string; tab: SettingsTab; role: NeededRole; title: ParseKeys }[];
export type SettingsCard = (typeof SETTINGS_CARDS)[number];
export type SettingsCardId = SettingsCard['id'];
export type SettingsTab = 'account' | 'monitor' | 'integrations' | 'languages';

/** The cards that a person may open. */
export function cardsFor(mayCall: (call: { role: NeededRole }) => boolean) {
  return SETTINGS_CARDS.filter(mayCall);
}

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
