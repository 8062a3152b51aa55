import { HOUR_MS } from '@farwatch/core/values/time';
import { pageReports } from '../../platform/db/collections.ts';
import type { Call, Seeded } from './calls.ts';
import { pageBody } from './pages.ts';

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
