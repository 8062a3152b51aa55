import type { World } from '../world.ts';
import { checkAtRest } from './at-rest.ts';
import { checkChecks } from './raw-checks.ts';
import { checkDocuments } from './documents.ts';
import { checkMeasured } from './outage-timing.ts';
import { checkMessages } from './messages.ts';
import type { Finding } from './observations.ts';
import { checkOutages } from './lasting-outages.ts';
import { checkPages, checkRecoveries } from './false-alerts.ts';

/** All that is wrong in a world after its calm. */
export function judge(world: World): Finding[] {
  return [
    ...checkAtRest(world),
    ...checkDocuments(world),
    ...checkMessages(world),
    ...checkPages(world),
    ...checkRecoveries(world),
    ...checkChecks(world),
    ...checkOutages(world),
    ...checkMeasured(world),
  ];
}
