import { monitorCalls } from '@farwatch/core/api/monitors';
import { useApi } from './api/use-api.ts';
import { COMPARED_EVERY_MS } from './now.ts';

/** For pages that ask the API nothing else: every answer tells the server's time, this one for a single read. */
export function useServerClock(): void {
  useApi(monitorCalls.limits, {}, COMPARED_EVERY_MS);
}
