import { monitorCalls } from '@farwatch/core/api/monitors';
import { readLastChecks } from '../last-checks.ts';
import { route } from '../route.ts';
import { readUser } from '../users/ensure-user.ts';
import { monitorEntry } from './monitor-entry.ts';
import { ownMonitors } from './own-monitors.ts';

export const listMonitors = route(monitorCalls.list, {
  run: async (run, caller) => {
    const [user, own, lastChecks] = await Promise.all([
      readUser(run, caller),
      ownMonitors(run, caller),
      readLastChecks(run, caller.uid),
    ]);
    const shared = { lastChecks, intervalMin: user.monitorInterval, nowMs: run.nowMs };
    const entries = own.map(({ id, monitor }) => monitorEntry({ id, monitor, ...shared }));
    return entries.sort((a, b) => a.name.localeCompare(b.name));
  },
});
