import type { LocationCode } from './locations.ts';
import { SERVER_LOCATION } from './server-location.ts';
import { isRunByServer } from './url.ts';

/** Returns where an endpoint's votes come from: its monitor's locations, or the server for what it checks itself. */
export function endpointLocations(url: string, ofMonitor: readonly LocationCode[]): LocationCode[] {
  return isRunByServer(url) ? [SERVER_LOCATION] : [...ofMonitor];
}
