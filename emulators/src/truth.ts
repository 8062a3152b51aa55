import { truth } from './truth/main.ts';

process.exitCode = await truth(process.argv.slice(2));
