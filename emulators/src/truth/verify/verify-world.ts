import type { World } from '../world.ts';
import { checkAtRest } from './at-rest.ts';
import { channelViews, isSteady } from './channel-views.ts';
import { checkConverged } from './converged.ts';
import { checkDocuments } from './documents.ts';
import { checkFalseAlerts, checkFalseRecoveries } from './false-alerts.ts';
import { checkHeartbeats } from './heartbeats.ts';
import { checkHeld } from './held.ts';
import { checkLongOutages } from './long-outages.ts';
import { checkMessages } from './messages.ts';
import type { Finding } from './observations.ts';
import { checkTiming } from './outage-timing.ts';
import { checkPausedSilence } from './paused.ts';
import { checkRawChecks } from './raw-checks.ts';
import { checkReminders } from './reminders.ts';
import { checkResponseTimes } from './response-times.ts';
import { checkSaidOrLogged } from './said-or-logged.ts';
import { checkUptime } from './uptime.ts';

const CHECKS = [checkAtRest, checkDocuments, checkHeartbeats, checkRawChecks, checkUptime, checkResponseTimes];

/** What every channel sends. */
const CHANNEL_CHECKS = [
  checkMessages,
  checkFalseAlerts,
  checkFalseRecoveries,
  checkHeld,
  checkReminders,
  checkPausedSilence,
];

/** What a channel sends that exists from start to end. */
const STEADY_CHECKS = [checkLongOutages, checkTiming, checkConverged, checkSaidOrLogged];

/** Everything that is wrong in a world after its calm period. */
export function verifyWorld(world: World): Finding[] {
  const views = channelViews(world);
  return [
    ...CHECKS.flatMap((check) => check(world)),
    ...CHANNEL_CHECKS.flatMap((check) => views.flatMap(check)),
    ...STEADY_CHECKS.flatMap((check) => views.filter(isSteady).flatMap(check)),
  ];
}
