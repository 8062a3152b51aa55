import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Exporter, startExporter } from './exporter.ts';
import { type Cost, costSchema, SCHEMES, type Scheme, type Targets, targetsSchema } from './messages.ts';
import { checkOutReference } from './reference.ts';

/**
 * `npm run bench -w agent`: how many checks the agent does in a second of processor time, over HTTP, TLS and HTTP/2,
 * and of prometheus-blackbox-exporter, if it is installed or `BLACKBOX_EXPORTER` names its file. All take turns in each
 * round, and the best round counts. `--compare <folder>` measures another checkout's agent in the same rounds, `--compare`
 * the last released version.
 */
const OPTIONS = {
  rounds: { type: 'string', default: '3' },
  checks: { type: 'string', default: '2000' },
  endpoints: { type: 'string', default: '5000' },
  scheme: { type: 'string', multiple: true },
  compare: { type: 'string' },
} as const;
/** An option's value may be missing: then it is empty. */
const args = process.argv.slice(2).map((arg, at, all) => {
  return arg === '--compare' && (all[at + 1] ?? '--').startsWith('--') ? '--compare=' : arg;
});
const { values } = parseArgs({ args, options: OPTIONS });
const compared = values.compare === '' ? await checkOutReference() : values.compare;
const [rounds, checks] = [Number(values.rounds), Number(values.checks)];
const CHECKER = 'agent/src/bench/checker.ts';

type Contestant = { name: string; check: (base: string) => Promise<Cost> };

const folder = await mkdtemp(join(tmpdir(), 'farwatch-bench-'));
const { targets, end } = await startTargets();
const authority = join(folder, 'authority.pem');
await writeFile(authority, targets.authority);
const exporter = await startExporter(folder, targets.authority);
if (!exporter) console.log('prometheus-blackbox-exporter is not installed; only the agent is measured.');
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${values.endpoints} endpoints`);
  console.table(await measureAll(contestants(exporter)));
} finally {
  exporter?.end();
  end();
  await rm(folder, { recursive: true });
}

function contestants(running: Exporter | null): Contestant[] {
  const here = fileURLToPath(new URL('checker.ts', import.meta.url));
  const all: Contestant[] = [{ name: 'agent', check: (base) => runChecker(here, base) }];
  if (compared) all.push({ name: 'compare', check: (base) => runChecker(resolve(compared, CHECKER), base) });
  if (running) all.push({ name: 'exporter', check: (base) => running.check(base, checks) });
  return all;
}

async function measureAll(all: readonly Contestant[]): Promise<Record<string, Record<string, string | number>>> {
  const rows: Record<string, Record<string, string | number>> = {};
  for (const scheme of SCHEMES.filter((each) => values.scheme?.includes(each) ?? true)) {
    rows[scheme] = await measure(scheme, all);
  }
  return rows;
}

async function measure(scheme: Scheme, all: readonly Contestant[]): Promise<Record<string, string | number>> {
  const best = new Map<string, number>();
  const peaks = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, check } of all) {
      const { checks: done, cpuMs, peakMiB } = await check(targets.urls[scheme]);
      const rate = (done * 1_000) / cpuMs;
      console.log(`${scheme}, ${name}: ${Math.round(rate)} checks a CPU second, at most ${Math.round(peakMiB)} MiB`);
      best.set(name, Math.max(best.get(name) ?? 0, rate));
      peaks.set(name, Math.max(peaks.get(name) ?? 0, peakMiB));
    }
  }
  const agent = best.get('agent') ?? 0;
  const ratios = [...best].filter(([name]) => name !== 'agent');
  return {
    ...Object.fromEntries([...best].map(([name, rate]) => [`${name}, checks/CPU s`, Math.round(rate)])),
    ...Object.fromEntries(ratios.map(([name, rate]) => [`agent ÷ ${name}`, (agent / rate).toFixed(2)])),
    ...Object.fromEntries([...peaks].map(([name, peakMiB]) => [`${name}, MiB`, Math.round(peakMiB)])),
  };
}

async function startTargets(): Promise<{ targets: Targets; end: () => void }> {
  const child = fork(new URL('targets.ts', import.meta.url));
  const message = await new Promise((done, failed) => child.once('message', done).once('exit', failed));
  return { targets: targetsSchema.parse(message), end: () => child.disconnect() };
}

/** One run of an agent, in a process of its own. Rejects if a check fails. */
async function runChecker(program: string, base: string): Promise<Cost> {
  const args = [base, values.endpoints, values.checks];
  const child = fork(program, args, { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority } });
  const message = await new Promise((done, failed) => {
    child.once('message', done).once('exit', (code) => failed(new Error(`the agent ended with ${code}`)));
  });
  return costSchema.parse(message);
}
