import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { enterOwnNetwork } from './steady/own-network.ts';
import { type SteadySetup, startSetup } from './steady/setup.ts';
import { type Sample, sampleTimes, table } from './steady/summary.ts';
import { readUsage } from './steady/usage.ts';

/**
 * `npm run steady -w agent`: the resources that the agent's released program uses for its usual work, with sites, DNS
 * and a server in other processes on this machine. Linux only. `--asserted` is the percentage of endpoints
 * with an assertion, `--program` measures another bundle,
 * `--node-arg=--cpu-prof` writes a profile.
 */
const OPTIONS = {
  endpoints: { type: 'string', default: '5000' },
  minutes: { type: 'string', default: '60' },
  interval: { type: 'string', default: '600' },
  asserted: { type: 'string', default: '0' },
  scheme: { type: 'string', default: 'tls' },
  'answer-ms': { type: 'string', default: '100' },
  program: { type: 'string' },
  'node-arg': { type: 'string', multiple: true },
  'in-own-network': { type: 'boolean' },
} as const;
const { values } = parseArgs({ options: OPTIONS });
const minutes = Number(values.minutes);

await enterOwnNetwork();
console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${values.endpoints} endpoints`);
const setup = await startSetup({
  endpoints: Number(values.endpoints),
  intervalSec: Number(values.interval),
  asserted: Number(values.asserted),
  answerMs: Number(values['answer-ms']),
  scheme: values.scheme,
  program: values.program,
  nodeArgs: values['node-arg'] ?? [],
});
const samples = await watch(setup);
const code = await setup.close();
console.table(table(samples, minutes > 20 ? 10 : 1));
const { checks = 0, failed = 0 } = samples.at(-1) ?? {};
console.log(`${checks} checks arrived, ${failed} of them failed; the agent ended with ${code}.`);
process.exit(checks > 0 && failed === 0 && code === 0 ? 0 : 1);

/** Takes a sample at the start, each minute, and at the end, and prints each as a line of JSON. */
async function watch({ pid, counts }: SteadySetup): Promise<Sample[]> {
  const taken: Sample[] = [];
  const startedMs = performance.now();
  for (const atMs of sampleTimes(minutes)) {
    await sleep(Math.max(0, startedMs + atMs - performance.now()));
    const sample = { minute: atMs / MINUTE_MS, ...(await readUsage(pid)), ...counts() };
    taken.push(sample);
    console.log(JSON.stringify(sample));
  }
  return taken;
}
