import { dayStart } from '@farwatch/core/values/history/levels';
import { HISTORY, LIMITS } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { dueJobs, type ScheduledJobName } from '@farwatch/core/values/scheduled-jobs';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { Firestore } from 'firebase-admin/firestore';
import { JOBS } from '../src/entry/jobs/job-work.ts';
import { drain } from '../src/entry/triggers/drain.ts';
import type { Run } from '../src/platform/db/run.ts';
import { putAgent } from '../src/testing/api/documents.ts';
import { createMonitor, monitorBody } from '../src/testing/api/monitors.ts';
import type { TestUser } from '../src/testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../src/testing/api/test-api.ts';
import { type Counts, readProxyCounts, resetProxy } from '../src/testing/firestore-proxy.ts';
import { chatChannel, putChannels } from '../src/testing/put-channels.ts';
import { TestAgent } from '../src/testing/test-agent.ts';
import { newTestProject, T0 } from '../src/testing/test-project.ts';

const INTERVAL_MIN = 10;
/** Warm-up: without it the first roll-ups would be of empty hours. */
const UNCOUNTED_MIN = 60;
const OUTAGE_MIN = 10;
const REPORT_EVERY_MIN = 2;
/** After midnight: the days of all owners are due by then. */
const BUILT_AT_MS = HISTORY.builtInHours * HOUR_MS + 35 * MINUTE_MS;

const AT_ONCE = 250;

/**
 * `minutes` are counted after an uncounted hour. `outages`: endpoints that are down for ten minutes at all locations,
 * one after another, or all at once.
 */
type DayPlan = {
  monitors: number;
  endpoints: number;
  outages: number;
  areAtOnce: boolean;
  channels: number;
  minutes: number;
};

/** Billed document operations. */
type Documents = Pick<Counts, 'reads' | 'writes' | 'deletes'>;
/** Operations by purpose. */
type Billed = Record<string, Documents>;

/** Counts the cost of work with the proxy between the handlers and Firestore. */
class Bill {
  #billed: Billed = {};

  async spend(item: string, work: () => Promise<unknown>): Promise<void> {
    await resetProxy();
    await work();
    this.add(item, await readProxyCounts());
  }

  add(item: string, { reads, writes, deletes }: Documents): void {
    const before = this.#billed[item] ?? { reads: 0, writes: 0, deletes: 0 };
    const sum = { reads: before.reads + reads, writes: before.writes + writes, deletes: before.deletes + deletes };
    this.#billed[item] = sum;
  }

  clear(): void {
    this.#billed = {};
  }

  billed(): Billed {
    return this.#billed;
  }
}

type Scene = { api: TestApi; user: TestUser; ids: string[]; plan: DayPlan; bill: Bill; agents: TestAgent[] };

/**
 * One account's day through the real handlers, with simulated time: an agent in each location that reports every two
 * minutes, the scheduled jobs, and a dashboard that is open all day. Returns the document operations of each.
 */
async function watchedDay(plan: DayPlan): Promise<Billed> {
  const scene = await sceneOf(plan);
  for (let minute = 1; minute <= UNCOUNTED_MIN; minute += 1) await liveMinute(scene, minute);
  scene.bill.clear();
  const dashboard = openDashboard(scene);
  try {
    for (let minute = 1; minute <= plan.minutes; minute += 1) await liveMinute(scene, UNCOUNTED_MIN + minute);
    scene.bill.add('dashboard', { reads: dashboard.documents(), writes: 0, deletes: 0 });
    return scene.bill.billed();
  } finally {
    dashboard.close();
    await scene.api.close();
  }
}

/** What building the history of one of that account's days costs, once a day. */
async function builtDay(plan: DayPlan): Promise<Billed> {
  const scene = await sceneOf(plan);
  const { api, bill } = scene;
  try {
    for (const days of [1, 2]) {
      // The first day has the first statuses of all endpoints, which later ones lack.
      bill.clear();
      const nowMs = dayStart(T0) + days * DAY_MS + BUILT_AT_MS;
      await bill.spend(itemOf('buildHistories'), () => runJob('buildHistories', runViaProxy(scene, nowMs), scene));
    }
    return bill.billed();
  } finally {
    await api.close();
  }
}

function itemOf(name: ScheduledJobName): string {
  return name === 'buildHistories' ? 'building days' : name;
}

async function sceneOf(plan: DayPlan): Promise<Scene> {
  const api = await newTestApi({ viaProxy: true });
  for (const location of LOCATION_CODES) {
    await putAgent(api, `${location}1`, location, { state: { spool: null, seq: 0 } });
  }
  const user = await api.user();
  const each = plan.endpoints / plan.monitors;
  const ids: string[] = [];
  await allowEndpoints(api, user, plan.endpoints);
  for (let count = 0; count < plan.monitors; count += 1) {
    const hosts = Array.from({ length: each }, (_, index) => `h${index}`);
    const monitor = await createMonitor(api, user, monitorBody(hosts, [...LOCATION_CODES], `Shop ${count}`));
    ids.push(...monitor.endpoints.map(({ id }) => id));
  }
  const chats = Array.from(
    { length: plan.channels },
    (_, index) => [`c${index}`, chatChannel(`${index + 1}`)] as const,
  );
  await putChannels(api.project, Object.fromEntries(chats), user.uid);
  const scene = {
    api,
    user,
    ids,
    plan,
    bill: new Bill(),
    agents: LOCATION_CODES.map((code) => new TestAgent(`${code}1`)),
  };
  for (const agent of scene.agents) await sendReport(scene, agent, 0, new Set(ids));
  return scene;
}

