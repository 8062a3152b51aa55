import { optionsOfType } from '@farwatch/core/values/check-options';
import { DEFAULT_MAX_LOST, ECHO_REQUESTS } from '@farwatch/core/values/check-types/icmp';
import { NO_PEER } from '../../network/network.ts';
import type { Probe } from '../probe.ts';
import { textFound } from '../text-found.ts';

/** An ICMP check: up if enough of its echo requests have a reply. Its time is their mean round trip. */
export const probeIcmp: Probe = async (url, { check, network, signal, phases }) => {
  const { maxLost = DEFAULT_MAX_LOST, ipVersion } = optionsOfType(check, 'icmp') ?? {};
  const { hostname } = new URL(url);
  const query = { host: hostname, ...(ipVersion && { family: ipVersion }), count: ECHO_REQUESTS, signal };
  const { address, roundTripsMs, output } = await network.ping(query);
  const found = textFound(url, { ...NO_PEER, address }, output);
  const replies = roundTripsMs.length;
  if (replies === 0) return { error: 'timeout', ...found };
  phases.set('firstByte', roundTripsMs.reduce((sum, ms) => sum + ms, 0) / replies);
  return { error: ECHO_REQUESTS - replies > maxLost ? 'loss' : null, isTimedByPhases: true, ...found };
};
