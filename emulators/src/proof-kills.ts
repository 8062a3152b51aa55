import { runKills } from './kills/run-kills.ts';

const LIFE_MS = 3_000;

/**
 * `npm run proof:kills`: the agent's program killed at 200 random moments while its server fails in every way; says whether
 * each check arrived, once. Arguments: how many kills, and the seed, which plans the same kills again.
 */
const [kills = 200, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
console.log(`${kills} kills with seed ${seed}`);
const result = await runKills({
  seed,
  kills,
  lifeMs: LIFE_MS,
  onRound: (round) => round % 20 === 0 && console.log(`  ${round} …`),
});
const { wrong, counts, ends, fates, forgot, replayed } = result;
console.table({ ...counts, replayed, forgot });
console.table({ ...ends });
console.table({ ...fates });
for (const sentence of wrong.slice(0, 50)) console.log(`  WRONG  ${sentence}`);
console.log(
  wrong.length === 0 ? 'Every check arrived, once, and in order.' : `${wrong.length} wrong, with seed ${seed}`,
);
process.exit(wrong.length === 0 ? 0 : 1);
