import { createServer } from 'node:http';
import { Session } from 'node:inspector';
import type { AddressInfo } from 'node:net';
import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import { SCHEDULED_JOBS } from '@farwatch/core/values/scheduled-job-table';
import { HOUR_MS, hourStart, windowStart } from '@farwatch/core/values/time';
import { agentOf, checksOf, ownersOf } from './scene.ts';

/**
 * Acts as an instance of a function: loads the bundle, runs that many calls at once, then one more, and prints the
 * result as JSON (start.ts). Arguments: the bundle, the function, the number of calls, `scripts` to measure the loaded
 * code.
 */
const [bundle = '', name = '', count = '1', watched] = process.argv.slice(2);
const nowMs = Date.now();

type Runnable = { run(event: unknown): Promise<unknown> };
type Listener = (request: unknown, response: unknown) => unknown;

const scripts: { url: string; length: number }[] = [];
if (watched === 'scripts') watchScripts();

const start = performance.now();
const deployed = (await import(bundle)) as Record<string, Runnable & Listener>;
const importMs = performance.now() - start;
const loaded = scripts.length;
await Promise.all(Array.from({ length: Number(count) }, (_, index) => call(index)));
const firstMs = performance.now() - start - importMs;
const peakMiB = process.resourceUsage().maxRSS / 1024;
const [codeKiB, lazyKiB] = [sizeOf(scripts), sizeOf(scripts.slice(loaded))];
const again = performance.now();
await call(Number(count));
const againMs = performance.now() - again;
console.log(JSON.stringify({ importMs, firstMs, againMs, peakMiB, codeKiB, lazyKiB }));
process.exit(0);

/** Records each script that is loaded, which slows everything down. */
function watchScripts(): void {
  const session = new Session();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params: { url, length = 0 } }) => scripts.push({ url, length }));
  session.post('Debugger.enable');
}

/** The size of the scripts, including packages, without Node's own. */
function sizeOf(some: typeof scripts): number {
  const files = some.filter(({ url }) => url !== '' && !url.startsWith('node:'));
  return files.reduce((sum, { length }) => sum + length, 0) / 1024;
}

async function call(index: number): Promise<void> {
  const each = deployed[name];
  if (!each) throw new Error(`${name} is not deployed`);
  if (name === 'api') return asBrowser(each, '/api/openapi.json', 200);
  // An unsigned request is refused once everything is loaded.
  if (name === 'payments') return asBrowser(each, '/payment/ipn', 403, { method: 'POST', body: '{}' });
  // An unknown key is refused once the keys are read.
  if (name === 'ping') return asBrowser(each, `/ping/${'0'.repeat(22)}/none`, 404);
  await each.run(eventOf(index)).catch((error: unknown) => {
    // Unauthorized calls are refused once everything is loaded.
    if (!(error instanceof Error && 'httpErrorCode' in error)) throw error;
  });
}

function eventOf(index: number): unknown {
  if (name === 'checkIn')
    return { auth: { token: { agent: agentOf(index), tokenGeneration: 1 } }, rawRequest: {}, data: report() };
  if (name === 'rollAgentHour') return { data: { agentId: agentOf(index), hourAt: hourStart(nowMs) - HOUR_MS } };
  if (name === 'notifyOwner') return { data: { ownerId: `unknown${index}` } };
  if (name === 'buildHistory') return { data: { ownerId: `unknown${index}` } };
  if (name === 'updatePages') return { data: { ownerId: 'none', slugs: null, isWhole: false } };
  if (name === 'summarizeOwner') return { data: { ownerId: 'none' } };
  if (name === 'removeMonitor') return { data: { monitorId: 'none', endpointIds: [] } };
  if (name.endsWith('Created')) return { data: { get: (field: string) => (field === 'state' ? 'done' : 'unknown') } };
  if (name in SCHEDULED_JOBS) return { scheduleTime: new Date(0).toISOString() };
  return { data: {}, rawRequest: {} };
}

/** The largest report: 2,500 checks with unchanged verdicts. */
function report(): CheckInInput {
  const windowAt = windowStart(nowMs);
  const verdict = { up: true, since: windowAt, statusCode: 200, error: null, rev: 0 };
  const parts = ownersOf().map((ownerId) => {
    const checks = checksOf(ownerId, windowAt).slice(0, 100);
    const verdicts = Object.fromEntries(checks.map(({ endpoint }) => [endpoint, verdict]));
    return [ownerId, { generation: 1, checks, verdicts }] as const;
  });
  const text = { deviceName: 'bench', deviceId: 'bench', osName: 'Linux', osVersion: '6', appVersion: '1' };
  const device = { ...text, batteryPercent: null, batteryCharging: null, memoryUsage: null };
  const condition = { abstaining: false, droppedChecks: 0, spoolOldestAt: null, clockOffsetMs: 0 };
  const owners = Object.fromEntries(parts);
  return { spool: 'spool-bench', seq: 1, lane: 'live', windowAt, owners, device, condition, syncedAt: null };
}

async function asBrowser(listener: Listener, path: string, status: number, init?: RequestInit): Promise<void> {
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
  if (answer.status !== status) throw new Error(`${name} answered ${answer.status}`);
  await answer.arrayBuffer();
  server.close();
}
