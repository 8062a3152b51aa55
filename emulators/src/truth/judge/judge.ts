import type { World } from '../world.ts';
import { judgeAtRest } from './at-rest.ts';
import { judgeChecks } from './checks.ts';
import { judgeDocuments } from './documents.ts';
import { judgeMeasured } from './measured.ts';
import { judgeTellings } from './messages.ts';
import type { Finding } from './observations.ts';
import { judgeOutages } from './outages.ts';
import { judgePages, judgeRecoveries } from './pages.ts';

/** All that is wrong in a world after its calm. */
export function judge(world: World): Finding[] {
  return [
    ...judgeAtRest(world),
    ...judgeDocuments(world),
    ...judgeTellings(world),
    ...judgePages(world),
    ...judgeRecoveries(world),
    ...judgeChecks(world),
    ...judgeOutages(world),
    ...judgeMeasured(world),
  ];
}
