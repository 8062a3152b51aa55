import { randomUUID } from 'node:crypto';
import { pageNotice } from '@farwatch/core/decisions/notifications/notices';
import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import { textSchema } from '@farwatch/core/values/fields';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { DAY_MS } from '@farwatch/core/values/time';
import { notifyOperatorsDaily } from '../../domain/notifications/notify-operators.ts';
import { pageReports } from '../../platform/db/collections.ts';
import { createIfMissing } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';
import { sendMessage, sendMissing, sendOwnMessage } from './answer.ts';
import { NOT_STORED } from './answer-headers.ts';
import { formOf, languageIn } from './form-body.ts';
import { reportForm } from './message-page.ts';
import type { PageRequest } from './page-routes.ts';
import { findSnapshot, type Site } from './site.ts';
import { takeVisitorCounts } from './visitor-counts.ts';

const reportSchema = textSchema.min(1).max(STATUS_PAGE.reportLength);

/** The form by which visitors report a page to the operators; a password is not needed for it. */
export async function answerReport(site: Site, target: PageRequest): Promise<void> {
  const { run, slug, request, response } = target;
  const found = await findSnapshot(site, request, run, slug);
  if (!found) return sendMissing(request, response, NOT_STORED);
  const { snapshot } = found;
  const isSent = request.method === 'POST';
  const form = isSent ? formOf(request) : new URLSearchParams();
  const language = isSent ? languageIn(form, snapshot.language) : (target.language ?? snapshot.language);
  const { report } = STATUS_PAGE_TEXTS[language];
  const shown = { snapshot, slug, language };
  const text = reportSchema.safeParse(form.get('text') ?? '');
  if (!isSent || !text.success) {
    const status = isSent ? 400 : 200;
    const message = { text: report, form: reportForm(slug, language), status, below: '/report' };
    return sendOwnMessage(response, shown, message);
  }
  site.limits.reports.take(request, run.nowMs);
  const limit = { id: `reports_${slug}`, most: STATUS_PAGE.reportsPerDay, periodMs: DAY_MS };
  if ((await takeVisitorCounts(run, [limit])) !== null) {
    return sendMessage(request, response, { name: 'tooMany', status: 429 });
  }
  await storeReport(run, slug, text.data);
  sendOwnMessage(response, shown, { text: report.done });
}

async function storeReport(run: Run, slug: string, text: string): Promise<void> {
  const document = { slug, text, createdAt: run.nowMs, expireAt: run.nowMs + STATUS_PAGE.reportKeptMs };
  await createIfMissing(pageReports.ref(run.db, randomUUID()), pageReports.toDocument(document));
  const timestamps = { occurredAt: run.nowMs, nowMs: run.nowMs };
  await notifyOperatorsDaily(run, `page_reported_${slug}`, (adminId) => pageNotice(adminId, slug, timestamps));
}
