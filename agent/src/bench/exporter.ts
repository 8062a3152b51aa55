import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Cost } from './messages.ts';

const WARM_UP = 500;
const AT_A_TIME = 64;
/** Of the times in /proc/<pid>/stat, on every Linux. */
const TICKS_PER_SEC = 100;

/** A running prometheus-blackbox-exporter. */
export type Exporter = { check(base: string, checks: number): Promise<Cost>; end(): void };

/** Starts the exporter; null if this machine has none. `folder`: for its configuration and the authority's file. */
export async function startExporter(folder: string, authority: string): Promise<Exporter | null> {
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
