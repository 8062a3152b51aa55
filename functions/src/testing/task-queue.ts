import { askRegistry } from '../entry/tasks/ask-registry.ts';
import { buildHistory } from '../entry/tasks/build-history.ts';
import { notifyOwner } from '../entry/tasks/notify-owner.ts';
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

  async enqueue<Name extends TaskName>(name: Name, input: TaskInputs[Name]): Promise<void> {
    this.waiting.push({ name, input } as Waiting);
  }

  /** Runs the waiting tasks, equal ones once, at the run's time. */
  async work(run: Run): Promise<void> {
    const waiting = new Map(this.waiting.splice(0).map((task) => [JSON.stringify(task), task]));
    for (const task of waiting.values()) await runTask(run, task);
  }
}

async function runTask(run: Run, task: Waiting): Promise<void> {
  if (task.name === 'notifyOwner') return notifyOwner(run, task.input, virtualClock(run.nowMs));
  if (task.name === 'rollAgentHour') return rollAgentHour(run, task.input.agentId, task.input.hourAt);
  if (task.name === 'updatePages') return updatePages(run, task.input, virtualClock(run.nowMs));
  if (task.name === 'buildHistory') return buildHistory(run, task.input);
  if (task.name === 'summarizeOwner') return summarizeOwner(run, task.input);
  if (task.name === 'sendMailing') return sendMailing(run, task.input);
  if (task.name === 'askRegistry') return askRegistry(run, task.input);
  throw new Error(`tests do not run ${task.name}`);
}
