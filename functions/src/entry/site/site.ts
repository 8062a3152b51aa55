import type { Logo } from '@farwatch/core/documents/page';
import type { Snapshot, SnapshotIncident } from '@farwatch/core/documents/snapshot';
import type { Language } from '@farwatch/core/values/languages';
import { slugSchema } from '@farwatch/core/values/status-page/slug';
import { HOUR_MS } from '@farwatch/core/values/time';
import type { Rate } from '@farwatch/core/values/token-bucket';
import { READ_RATE } from '@farwatch/core/values/token-bucket';
import type { Request } from 'express';
import { CURRENT_ID } from '../../domain/pages/snapshot-id.ts';
import { snapshots } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { type RequestLimit, requestLimit } from '../../platform/http/request-limit.ts';
import { visitorLimit } from '../../platform/http/visitor-limit.ts';
import { appUrl } from '../../platform/links/app-url.ts';
import { mailConfig } from '../../platform/mail/mail-config.ts';
import type { PageView } from './page-view.ts';
import { readIncident, readLogo, readMonth } from './read-below.ts';
import { type ReadCache, readCache } from './read-cache.ts';
import { isVisit, visitIn } from './visit.ts';

/** Subscribing and passwords: a few tries, then one a minute. */
const FORM_RATE: Rate = { burst: 8, perSec: 1 / 60 };
const REPORT_RATE: Rate = { burst: 3, perSec: 1 / 1200 };
/** Passwords of one page, however many visitors try, without the first one of each visitor in an hour. */
const PAGE_PASSWORD_RATE: Rate = { burst: 60, perSec: 0.5 };

const FIRST_PASSWORD_RATE: Rate = { burst: 1, perSec: 1 / 3600 };

const KIB = 1024;
const FRESH_MS = 10_000;

/** What an instance of the function has: its caches and limits. */
export type Site = {
  newRun(): Run;
  env: NodeJS.ProcessEnv;
  snapshots: ReadCache<Snapshot>;
  months: ReadCache<SnapshotIncident[]>;
  incidents: ReadCache<SnapshotIncident>;
  logos: ReadCache<Logo>;
  limits: Record<'reads' | 'forms' | 'passwords' | 'reports', ReturnType<typeof visitorLimit>> & {
    pagePasswords: RequestLimit;
    firstPasswords: RequestLimit;
  };
};

export function newSite({ newRun, env }: Pick<Site, 'newRun' | 'env'>): Site {
  const jsonSize = (value: unknown) => JSON.stringify(value).length;
  const few = { freshMs: 30_000, maxEntries: 500, maxSize: 4 * KIB * KIB, sizeOf: jsonSize };
  const readSnapshot = async (slug: string) => snapshots.read(await snapshots.ref(newRun().db, CURRENT_ID, slug).get());
  return {
    newRun,
    env,
    snapshots: readCache<Snapshot>({
      ...few,
      read: readSnapshot,
      freshMs: FRESH_MS,
      maxEntries: 2000,
      maxSize: 16 * KIB * KIB,
    }),
    months: readCache<SnapshotIncident[]>({ ...few, read: (key) => readMonth(newRun(), key) }),
    incidents: readCache<SnapshotIncident>({ ...few, read: (key) => readIncident(newRun(), key) }),
    logos: readCache<Logo>({
      ...few,
      read: (key) => readLogo(newRun(), key),
      freshMs: HOUR_MS,
      sizeOf: ({ bytes }) => bytes.byteLength,
    }),
    limits: {
      reads: visitorLimit(READ_RATE),
      forms: visitorLimit(FORM_RATE),
      passwords: visitorLimit(FORM_RATE),
      reports: visitorLimit(REPORT_RATE),
      pagePasswords: requestLimit(PAGE_PASSWORD_RATE),
      firstPasswords: requestLimit(FIRST_PASSWORD_RATE),
    },
  };
}

/** A page that may be shown. `visit`: proves that the visitor gave its password; null for one without. */
export type OpenPage = { snapshot: Snapshot; confirmedAtMs: number; visit: string | null };

/**
 * The page of a slug: `missing` if it is not published, `locked` without its password. `token`: proves in a form that the
 * visitor gave it, since a page in a sandbox sends no cookie with its forms.
 */
export async function openPage(
  site: Site,
  request: Request,
  { run, slug, token = '' }: { run: Run; slug: string; token?: string },
): Promise<OpenPage | { snapshot: Snapshot; locked: true } | null> {
  const found = await findSnapshot(site, request, run, slug);
  if (!found) return null;
  const { snapshot, confirmedAtMs } = found;
  if (snapshot.access !== 'password') return { snapshot, confirmedAtMs, visit: null };
  for (const each of [visitIn(request.headers.cookie), token]) {
    if (await isVisit(run, each, slug, snapshot)) return { snapshot, confirmedAtMs, visit: each };
  }
  return { snapshot, locked: true };
}

/** The snapshot of a published page, or null. What is not in memory counts against the visitor's limit. */
export async function findSnapshot(site: Site, request: Request, run: Run, slug: string) {
  if (!slugSchema.safeParse(slug).success) return null;
  if (!site.snapshots.isKnown(slug, run.nowMs)) site.limits.reads.take(request, run.nowMs);
  const { value, confirmedAtMs } = await site.snapshots.get(slug, run.nowMs);
  return value && { snapshot: value, confirmedAtMs };
}

/** What an open page is rendered for. */
export function viewOf(
  site: Site,
  { run, slug, language, page }: { run: Run; slug: string; language: Language; page: OpenPage },
): PageView {
  return {
    slug,
    origin: appUrl(site.env),
    language,
    nowMs: run.nowMs,
    confirmedAtMs: page.confirmedAtMs,
    sendsMail: mailConfig(site.env) !== null,
    visit: page.visit,
  };
}
