import { monitorCalls } from '@farwatch/core/api/monitors';
import { route } from '../route.ts';
import { monitorDetail } from './read-monitor.ts';

export const getMonitor = route(monitorCalls.read, {
  run: (run, caller, { params }) => monitorDetail(run, caller, params.id),
});
