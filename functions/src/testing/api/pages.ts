import type { PageAnswer, PageInput } from '@farwatch/core/contracts/api/pages';
import type { PublicationAnswer } from '@farwatch/core/contracts/api/publications';
import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { CURRENT_ID } from '../../domain/pages/snapshot-id.ts';
import { snapshots } from '../../platform/db/collections.ts';
import type { TestUser } from './sign-in.ts';
import type { Answer, TestApi } from './test-api.ts';

export const PAGES = '/v1/pages';

/** A component's monitor or endpoint as a page shows it. */
export type ComponentBody = { key?: string; name: string; monitorId: string; endpointId: string | null };

/** The body of a published page with one group of these components. */
export function pageBody(components: readonly ComponentBody[], changes: Partial<PageInput> = {}): PageInput {
  return {
    title: 'Acme',
    description: '',
    website: null,
    language: 'en',
    timeZone: 'UTC',
    accent: null,
    groups: [{ name: 'Shop', components: [...components] }],
    showsUptime: true,
    showsResponseTime: true,
    access: 'public',
    published: true,
    postsAutomatically: false,
    takesSubscribers: true,
    ...changes,
  };
}

/** Creates a page; throws if the API refuses. */
export async function createPage(
  api: TestApi,
  user: TestUser,
  slug: string,
  body: PageInput & { password?: string },
): Promise<PageAnswer> {
  return pageOf(await api.call(user, 'POST', PAGES, { ...body, slug }));
}

/** The page in an answer, whose shape the test API has checked. */
export function pageOf({ status, body }: Answer): PageAnswer {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as PageAnswer;
}

/** Posts an incident; throws if the API refuses. */
export async function post(
  api: TestApi,
  user: TestUser,
  slug: string,
  changes: object = {},
): Promise<PublicationAnswer> {
  const body = { title: 'Slow', components: [], state: 'investigating', text: 'We are looking into it.', ...changes };
  const { status, body: answer } = await api.call(user, 'POST', `${PAGES}/${slug}/incidents`, body);
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(answer)}`);
  return answer as PublicationAnswer;
}

/** What visitors see of a page; null for nothing. */
export async function snapshotOf(api: TestApi, slug: string): Promise<Snapshot | null> {
  return snapshots.read(await snapshots.ref(api.project.run(api.clock.nowMs).db, CURRENT_ID, slug).get());
}
