import { naiveInterval } from './naive-day.ts';
import { watchedDay } from './watched-day.ts';

/** Prints the cost of a plan as JSON. Arguments: `watched` and a plan, or `naive` and a number of endpoints. */
const [what = '', given = ''] = process.argv.slice(2);
const billed = what === 'naive' ? await naiveInterval(Number(given)) : await watchedDay(JSON.parse(given));
console.log(JSON.stringify(billed));
process.exit(0);
