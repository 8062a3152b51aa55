import { execFileSync, fork, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Cost, costSchema, SCHEMES, type Scheme, type Targets, targetsSchema } from './messages.ts';

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

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Packages of this repository, which a checkout has itself. */
const OWN_SCOPE = '@farwatch';

/** The last released version of the agent, and its commit (CONTRIBUTING.md, Agent releases). */
const referenceSchema = z.object({ version: z.string(), commit: z.string().regex(/^[0-9a-f]{40}$/) });
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) });

const compared = values.compare === '' ? await checkOutReference() : values.compare;
const [rounds, checks] = [Number(values.rounds), Number(values.checks)];
const CHECKER = 'agent/src/bench/checker.ts';

type Contestant = { name: string; check: (base: string) => Promise<Cost> };

const folder = await mkdtemp(join(tmpdir(), 'farwatch-bench-'));
const { targets, end } = await startTargets();
const authority = join(folder, 'authority.pem');
await writeFile(authority, targets.authority);

const WARM_UP = 500;
const AT_A_TIME = 64;
/** Of the times in /proc/<pid>/stat, on every Linux. */
const TICKS_PER_SEC = 100;

/** A running prometheus-blackbox-exporter. */
type Exporter = { check(base: string, checks: number): Promise<Cost>; end(): void };

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

/** A folder with the last released version of the agent: its commit in `.cache/`, with the packages of its lockfile. */
async function checkOutReference(): Promise<string> {
  const text = await readFile(new URL('reference.json', import.meta.url), 'utf8');
  const { version, commit } = referenceSchema.parse(JSON.parse(text));
  const folder = join(ROOT, '.cache', `agent-${commit.slice(0, 12)}`);
  if (!existsSync(folder)) {
    const git = (...args: string[]) => execFileSync('git', ['-C', ROOT, 'worktree', ...args], { stdio: 'pipe' });
    git('prune'); // one that was deleted by hand
    git('add', '--detach', folder, commit);
  }
  if (!existsSync(join(folder, 'node_modules'))) await addPackages(folder);
  console.log(`compare: version ${version}, commit ${commit.slice(0, 8)}`);
  return folder;
}

/** Links this checkout's packages if all that the other one needs are among them, else installs its own. */
async function addPackages(folder: string): Promise<void> {
  const [here, there] = [await registryPackages(ROOT), await registryPackages(folder)];
  if (![...there].every(([path, integrity]) => here.get(path) === integrity)) {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
    return;
  }
  for (const workspace of ['', 'core', 'agent', 'emulators']) {
    await linkPackages(join(ROOT, workspace, 'node_modules'), join(folder, workspace, 'node_modules'));
  }
}

/** The SHA-512 of each package from the registry, by its path, as a lockfile has it. */
async function registryPackages(folder: string): Promise<ReadonlyMap<string, string>> {
  const { packages } = lockSchema.parse(JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')));
  return new Map(Object.entries(packages).flatMap(([path, { integrity }]) => (integrity ? [[path, integrity]] : [])));
}

/** One by one, so that the repository's own packages are those of the other checkout. */
async function linkPackages(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  await mkdir(to);
  for (const name of await readdir(from)) if (name !== OWN_SCOPE) await symlink(join(from, name), join(to, name));
  if (!existsSync(join(from, OWN_SCOPE))) return;
  await mkdir(join(to, OWN_SCOPE));
  for (const name of await readdir(join(from, OWN_SCOPE))) {
    await symlink(join('..', '..', name), join(to, OWN_SCOPE, name));
  }
}

/** Starts the exporter; null if this machine has none. `folder`: for its configuration and the authority's file. */
async function startExporter(folder: string, authority: string): Promise<Exporter | null> {
  const program = process.env.BLACKBOX_EXPORTER ?? 'prometheus-blackbox-exporter';
  const [config, trusted] = [join(folder, 'blackbox.yml'), join(folder, 'authority.pem')];
  await writeFile(trusted, authority);
  const probe = `{ preferred_ip_protocol: ip4, fail_if_body_not_matches_regexp: [well], tls_config: { ca_file: ${trusted} } }`;
  await writeFile(config, `modules: { web: { prober: http, timeout: 10s, http: ${probe} } }\n`);
  const port = await freePort();
  const args = [`--config.file=${config}`, `--web.listen-address=127.0.0.1:${port}`, '--log.level=error'];
  const child = spawn(program, args, { stdio: 'ignore' });
  const isMissing = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(true));
    child.once('spawn', () => resolve(false));
  });
  if (await isMissing) return null;
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  const ask = (url: string) =>
    get(`http://127.0.0.1:${port}/probe?module=web&target=${encodeURIComponent(url)}`, agent);
  await untilReady(() => get(`http://127.0.0.1:${port}/-/healthy`, agent));
  return {
    async check(base, checks) {
      await many(WARM_UP, (index) => probeOnce(ask, `${base}/${index}`));
      const startedMs = await cpuMsOf(child.pid);
      await many(checks, (index) => probeOnce(ask, `${base}/${index}`));
      return { checks, cpuMs: (await cpuMsOf(child.pid)) - startedMs, peakMiB: await peakMiBOf(child.pid) };
    },
    end: () => child.kill(),
  };
}

async function probeOnce(ask: (url: string) => Promise<string>, url: string): Promise<void> {
  if (!/^probe_success 1$/m.test(await ask(url))) throw new Error(`the exporter’s check of ${url} failed`);
}

/** So many calls, 64 at a time. */
async function many(count: number, call: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await call(next);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}

function get(url: string, agent: http.Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      resolve(text);
    });
    request.on('error', reject);
  });
}

async function untilReady(call: () => Promise<string>): Promise<void> {
  for (;;) {
    const isReady = await call().then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Processor time of all threads of a process, in ms. */
async function cpuMsOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SEC;
}

async function peakMiBOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
