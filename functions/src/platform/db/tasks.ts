import { spreadOf } from '@farwatch/core/values/spread';
import { SECOND_MS } from '@farwatch/core/values/time';
import { getFunctions } from 'firebase-admin/functions';
import { REGION } from '../region.ts';
import { attemptEach } from './attempt-each.ts';

/** The inputs of Cloud Tasks, by the name of the function that handles them. */
export type TaskInputs = {
  notifyOwner: { ownerId: string };
  rollAgentHour: { agentId: string; hourAt: number };
  buildHistory: { ownerId: string };
  summarizeOwner: { ownerId: string };
  /** `slugs`: null for all pages of the owner. `isWhole`: built from all documents, not only from what changed. */
  updatePages: { ownerId: string; slugs: string[] | null; isWhole: boolean };
  sendMailing: { slug: string; mailingId: string };
  askRegistry: { endpointId: string };
  pushMetrics: { ownerId: string };
  refreshMaintenance: { ownerId: string };
  removeMonitor: { monitorId: string; endpointIds: string[] };
};
export type TaskName = keyof TaskInputs;

/** Tasks that another one's function handles, since a new project has no CPUs for more functions. */
const SHARED = { pushMetrics: 'askRegistry' } as const satisfies Partial<Record<TaskName, TaskName>>;

export type Tasks = {
  /**
   * Does nothing if a task with the same `id` was enqueued within the last hour or so, even if it is done. The task starts
   * after `delayMs`.
   */
  enqueue<Name extends TaskName>(name: Name, input: TaskInputs[Name], id?: string, delayMs?: number): Promise<void>;
};

const ENQUEUED_AT_ONCE = 50;

/** Enqueues a task for each input, with its `id` if they have any. A call takes tens of milliseconds, so many run concurrently. */
export async function enqueueAll<Name extends TaskName>(
  { tasks }: { tasks: Tasks },
  name: Name,
  inputs: readonly TaskInputs[Name][],
  idOf: (input: TaskInputs[Name]) => string | undefined = () => undefined,
): Promise<void> {
  await attemptEach(inputs, (input) => tasks.enqueue(name, input, idOf(input)), {
    atOnce: ENQUEUED_AT_ONCE,
    what: 'tasks',
  });
}

/**
 * Enqueues the tasks that a job finds due, each once for the job's time. They start spread over `withinMs`, each key always
 * at the same point of it, so that not all accounts begin at once. The job's next run must come later than that.
 */
export async function enqueueSpread<Name extends TaskName>(
  { tasks, nowMs }: { tasks: Tasks; nowMs: number },
  name: Name,
  inputs: readonly TaskInputs[Name][],
  { keyOf, withinMs }: { keyOf: (input: TaskInputs[Name]) => string; withinMs: number },
): Promise<void> {
  const enqueue = (input: TaskInputs[Name]) => {
    const key = keyOf(input);
    return tasks.enqueue(name, input, `${key}-${nowMs}`, spreadOf(key, withinMs));
  };
  await attemptEach(inputs, enqueue, { atOnce: ENQUEUED_AT_ONCE, what: 'tasks' });
}

/** Cloud Tasks deliver at least once and in any order, so every task reads the current state to see what to do. */
export const cloudTasks: Tasks = {
  async enqueue(name, input, id, delayMs = 0) {
    const queue = getFunctions().taskQueue(
      `locations/${REGION}/functions/${name in SHARED ? SHARED[name as keyof typeof SHARED] : name}`,
    );
    try {
      await queue.enqueue(input, {
        ...(id !== undefined && { id }),
        ...(delayMs > 0 && { scheduleDelaySeconds: Math.floor(delayMs / SECOND_MS) }),
      });
    } catch (error) {
      if (!isEnqueued(error)) throw error;
    }
  },
};

function isEnqueued(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'functions/task-already-exists';
}
