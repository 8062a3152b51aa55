import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

/**
 * `unsupported`: this browser cannot show notifications from a page; `blocked`: the user denied them; otherwise the
 * user's choice.
 */
type BrowserAlertsState = 'unsupported' | 'blocked' | 'off' | 'on';

const keyOf = (uid: string) => `browserAlerts.${uid}`;
const listeners = new Set<() => void>();
/** Browsers on phones have the constructor, but throw when it is used. */
let refuses = false;

function notifyAll() {
  for (const listener of listeners) listener();
}

/** Another tab may have changed the switch, and the browser's settings are changed elsewhere. */
const OUTSIDE = ['storage', 'focus'] as const;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) for (const each of OUTSIDE) window.addEventListener(each, notifyAll);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) for (const each of OUTSIDE) window.removeEventListener(each, notifyAll);
  };
}

function isRequested(uid: string): boolean {
  return readStored('local', keyOf(uid)) !== null;
}

/** Whether this browser shows the account's alerts now. */
export function browserAlertsState(uid: string): BrowserAlertsState {
  if (refuses || !('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && isRequested(uid) ? 'on' : 'off';
}

/** The state of browser notifications, live. */
export function useBrowserAlertsState(uid: string): BrowserAlertsState {
  return useSyncExternalStore(subscribe, () => browserAlertsState(uid));
}

/**
 * Turns notifications on for this account in this browser, and asks for permission if the browser has not decided.
 * Browsers require a user action for that.
 */
export async function switchBrowserAlertsOn(uid: string): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') writeStored('local', keyOf(uid), 'on');
  notifyAll();
}

export function switchBrowserAlertsOff(uid: string): void {
  writeStored('local', keyOf(uid), null);
  notifyAll();
}

/** Shows a notification; null if the browser refuses, which `useBrowserAlertsState` then reports. */
export function showNotification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, { icon: '/icons/icon-192.png', ...options });
  } catch {
    refuses = true;
    notifyAll();
    return null;
  }
}
