import { trustSystemAuthorities } from '../../network/authorities.ts';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createRunCheck } from '../check.ts';

/** A program that checks the URL it is given as the agent does, and prints the result. */
const [url = '', trust] = process.argv.slice(2);
if (trust === 'system') trustSystemAuthorities();
const check = createRunCheck(anyNetwork());
console.log(JSON.stringify(await check({ url, check: null }, new AbortController().signal)));
