import { agentUptime } from '@farwatch/core/agents/uptime';
import { agentCalls } from '@farwatch/core/api/agents';
import { isoOf } from '@farwatch/core/api/parts';
import { wallClock } from '@farwatch/core/zone';
import { route } from '../route.ts';
import { type Checked, readChecked } from './read-checked.ts';

export const getAgentStats = route(agentCalls.stats, {
  run: async (run, caller, { params, headers }) => {
    const { checked, ...presence } = await readChecked(run, caller, params.id);
    const { today, average } = agentUptime(presence, wallClock(headers['x-timezone']), run.nowMs);
    const having = (last: boolean | undefined) => checked.filter((each) => each.last?.up === last).length;
    return {
      endpoint_count: checked.length,
      success_count: having(true),
      failed_count: having(false),
      never_checked_count: having(undefined),
      last_check_at: isoOf(newestOf(checked)),
      today_uptime: today,
      average_uptime: average,
    };
  },
});

function newestOf(checked: readonly Checked[]): number | null {
  return checked.reduce<number | null>((newest, { last }) => Math.max(newest ?? 0, last?.at ?? 0) || null, null);
}
