import { type Account, database } from '../e2e/testing/accounts.ts';
import { callApi } from '../e2e/testing/call-api.ts';

const FIELDS = {
  description: 'What works, and what we are working on.',
  website: 'https://shop.farwatch.test/',
  language: 'en',
  timeZone: 'Asia/Taipei',
  accent: null,
  showsUptime: true,
  showsResponseTime: true,
  access: 'public',
  published: true,
  postsAutomatically: true,
  takesSubscribers: true,
};

/** The pages of an account, by their slugs: published with incidents, a draft, one with a password, and a blocked one. */
export const PAGE_SLUGS = {
  published: 'acme-status',
  draft: 'acme-internal',
  secret: 'acme-partners',
  blocked: 'acme-old',
};

/** Creates pages of the account that show its monitors, and what a visitor reported about one. `admin` blocks it. */
export async function seedPages(account: Account, admin: Account): Promise<void> {
  if ((await database().doc(`pages/${PAGE_SLUGS.published}`).get()).exists) return;
  const own = await database().collection('monitors').where('ownerId', '==', account.uid).get();
  const components = own.docs.map((monitor) => ({
    name: String(monitor.get('name')),
    monitorId: monitor.id,
    endpointId: null,
  }));
  const groups = [
    { name: 'For customers', components: components.slice(0, 2) },
    { name: 'Behind the scenes', components: components.slice(2) },
  ];
  const create = (slug: string, title: string, changes: object = {}) =>
    callApi(account, 'POST', '/v1/pages', { ...FIELDS, slug, title, groups, ...changes });
  await create(PAGE_SLUGS.published, 'Acme status');
  await create(PAGE_SLUGS.draft, 'Internal services of the Taipei office', { published: false });
  await create(PAGE_SLUGS.secret, 'Partners', { access: 'password', password: 'open sesame' });
  await create(PAGE_SLUGS.blocked, 'Old shop');
  await callApi(admin, 'PUT', `/v1/page-blocks/${PAGE_SLUGS.blocked}`, { reason: 'It imitates a bank' });
  await seedIncidents(account);
  const createdAt = Date.now() - 60_000;
  const report = { createdAt, expireAt: createdAt + 86_400_000 };
  await database()
    .collection('pageReports')
    .add({ ...report, slug: PAGE_SLUGS.blocked, text: 'This asks for my PIN.' });
  await database()
    .collection('pageReports')
    .add({ ...report, slug: PAGE_SLUGS.published, text: 'The logo belongs to somebody else.' });
}

async function seedIncidents(account: Account): Promise<void> {
  const path = `/v1/pages/${PAGE_SLUGS.published}/incidents`;
  const post = (title: string, text: string) =>
    callApi(account, 'POST', path, { title, components: [], state: 'investigating', text }) as Promise<{ id: string }>;
  const over = await post('Search was slow', 'Searches take up to ten seconds.');
  await callApi(account, 'POST', `${path}/${over.id}/updates`, { state: 'resolved', text: 'A new index is in place.' });
  const open = await post('Payments by card fail', 'We are looking into it.');
  const text = 'The payment provider has an outage.\nPayments by transfer work.';
  await callApi(account, 'POST', `${path}/${open.id}/updates`, { state: 'identified', text });
}
