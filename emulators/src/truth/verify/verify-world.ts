import type { World } from '../world.ts';
import { checkAtRest } from './at-rest.ts';
import { checkDocuments } from './documents.ts';
import { checkFalseAlerts, checkFalseRecoveries } from './false-alerts.ts';
import { checkLongOutages } from './long-outages.ts';
import { checkMessages } from './messages.ts';
import type { Finding } from './observations.ts';
import { checkTiming } from './outage-timing.ts';
import { checkRawChecks } from './raw-checks.ts';

const CHECKS = [
  checkAtRest,
  checkDocuments,
  checkMessages,
  checkFalseAlerts,
  checkFalseRecoveries,
  checkRawChecks,
  checkLongOutages,
  checkTiming,
];

/** Everything that is wrong in a world after its calm period. */
export function verifyWorld(world: World): Finding[] {
  return CHECKS.flatMap((check) => check(world));
}
