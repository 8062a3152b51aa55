import { getFunctions } from 'firebase-admin/functions';
import { REGION } from '../region.ts';
import { attemptEach } from './attempt-each.ts';

/** The work passed to Cloud Tasks, by the name of the function that does it. */
export type TaskInputs = {
  /** `dueAt`: when its alert is due, epoch ms; at once if left out. */
  sendAlerts: { ownerId: string; dueAt?: number };
  rollAgentHour: { agentId: string; hourAt: number };
  removeMonitor: { monitorId: string; endpointIds: string[] };
};
export type TaskName = keyof TaskInputs;

export type Tasks = {
  enqueue<Name extends TaskName>(name: Name, input: TaskInputs[Name]): Promise<void>;
};

const ENQUEUED_AT_ONCE = 50;

/** Hands on a task for each input. One call takes tens of milliseconds, so thousands of them go beside each other. */
export async function enqueueAll<Name extends TaskName>(
  { tasks }: { tasks: Tasks },
  name: Name,
  inputs: readonly TaskInputs[Name][],
): Promise<void> {
  await attemptEach(inputs, (input) => tasks.enqueue(name, input), { atOnce: ENQUEUED_AT_ONCE, what: 'tasks' });
}

/** Cloud Tasks: at least once and in any order, so every task finds out for itself what is to be done. */
export const cloudTasks: Tasks = {
  async enqueue(name, input) {
    await getFunctions().taskQueue(`locations/${REGION}/functions/${name}`).enqueue(input);
  },
};
