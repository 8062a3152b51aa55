import { createClock } from '../../clock/clock.ts';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createRunCheck } from '../../probe/check.ts';
import { queueLimits } from '../../schedule/queue.ts';
import { Connectivity } from '../../verdict/connectivity.ts';
import { createReferenceCheck } from '../../verdict/reference-sites.ts';
import { Watcher } from '../watcher.ts';
import { assignmentOf } from './assignment.ts';

/**
 * A program that watches the given sites as the agent does, the first being its reference site, and prints a line for
 * each check with a result. It blocks for `freezeMs` as soon as its checks have started.
 */
const [urls = '[]', freezeMs = '0'] = process.argv.slice(2);
const sites: string[] = JSON.parse(urls);
const stop = new AbortController();
const network = anyNetwork();
const probe = createRunCheck(network);
const references = sites.slice(0, 1).map((url) => ({ url, status: 200, text: 'well' }));
const connectivity = new Connectivity({
  references,
  checkReference: createReferenceCheck(network),
  probe,
  signal: stop.signal,
  onChange: () => undefined,
});
const watcher = new Watcher({
  agentId: 'a1',
  clock: createClock(),
  probe,
  connectivity,
  limits: queueLimits(10_000),
  signal: stop.signal,
  keep: async () => undefined,
  onFound: () => undefined,
  onLocalFailure: () => undefined,
  onChecked: ({ planned, result, verdict }) =>
    console.log(JSON.stringify({ endpoint: planned.endpoint, error: result.error, up: verdict?.up ?? null })),
});
watcher.assign([assignmentOf(Object.fromEntries(sites.map((url, index) => [`e${index}`, url])))]);
const untilMs = performance.now() + Number(freezeMs);
while (performance.now() < untilMs);
setInterval(() => undefined, 1_000);
