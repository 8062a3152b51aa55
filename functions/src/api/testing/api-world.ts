import type { ApiCall } from '@farwatch/core/contracts/api/call';
import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { newWorld, T0, type World } from '../../testing/world.ts';
import { apiApp } from '../app.ts';
import { removeMonitor } from '../monitors/remove-monitor.ts';
import { ROUTES } from '../routes.ts';
import { checkAnswer } from './check-answer.ts';
import { listen } from './listen.ts';
import { signIn, type TestUser, type UserPlan } from './sign-in.ts';

export type Answer = { status: number; body: unknown; headers: Headers };

/** The API on a real socket, over a Firestore of its own. Its clock stops until a test moves it. */
export type ApiWorld = {
  world: World;
  clock: { nowMs: number };
  origin: string;
  auth: ReturnType<typeof getAuth>;
  user(plan?: UserPlan): Promise<TestUser>;
  /** Calls as this user, or signed out. The answer is checked against its call's declaration. */
  call(
    user: TestUser | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Does the cleaning that was handed on. */
  clean(): Promise<void>;
  close(): Promise<void>;
};

/** With `wired` the API's reads and writes go by way of the proxy that counts them (testing/wire.ts). */
export async function newApiWorld({ wired = false } = {}): Promise<ApiWorld> {
  const world = newWorld();
  const app: App = initializeApp({ projectId: process.env.GCLOUD_PROJECT ?? '' }, `auth-${world.projectId}`);
  const auth = getAuth(app);
  const clock = { nowMs: T0 };
  const newRun = () => (wired ? world.wired(clock.nowMs) : world.run(clock.nowMs));
  const server = await listen(apiApp({ newRun, auth }));
  const { origin } = server;
  return {
    world,
    clock,
    origin,
    auth,
    user: (plan = {}) => signIn(auth, plan),
    call: (user, ...request) => call(origin, user, ...request),
    clean: async () => {
      for (const task of world.queue.waiting.splice(0)) {
        if (task.name === 'removeMonitor') await removeMonitor(world.run(clock.nowMs), task.input);
      }
    },
    close: async () => {
      await server.close();
      await Promise.all([deleteApp(app), world.close()]);
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
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...headers,
      ...(user ? { Authorization: `Bearer ${user.token}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const answer = { status: response.status, body: (await response.json()) as unknown, headers: response.headers };
  const requested = callOf(method, path);
  if (requested) checkAnswer(requested, answer);
  return answer;
}

/** The call that a request is; null for one of none. */
function callOf(method: string, path: string): ApiCall | null {
  const plain = path.replace(/\?.*/, '').replace(/^\/api/, '');
  const route = ROUTES.find(({ call }) => {
    const pattern = new RegExp(`^${call.path.replaceAll(/:[a-z]+/g, '[^/]+')}$`);
    return call.method === method.toLowerCase() && pattern.test(plain);
  });
  return route?.call ?? null;
}
