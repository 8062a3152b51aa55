import { type Fault, runScenario } from './scenario.ts';

/**
 * `npm run proof:faults`: watches 1,000 sites while names are dead, behind a captive portal, frozen, and with few file
 * descriptors. Reports whether that was ever taken for an outage, and how late checks were, with and without stalls of the
 * machine. Arguments: how many sites, and which scenarios.
 */
const ALL: [name: string, deadPercent: number, fault: Fault, faultSec: number][] = [
  ['all names known', 0, 'none', 0],
  ['5 % dead names', 5, 'none', 0],
  ['30 % dead names', 30, 'none', 0],
  ['portal', 5, 'portal', 90],
  ['freeze', 5, 'freeze', 15],
  ['descriptors', 5, 'descriptors', 0],
];
const INTERVAL_SEC = 20;
const [endpoints = '1000', ...wanted] = process.argv.slice(2);
let isGood = true;
const rows: Record<string, object> = {};
for (const [name, deadPercent, fault, faultSec] of ALL) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  console.log(`${endpoints} sites: ${name} …`);
  const result = await runScenario({
    ...{ deadPercent, fault, faultSec },
    endpoints: Number(endpoints),
    intervalSec: INTERVAL_SEC,
  });
  const { outages, outagesFound, ...figures } = result;
  rows[name] = { ...figures, found: `${outagesFound} of ${outages}` };
  const { healthyCalledDown, healthyFailed, deadCalledUp, worstOwnDelayMs, wrongAtEnd } = figures;
  // Behind a portal checks really fail, and are kept; it only matters that no verdict changes for it.
  const failed = fault === 'portal' ? 0 : healthyFailed;
  const wrong = healthyCalledDown + failed + deadCalledUp + wrongAtEnd;
  isGood &&= wrong === 0 && worstOwnDelayMs <= 1_000 && outagesFound === outages;
}
console.table(rows);
process.exit(isGood ? 0 : 1);
