import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

/**
 * `unsupported`: this browser cannot show notifications from a page; `blocked`: the user denied them; otherwise the
 * user's choice.
 */
type BrowserAlertsState = 'unsupported' | 'blocked' | 'off' | 'on';

const keyOf = (uid: string) => `browserAlerts.${uid}`;
const listeners = new Set<() => void>();
/** Mobile browsers have the constructor, but throw when it is used. */
let isUnsupported = false;

function notifyAll() {
  for (const listener of listeners) listener();
}

/** Another tab may have changed the switch, and the user the browser's settings. */
const EXTERNAL_CHANGES = ['storage', 'focus'] as const;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) for (const each of EXTERNAL_CHANGES) window.addEventListener(each, notifyAll);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) for (const each of EXTERNAL_CHANGES) window.removeEventListener(each, notifyAll);
  };
}

function isSwitchedOn(uid: string): boolean {
  return readStored('local', keyOf(uid)) !== null;
}

/** The current state of browser notifications for the account. */
export function browserAlertsState(uid: string): BrowserAlertsState {
  if (isUnsupported || !('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && isSwitchedOn(uid) ? 'on' : 'off';
}

/** The state of browser notifications, live. */
export function useBrowserAlertsState(uid: string): BrowserAlertsState {
  return useSyncExternalStore(subscribe, () => browserAlertsState(uid));
}

/** Whether the user lets this browser show notifications, live. */
export function useNotificationPermission(): NotificationPermission {
  return useSyncExternalStore(subscribe, () => Notification.permission);
}

/** Requests permission to show notifications, if needed, which requires a user action; returns whether there is one. */
export async function requestPermission(): Promise<boolean> {
  const isGranted = (await Notification.requestPermission()) === 'granted';
  notifyAll();
  return isGranted;
}

/** Turns notifications on for this account in this browser, if the user permits them. */
export async function switchBrowserAlertsOn(uid: string): Promise<void> {
  if (await requestPermission()) writeStored('local', keyOf(uid), 'on');
  notifyAll();
}

export function switchBrowserAlertsOff(uid: string): void {
  writeStored('local', keyOf(uid), null);
  notifyAll();
}

/** Shows a notification; returns null if the browser cannot, which `useBrowserAlertsState` then reports. */
export function showNotification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, { icon: '/icons/icon-192.png', ...options });
  } catch {
    isUnsupported = true;
    notifyAll();
    return null;
  }
}
