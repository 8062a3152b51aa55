import {
  findOutageChanges,
  type OutageChange,
  type RunningOutages,
} from '@farwatch/core/decisions/notifications/outage-change';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { showNotification } from '../../lib/browser/browser-alerts.ts';
import { parseStored, readStored, writeStored } from '../../lib/browser/storage.ts';
import { shortDate } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { endpointPath, PATHS } from '../../lib/navigation/paths.ts';
import { useNow } from '../../lib/time/now.ts';

/** More changes than this at once are shown as one notification. */
const MAX_AT_ONCE = 3;

/** The content of one notification. Its tag is unique to its change. */
type Message = { tag: string; title: string; body: string; path: string };

const keyOf = ({ endpointId, kind, since }: OutageChange) => `${endpointId} ${kind} ${since}`;

/**
 * Shows outages and recoveries as browser notifications, from the shell's listener. Each is shown
 * once, by the first tab that sees it. They are closed when the account signs out.
 */
export default function BrowserAlerts() {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const { data } = useMonitors();
  const nowMs = useNow(15 * SECOND_MS);
  const running = useRef<RunningOutages | null>(null);
  const shown = useRef(new Set<Notification>());
  const isUnmounted = useRef(false);

  useEffect(() => {
    if (!data) return;
    const next = findOutageChanges(running.current, data.items, nowMs);
    running.current = next.running;
    if (next.changes.length === 0) return;
    void claimChanges(next.changes.map(keyOf)).then((fresh) => {
      if (isUnmounted.current) return;
      const changes = next.changes.filter((each) => fresh.includes(keyOf(each)));
      for (const { path, title, ...options } of messagesOf(changes, t, (atMs) => shortDate(atMs, language))) {
        const notification = showNotification(title, options);
        if (!notification) return;
        shown.current.add(notification);
        notification.onclick = () => {
          window.focus();
          notification.close();
          void navigate(path);
        };
      }
    });
  }, [data, nowMs, t, language, navigate]);

  useEffect(() => {
    const all = shown.current;
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      for (const each of all) each.close();
    };
  }, []);
  return null;
}

function messagesOf(changes: readonly OutageChange[], t: TFunction, timeOf: (atMs: number) => string): Message[] {
  return (['down', 'up'] as const).flatMap((kind) => {
    const same = changes.filter((each) => each.kind === kind);
    if (same.length > MAX_AT_ONCE) {
      const names = same.map(({ endpoint }) => endpoint).join(', ');
      const title = t(`browserAlerts.${kind}Many`, { count: same.length });
      return [{ tag: `many ${kind} ${same[0]?.since}`, title, body: names, path: PATHS.incidents }];
    }
    return same.map((each) => ({
      // A notification that replaces another would be silent.
      tag: keyOf(each),
      title: t(`browserAlerts.${kind}`, { endpoint: each.endpoint }),
      body: t('browserAlerts.about', { monitor: each.monitor, at: timeOf(each.since) }),
      path: endpointPath(each.endpointId),
    }));
  });
}

const SHOWN_KEY = 'browserAlerts.shown';
/** How many keys are remembered; the tabs of one browser see the same change within seconds. */
const MAX_STORED = 200;

function claim(keys: readonly string[]): string[] {
  const shown = parseStored(z.array(z.string()), readStored('local', SHOWN_KEY)) ?? [];
  const fresh = keys.filter((key) => !shown.includes(key));
  writeStored('local', SHOWN_KEY, JSON.stringify([...shown, ...fresh].slice(-MAX_STORED)));
  return fresh;
}

/** The keys that no tab of this browser has shown yet; marks them as shown. */
async function claimChanges(keys: readonly string[]): Promise<string[]> {
  if (!('locks' in navigator)) return claim(keys);
  return navigator.locks.request(SHOWN_KEY, () => claim(keys));
}
