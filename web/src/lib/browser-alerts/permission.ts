import { useSyncExternalStore } from 'react';

/**
 * `unsupported`: this browser shows none from a page; `blocked`: the user forbade it; the rest is the user's choice.
 */
export type BrowserAlertsState = 'unsupported' | 'blocked' | 'off' | 'on';

const keyOf = (uid: string) => `browserAlerts.${uid}`;
const listeners = new Set<() => void>();
/** Browsers on phones have the interface and refuse to use it. */
let refuses = false;

function tellAll() {
  for (const listener of listeners) listener();
}

/** Another tab may have switched, and the browser's own settings are changed elsewhere. */
const OUTSIDE = ['storage', 'focus'] as const;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) for (const each of OUTSIDE) window.addEventListener(each, tellAll);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) for (const each of OUTSIDE) window.removeEventListener(each, tellAll);
  };
}

function isWanted(uid: string): boolean {
  try {
    return localStorage.getItem(keyOf(uid)) !== null;
  } catch {
    return false;
  }
}

/** Whether this browser shows the account's outages now. */
export function browserAlertsState(uid: string): BrowserAlertsState {
  if (refuses || !('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && isWanted(uid) ? 'on' : 'off';
}

/** The same, live. */
export function useBrowserAlertsState(uid: string): BrowserAlertsState {
  return useSyncExternalStore(subscribe, () => browserAlertsState(uid));
}

/**
 * Switches them on for this account in this browser; asks the browser for permission if it has not decided. Call it on
 * a press.
 */
export async function switchBrowserAlertsOn(uid: string): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') localStorage.setItem(keyOf(uid), 'on');
  tellAll();
}

export function switchBrowserAlertsOff(uid: string): void {
  localStorage.removeItem(keyOf(uid));
  tellAll();
}

/** Shows a notification; null if the browser refuses, which `useBrowserAlertsState` then says. */
export function showNotification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, { icon: '/icons/icon-192.png', ...options });
  } catch {
    refuses = true;
    tellAll();
    return null;
  }
}
