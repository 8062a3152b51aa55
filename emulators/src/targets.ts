import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendJson } from './platform/http-body.ts';
import { type LocalServer, listenLocally } from './platform/local-server.ts';
import { DEMO_MONITORS } from './seed/scenario-table.ts';
import { answerCase, CASES } from './targets/cases.ts';
import { answerMs } from './targets/latency.ts';
import { indexPage, page, type Sites, sitePage } from './targets/pages.ts';
import { type ProtocolTarget, startProtocols } from './targets/protocols.ts';

const slowMs = 800;

/** The response time of each demo endpoint, by path; that of `/slow` is fixed. */
const typicalMs = new Map(
  DEMO_MONITORS.flatMap(({ endpoints }) => endpoints.map((each) => [each.path, each.typicalMs] as const)),
);

/**
 * Websites to watch: `/ok`, `/slow` (about 800 ms), `/error` (503) and `/site/{name}`, which `POST /site/{name}/down`
 * and `/up` switch; `/case/{name}` needs options (`targets/cases.ts`) and is switched likewise, as are the targets of other
 * check types at `/protocol/{name}` (`targets/protocols.ts`), which `/protocols` lists as JSON; `/` is a page with switches.
 * The demo's sites answer as slowly as in their seeded history.
 */
export async function startTargets(port: number): Promise<LocalServer> {
  const isUp: Sites = new Map();
  const isCaseUp = new Map<string, boolean>();
  const isProtocolUp = new Map<string, boolean>();
  let protocols: readonly ProtocolTarget[] = [];
  const server = await listenLocally((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const [, name = '', change] = /^\/case\/([\w-]{1,40})(?:\/(up|down)$)?/.exec(path) ?? [];
    const found = Object.hasOwn(CASES, name) ? CASES[name] : undefined;
    if (found && !change) return void answerCase(found, path, isCaseUp.get(name) ?? true, request, response);
    request.resume();
    if (found && change) return switchTo(isCaseUp, name, change, request, response);
    const site = /^\/site\/([\w-]{1,40})(?:\/(up|down))?$/.exec(path);
    if (site?.[1]) return void answerSite(isUp, site[1], site[2], request, response);
    const protocol = /^\/protocol\/([\w-]{1,40})\/(up|down)$/.exec(path);
    if (protocol?.[1] && protocol[2]) return switchTo(isProtocolUp, protocol[1], protocol[2], request, response);
    if (path === '/protocols') return sendJson(response, 200, protocols);
    if (path === '/') {
      const shown = protocols.map((target) => ({ ...target, isUp: isProtocolUp.get(target.name) ?? true }));
      return html(response, 200, indexPage(isUp, isCaseUp, shown));
    }
    void answerFixed(path, response);
  }, port);
  const started = await startProtocols(server.port, (name) => isProtocolUp.get(name) ?? true).catch(async (error) => {
    await server.close();
    throw error;
  });
  protocols = started.targets;
  return {
    ...server,
    close: async () => {
      await Promise.all([server.close(), started.close()]);
    },
  };
}

async function answerFixed(path: string, response: ServerResponse): Promise<void> {
  const waitMs = path === '/slow' ? slowMs : waitOf(path);
  if (waitMs > 0) await sleep(waitMs);
  if (path === '/ok' || path === '/slow') return html(response, 200, page('All is well', true, ''));
  if (path === '/error') return html(response, 503, page('Out of order', false, ''));
  html(response, 404, page('Not found', false, ''));
}

async function answerSite(
  isUp: Sites,
  name: string,
  change: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (!change) {
    const up = isUp.get(name) ?? true;
    isUp.set(name, up);
    const waitMs = waitOf(`/site/${name}`);
    if (waitMs > 0) await sleep(waitMs);
    return html(response, up ? 200 : 503, sitePage(name, up));
  }
  switchTo(isUp, name, change, request, response);
}

function switchTo(
  isUp: Map<string, boolean>,
  name: string,
  change: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (request.method !== 'POST') {
    sendJson(response, 405, { error: 'Switch a site with POST.' });
    return;
  }
  isUp.set(name, change === 'up');
  if (request.headers.accept?.includes('text/html')) response.writeHead(303, { location: '/' }).end();
  else sendJson(response, 200, { name, up: change === 'up' });
}

/** Seeded endpoints take about as long as in their history; others answer immediately. */
function waitOf(path: string): number {
  const typical = typicalMs.get(path);
  return typical === undefined ? 0 : answerMs(typical, Date.now());
}

function html(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(body);
}
