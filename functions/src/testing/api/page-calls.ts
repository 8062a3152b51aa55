import type { PageAnswer, PageInput } from '@farwatch/core/contracts/api/pages';
import type { PublicationAnswer } from '@farwatch/core/contracts/api/publications';
import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { HOUR_MS } from '@farwatch/core/values/time';
import { CURRENT_ID } from '../../domain/pages/snapshot-id.ts';
import { pageReports, snapshots } from '../../platform/db/collections.ts';
import type { Call, Seeded } from './calls.ts';
import type { TestUser } from './sign-in.ts';
import type { Answer, TestApi } from './test-api.ts';

/** A status page that shows the seeded monitor. */
const bodyFor = ({ monitorId }: Pick<Seeded, 'monitorId'>) =>
  pageBody([{ name: 'Checkout', monitorId, endpointId: null }]);

let pageCount = 0;

/** A separate status page. */
const sparePage =
  (rest = '', bodyOf: (ids: Seeded) => unknown = () => undefined): Call =>
  async (seeded, api) => {
    pageCount += 1;
    const slug = `acme-${pageCount}`;
    await api.call(seeded.admin, 'POST', '/v1/pages', { ...bodyFor(seeded), slug });
    return { path: `/v1/pages/${slug}${rest}`, body: bodyOf(seeded) };
  };

const POSTED = { title: 'Slow', components: [], state: 'investigating', text: 'We are looking into it.' };

/** A posted incident of a separate page. */
const sparePost =
  (rest = '', body?: unknown): Call =>
  async (seeded, api) => {
    const { path } = await sparePage('/incidents')(seeded, api);
    const { body: posted } = await api.call(seeded.admin, 'POST', path, POSTED);
    return { path: `${path}/${(posted as { id: string }).id}${rest}`, body };
  };

/** A transparent picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A call of every route of status pages, by the route's method and path. */
export const PAGE_CALLS: Record<string, Call> = {
  'get /v1/pages': async (seeded, api) => {
    await sparePage()(seeded, api);
    return { path: '/v1/pages' };
  },
  'get /v1/page-slugs/:slug': () => ({ path: '/v1/page-slugs/acme' }),
  'post /v1/pages': (seeded) => ({ path: '/v1/pages', body: { ...bodyFor(seeded), slug: 'acme-made' } }),
  'get /v1/pages/:slug': sparePage(),
  'put /v1/pages/:slug': sparePage('', (seeded) => ({ ...bodyFor(seeded), version: 0 })),
  'delete /v1/pages/:slug': sparePage(),
  'put /v1/pages/:slug/logo': sparePage('/logo', () => ({ type: 'image/png', base64: PIXEL })),
  'delete /v1/pages/:slug/logo': sparePage('/logo'),
  'post /v1/page-previews': (seeded) => ({
    path: '/v1/page-previews',
    body: { ...bodyFor(seeded), slug: null },
  }),
  'get /v1/pages/:slug/incidents': async (seeded, api) => {
    const { path } = await sparePost()(seeded, api);
    return { path: path.slice(0, path.lastIndexOf('/')) };
  },
  'post /v1/pages/:slug/incidents': sparePage('/incidents', () => POSTED),
  'put /v1/pages/:slug/incidents/:id': sparePost('', { title: 'Slower', components: [] }),
  'post /v1/pages/:slug/incidents/:id/updates': sparePost('/updates', { state: 'resolved', text: 'It is over.' }),
  'delete /v1/pages/:slug/incidents/:id': sparePost(),
  'get /v1/page-reports': async (_seeded, api) => {
    const { db, nowMs } = api.project.run(api.clock.nowMs);
    const report = { slug: 'acme', text: 'Looks like my bank', createdAt: nowMs, expireAt: nowMs + HOUR_MS };
    await pageReports.collection(db).add(pageReports.toDocument(report));
    return { path: '/v1/page-reports' };
  },
  'put /v1/page-blocks/:slug': async (seeded, api) => {
    const { path } = await sparePage()(seeded, api);
    return { path: path.replace('pages', 'page-blocks'), body: { reason: 'It imitates a bank' } };
  },
};

export const PAGES = '/v1/pages';

/** A component's monitor or endpoint as a page shows it. */
type ComponentBody = { key?: string; name: string; monitorId: string; endpointId: string | null };

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
    showsSlow: false,
    access: 'public',
    published: true,
    postsAutomatically: false,
    takesSubscribers: true,
    embedding: 'nobody',
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