/** Raises the limit of the user's account to so many endpoints, as an operator does. */
async function allowEndpoints(api: TestApi, user: TestUser, count: number): Promise<void> {
  if (count <= LIMITS.endpointsPerOwner) return;
  await api.call(user, 'GET', '/me');
  await api.project.run(T0).db.doc(`users/${user.uid}`).update({ maxEndpoints: count });
}

async function liveMinute(scene: Scene, minute: number): Promise<void> {
  const { api, bill, agents, ids } = scene;
  const nowMs = T0 + minute * MINUTE_MS;
  api.clock.nowMs = nowMs;
  for (const { name, atMs } of dueJobs(nowMs - MINUTE_MS, nowMs)) {
    await bill.spend(itemOf(name), () => runJob(name, runViaProxy(scene, atMs), scene));
  }
  for (const [index, agent] of agents.entries()) {
    const isDue = (minute + index) % REPORT_EVERY_MIN === 0;
    const changed = ids.filter((_, each) => isDown(scene, each, minute) !== isDown(scene, each, minute - 1));
    const checked = isDue ? ids.filter((_, each) => isCheckedBefore(each, minute)) : [];
    if (isDue || changed.length > 0) await sendReport(scene, agent, minute, new Set([...checked, ...changed]));
  }
  await bill.spend('messages', () => api.project.queue.work(runViaProxy(scene, nowMs)));
  if (minute % REPORT_EVERY_MIN === 0) {
    await bill.spend('dashboard', () => api.call(scene.user, 'GET', '/dashboard/summary'));
  }
}

function runViaProxy({ api }: Scene, nowMs: number): Run {
  return api.project.viaProxy(nowMs);
}

/** Whether the endpoint was checked in the minutes that a report covers. */
function isCheckedBefore(index: number, minute: number): boolean {
  return (minute - (index % INTERVAL_MIN)) % INTERVAL_MIN < REPORT_EVERY_MIN;
}

function isDown({ plan }: Scene, index: number, minute: number): boolean {
  if (index >= plan.outages) return false;
  const apart = plan.areAtOnce ? 0 : Math.floor((plan.minutes - 3 * OUTAGE_MIN) / plan.outages);
  const startedAt = UNCOUNTED_MIN + OUTAGE_MIN + index * apart;
  return minute >= startedAt && minute < startedAt + OUTAGE_MIN;
}

/** Sends a report of these endpoints' checks and applies its verdict changes. */
async function sendReport(scene: Scene, agent: TestAgent, minute: number, checked: ReadonlySet<string>): Promise<void> {
  const { api, bill, ids, user } = scene;
  const nowMs = T0 + minute * MINUTE_MS;
  const isUp = (id: string) => !isDown(scene, ids.indexOf(id), minute);
  const [up, down] = [[...checked].filter(isUp), [...checked].filter((id) => !isUp(id))];
  const report = agent.buildReport(nowMs - SECOND_MS, { ownerId: user.uid, up, down });
  await bill.spend('check-ins', () => agent.send(runViaProxy(scene, nowMs), report));
  const changes = await api.project.run(nowMs).db.collection('verdictChanges').where('state', '==', 'new').get();
  if (!changes.empty) await bill.spend('changes', () => drain(runViaProxy(scene, nowMs), agent.id));
}

async function runJob(name: ScheduledJobName, run: Run, { api }: Scene): Promise<void> {
  await JOBS[name].run(run);
  await api.project.queue.work(run);
}

/** Listens as the app's shell and dashboard do; `documents` counts the received documents. */
function openDashboard({ api, user }: Scene) {
  const { db } = api.project.run(T0);
  let documents = 0;
  const own = ['monitors', 'incidents'].map((name) => db.collection(name).where('ownerId', '==', user.uid));
  const stops = own.map((query) => query.onSnapshot((found) => (documents += found.docChanges().length)));
  return { documents: () => documents, close: () => stops.map((stop) => stop()) };
}

type Write = readonly [path: string, fields: Record<string, unknown>];

/**
 * The same checks with a naive design: a document for each check, the status in the endpoint's document, and a
 * dashboard that listens to the endpoints and so reads each change. Runs for one interval.
 */
async function naiveInterval(endpoints: number): Promise<Billed> {
  const project = newTestProject();
  const { db } = project.viaProxy(T0);
  const bill = new Bill();
  const ids = Array.from({ length: endpoints }, (_, index) => `e${index}`);
  try {
    for (const location of LOCATION_CODES) {
      const checks = ids.map((id): Write => [`checks/${location}_${id}`, { endpointId: id, ms: 120, statusCode: 200 }]);
      const statuses = ids.map((id): Write => [`endpoints/${id}`, { status: 'up', checkedAt: T0 }]);
      await bill.spend('checks', () => write(db, [...checks, ...statuses]));
      bill.add('dashboard', { reads: endpoints, writes: 0, deletes: 0 });
    }
    return bill.billed();
  } finally {
    await project.close();
  }
}

async function write(db: Firestore, writes: readonly Write[]): Promise<void> {
  for (let from = 0; from < writes.length; from += AT_ONCE) {
    const batch = db.batch();
    for (const [path, fields] of writes.slice(from, from + AT_ONCE)) batch.set(db.doc(path), fields);
    await batch.commit();
  }
}

/** Prints the cost of a plan as JSON. Arguments: `watched` or `built` and a plan, or `naive` and a number of endpoints. */
const [what = '', given = ''] = process.argv.slice(2);
const measure = { watched: () => watchedDay(JSON.parse(given)), built: () => builtDay(JSON.parse(given)) };

const billed = what === 'built' || what === 'watched' ? await measure[what]() : await naiveInterval(Number(given));
console.log(JSON.stringify(billed));
process.exit(0);
