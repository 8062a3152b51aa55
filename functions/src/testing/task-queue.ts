import { removeMonitor } from '../domain/monitors/remove-monitor.ts';
import { askRegistry } from '../entry/tasks/ask-registry.ts';
import { buildHistory } from '../entry/tasks/build-history.ts';
import { notifyOwner } from '../entry/tasks/notify-owner.ts';
import { pushMetrics } from '../entry/tasks/push-metrics.ts';
import { refreshMaintenance } from '../entry/tasks/refresh-maintenance.ts';
import { rollAgentHour } from '../entry/tasks/roll-agent-hour.ts';
import { sendMailing } from '../entry/tasks/send-mailing.ts';
import { summarizeOwner } from '../entry/tasks/summarize-owner.ts';
import { updatePages } from '../entry/tasks/update-pages.ts';
import type { Run } from '../platform/db/run.ts';
import type { TaskInputs, TaskName, Tasks } from '../platform/db/tasks.ts';
import { virtualClock } from './virtual-clock.ts';

type Waiting = { [Name in TaskName]: { name: Name; input: TaskInputs[Name] } }[TaskName];

/** Keeps enqueued tasks until a test runs them. */
export class TaskQueue implements Tasks {
  waiting: Waiting[] = [];
  /** Of each task that is enqueued to start later, by its id. `work` does not wait. */
  readonly delaysMs = new Map<string, number>();
  readonly #ids = new Set<string>();

  async enqueue<Name extends TaskName>(name: Name, input: TaskInputs[Name], id?: string, delayMs = 0): Promise<void> {
    if (id !== undefined && this.#ids.has(`${name} ${id}`)) return;
    if (id !== undefined) this.#ids.add(`${name} ${id}`);
    if (id !== undefined && delayMs > 0) this.delaysMs.set(`${name} ${id}`, delayMs);
    this.waiting.push({ name, input } as Waiting);
  }

  /** Runs the waiting tasks, equal ones once, at the run's time. */
  async work(run: Run): Promise<void> {
    const waiting = new Map(this.waiting.splice(0).map((task) => [JSON.stringify(task), task]));
    for (const task of waiting.values()) await runTask(run, task.name, task.input);
  }
}

const WORK: { [Name in TaskName]: (run: Run, input: TaskInputs[Name]) => Promise<void> } = {
  notifyOwner: (run, input) => notifyOwner(run, input, virtualClock(run.nowMs)),
  updatePages: (run, input) => updatePages(run, input, virtualClock(run.nowMs)),
  rollAgentHour,
  buildHistory,
  summarizeOwner,
  sendMailing,
  askRegistry,
  pushMetrics: (run, input) => pushMetrics(run, input, virtualClock(run.nowMs)),
  refreshMaintenance,
  removeMonitor,
};

function runTask<Name extends TaskName>(run: Run, name: Name, input: TaskInputs[Name]): Promise<void> {
  return WORK[name](run, input);
}
