import { addressPolicy, createGuard } from '../../guard/guard.ts';
import { trustSystemAuthorities } from '../authorities.ts';
import { createProbe } from '../probe.ts';

/** A program that checks the URL it is given as the agent does, and prints the result. */
const [url = '', trust] = process.argv.slice(2);
if (trust === 'system') trustSystemAuthorities();
const check = createProbe(createGuard(addressPolicy(true, () => new Set())));
console.log(JSON.stringify(await check(url, new AbortController().signal)));
