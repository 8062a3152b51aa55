import type { IncomingMessage, ServerResponse } from 'node:http';
import { readText, sendJson } from '../platform/http-body.ts';
import { type LocalServer, listenLocally } from '../platform/local-server.ts';
import { type Faults, faultSchema } from './faults.ts';
import type { Tally } from './tally.ts';

/**
 * Controls the proxy from tests: `GET /counts` and `POST /reset` (counts and faults), after the open calls have ended;
 * `POST /faults` adds a fault (faults.ts), `GET /faults` lists pending ones; `POST /release` releases held calls.
 */
export function startControl(tally: Tally, faults: Faults): Promise<LocalServer> {
  return listenLocally((request, response) => handle(request, response, tally, faults), 0);
}

async function handle(request: IncomingMessage, response: ServerResponse, tally: Tally, faults: Faults): Promise<void> {
  const call = `${request.method} ${request.url}`;
  const body = await readText(request);
  if (call === 'GET /counts') {
    await tally.allEnded();
    return sendJson(response, 200, tally.counts());
  }
  if (call === 'GET /faults') return sendJson(response, 200, faults.list());
  if (call === 'POST /reset') {
    faults.clear();
    await tally.allEnded();
    tally.reset();
    return sendJson(response, 200, tally.counts());
  }
  if (call === 'POST /release') {
    faults.release();
    return sendJson(response, 200, faults.list());
  }
  if (call !== 'POST /faults') return sendJson(response, 404, { error: 'Not found' });
  const fault = faultSchema.safeParse(parsed(body));
  if (!fault.success) return sendJson(response, 400, { error: fault.error.message });
  faults.add(fault.data);
  sendJson(response, 200, faults.list());
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
