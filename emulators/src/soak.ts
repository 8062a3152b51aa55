import { stopWatched } from './platform/guard.ts';
import { Problem } from './platform/problem.ts';
import { runToEnd } from './platform/run-to-end.ts';
import { stopOnSignal } from './platform/signals.ts';
import { runSoak } from './soak/run-soak.ts';

/**
 * `npm run soak -- MINUTES [SEED]`: the product for so long, while its sites fail and its parts break by that seed. A line
 * a minute; at the end whether each outage was told once, and whether all documents agree.
 */
stopOnSignal(() => stopWatched(10_000), 130);

async function main(): Promise<number> {
  const [minutes = 5, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
  if (!(minutes >= 1) || !Number.isSafeInteger(seed)) throw new Problem('npm run soak -- MINUTES [SEED]');
  const { wrong, outages, faults, messages } = await runSoak({ minutes, seed, log: (line) => console.log(line) });
  for (const sentence of wrong) console.log(`  WRONG  ${sentence}`);
  const verdict = wrong.length === 0 ? 'nothing wrong' : `${wrong.length} wrong`;
  console.log(`${outages} outages, ${faults} faults, ${messages} messages by seed ${seed}: ${verdict}.`);
  return wrong.length === 0 ? 0 : 1;
}

await runToEnd(main);
