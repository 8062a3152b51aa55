import type { Page } from '@farwatch/core/documents/page';
import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { newUser } from '@farwatch/core/documents/user';
import { sampleSnapshot } from '@farwatch/core/testing/snapshot-sample';
import { DAY_MS } from '@farwatch/core/values/time';
import { hashPassword } from '../domain/pages/password.ts';
import { statusSiteApp } from '../entry/site/app.ts';
import { pages, snapshots, users } from '../platform/db/collections.ts';
import { listen } from './api/listen.ts';
import { newTestProject, T0, type TestProject } from './test-project.ts';

export type Shown = { status: number; text: string; headers: Headers };

/** The site of status pages on a real socket, with its own Firestore project. Only tests advance its clock. */
export type TestSite = {
  project: TestProject;
  clock: { nowMs: number };
  origin: string;
  /** Stores a page with its snapshot, of three components unless changed. */
  putPage(slug: string, changes?: Partial<Snapshot>, password?: string): Promise<void>;
  get(path: string, headers?: Record<string, string>): Promise<Shown>;
  post(path: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<Shown>;
  close(): Promise<void>;
};

/** `env`: of the function. With `viaProxy` its calls of Firestore can fail (testing/firestore-proxy.ts). */
export async function newTestSite({ env = {} as NodeJS.ProcessEnv, viaProxy = false } = {}): Promise<TestSite> {
  const project = newTestProject();
  const clock = { nowMs: T0 };
  const newRun = () => (viaProxy ? project.viaProxy(clock.nowMs) : project.run(clock.nowMs));
  const server = await listen(statusSiteApp({ newRun, env: { APP_URL: 'https://farwatch.test', ...env } }));
  const show = async (path: string, init: RequestInit): Promise<Shown> => {
    const response = await fetch(`${server.origin}${path}`, { redirect: 'manual', ...init });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  return {
    project,
    clock,
    origin: server.origin,
    putPage: (slug, changes = {}, password = '') => putPage(project, clock.nowMs, { slug, changes, password }),
    get: (path, headers = {}) => show(path, { headers }),
    post: (path, form = {}, headers = {}) => show(path, { method: 'POST', headers, body: new URLSearchParams(form) }),
    close: async () => {
      await server.close();
      await project.close();
    },
  };
}

type Put = { slug: string; changes: Partial<Snapshot>; password: string };

async function putPage(project: TestProject, nowMs: number, { slug, changes, password }: Put): Promise<void> {
  const { db } = project.run(nowMs);
  const snapshot = { ...sampleSnapshot({ components: 3, nowMs }), ...changes };
  const {
    logoTag,
    passwordVersion,
    incidents: _,
    maintenance: __,
    today: ___,
    builtAt,
    changedAt: ____,
    ...fields
  } = snapshot;
  const page: Page = {
    ...fields,
    ...{ groups: [], published: true, postsAutomatically: false, ownerId: 'owner1', blockedReason: null, version: 0 },
    ...{ logoTag, passwordVersion, passwordHash: password === '' ? null : await hashPassword(password) },
    ...{ dueAt: nowMs, createdAt: builtAt, updatedAt: builtAt },
  };
  const owner = newUser({ displayName: 'Owner', email: 'owner@farwatch.test' }, nowMs - 2 * DAY_MS);
  await users.ref(db, page.ownerId).set(users.toDocument(owner));
  await pages.ref(db, slug).set(pages.toDocument(page));
  await snapshots.ref(db, 'current', slug).set(snapshots.toDocument(snapshot));
}
