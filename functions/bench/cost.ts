import { naiveInterval } from './naive-day.ts';
import { builtDay, watchedDay } from './watched-day.ts';

/** Prints the cost of a plan as JSON. Arguments: `watched` or `built` and a plan, or `naive` and a number of endpoints. */
const [what = '', given = ''] = process.argv.slice(2);
const measure = { watched: () => watchedDay(JSON.parse(given)), built: () => builtDay(JSON.parse(given)) };
const billed = what === 'built' || what === 'watched' ? await measure[what]() : await naiveInterval(Number(given));
console.log(JSON.stringify(billed));
process.exit(0);
