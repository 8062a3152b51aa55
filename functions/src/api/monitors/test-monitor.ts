import { monitorCalls } from '@farwatch/core/api/monitors';
import { requestTest } from '../request-test.ts';
import { route } from '../route.ts';
import { ownMonitor } from './read-monitor.ts';

export const testMonitor = route(monitorCalls.test, {
  run: async (run, caller, { params }) => {
    const { locations, endpoints } = await ownMonitor(run, caller, params.id);
    return requestTest(run, caller, { locations, endpoints });
  },
});
