import { incidentCalls } from '@farwatch/core/contracts/api/incidents';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import type { Command } from '../command.ts';
import { EXIT } from '../problem.ts';
import { currentMs, lengthText } from '../time.ts';

/** Shows how many monitors are up, and each that is not, with since when. */
export const status: Command = {
  summary: 'What is down now; exit code 1 if anything is',
  usage: ['status'],
  examples: ['status', 'status --json'],
  async run({ client, io, isJson }) {
    const api = await client();
    const [monitors, incidents] = await Promise.all([
      api.call(monitorCalls.list, {}),
      api.call(incidentCalls.list, { query: { status: 'active', timeRange: '30d', limit: 100 } }),
    ]);
    const down = monitors.filter((each) => each.status === 'DOWN');
    if (isJson) io.print(JSON.stringify({ monitors, incidents: incidents.data }, null, 2));
    else {
      const counts = (['UP', 'DOWN', 'UNKNOWN'] as const).map((state) => {
        const count = monitors.filter((each) => each.status === state).length;
        return count > 0 ? `${count} ${state.toLowerCase()}` : '';
      });
      io.print(monitors.length === 0 ? 'No monitors yet.' : counts.filter(Boolean).join(', '));
      for (const { endpoints, monitors: monitor, triggeredAt, details, locations, severity } of incidents.data) {
        const since = lengthText(currentMs() - Date.parse(triggeredAt));
        const where = locations.join(', ');
        io.print(
          `${io.paint('red', '●')} ${io.paint('bold', monitor.name)}: ${endpoints.name}, ${severity}, for ${since}, from ${where}`,
        );
        if (details.errorMessage) io.print(`    ${details.errorMessage}`);
      }
    }
    return down.length > 0 || incidents.data.length > 0 ? EXIT.failed : EXIT.ok;
  },
};
