import type { ApiCall } from '@farwatch/core/contracts/api/call';
import { toApiNames } from '@farwatch/core/contracts/api/names';
import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { removeMonitor } from '../../domain/monitors/remove-monitor.ts';
import { apiApp } from '../../entry/api/app.ts';
import { ROUTES } from '../../entry/api/routes.ts';
import { newTestProject, T0, type TestProject } from '../test-project.ts';
import { checkAnswer, readBody } from './check-answer.ts';
import { listen } from './listen.ts';
import { signIn, type TestUser, type UserPlan } from './sign-in.ts';

export type Answer = { status: number; body: unknown; headers: Headers };

/** The API on a real socket, with its own Firestore project. Only tests advance its clock. */
export type TestApi = {
  project: TestProject;
  clock: { nowMs: number };
  origin: string;
  auth: ReturnType<typeof getAuth>;
  user(plan?: UserPlan): Promise<TestUser>;
  /**
   * Calls as this user, or signed out, and checks the answer against the call's declaration. Bodies have the code's
   * names, queries the API's.
   */
  call(
    user: TestUser | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Runs the enqueued removals of monitors. */
  runRemovals(): Promise<void>;
  close(): Promise<void>;
};

/** With `viaProxy` the proxy counts the API's reads and writes (testing/firestore-proxy.ts). */
export async function newTestApi({ viaProxy = false } = {}): Promise<TestApi> {
  const project = newTestProject();
  const app: App = initializeApp({ projectId: process.env.GCLOUD_PROJECT ?? '' }, `auth-${project.id}`);
  const auth = getAuth(app);
  const clock = { nowMs: T0 };
  const newRun = () => (viaProxy ? project.viaProxy(clock.nowMs) : project.run(clock.nowMs));
  const server = await listen(apiApp({ newRun, auth }));
  const { origin } = server;
  return {
    project,
    clock,
    origin,
    auth,
    user: (plan = {}) => signIn(auth, plan),
    call: (user, ...request) => call(origin, user, ...request),
    runRemovals: async () => {
      for (const task of project.queue.waiting.splice(0)) {
        if (task.name === 'removeMonitor') await removeMonitor(project.run(clock.nowMs), task.input);
      }
    },
    close: async () => {
      await server.close();
      await Promise.all([deleteApp(app), project.close()]);
    },
  };
}

async function call(
  origin: string,
  user: TestUser | null,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  const requested = callOf(method, path);
  const sent = requested?.body && typeof body === 'object' ? toApiNames(requested.body, body) : body;
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...headers,
      ...(user ? { Authorization: `Bearer ${user.token}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
  });
  const answer = { status: response.status, body: readBody(await response.text()), headers: response.headers };
  return requested ? { ...answer, body: checkAnswer(requested, answer) } : answer;
}

/** The declared call of a request, or null. */
function callOf(method: string, path: string): ApiCall | null {
  const plain = path.replace(/\?.*/, '').replace(/^\/api/, '');
  const route = ROUTES.find(({ call }) => {
    const pattern = new RegExp(`^${call.path.replaceAll(/:[a-z]+/g, '[^/]+')}$`);
    return call.method === method.toLowerCase() && pattern.test(plain);
  });
  return route?.call ?? null;
}
