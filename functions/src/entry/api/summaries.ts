import { randomUUID } from 'node:crypto';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { type SummaryAnswer, summaryCalls } from '@farwatch/core/contracts/api/summaries';
import { noticeContent, summaryNotice } from '@farwatch/core/decisions/notifications/notices';
import { changePlan, summaryDueAt } from '@farwatch/core/decisions/summary/plan-summaries';
import { lastPeriod } from '@farwatch/core/decisions/summary/summary-period';
import { EMAIL_CHANNEL_ID } from '@farwatch/core/documents/channels-of';
import type { User } from '@farwatch/core/documents/user';
import { composeSummary } from '@farwatch/core/texts/summary/compose-summary';
import { textsOf } from '@farwatch/core/texts/texts';
import { linkInto } from '@farwatch/core/values/account';
import { canGetSummaries, type SummaryKind, type SummaryPlan } from '@farwatch/core/values/summary/summary-plan';
import type { DeliveryResult } from '../../domain/channels/channel-sender.ts';
import { stopSummariesLink } from '../../domain/channels/email/mail-links.ts';
import { sendMail } from '../../domain/channels/email/send-mail.ts';
import { summaryMail } from '../../domain/channels/email/summary-mail.ts';
import { readSummary } from '../../domain/summaries/read-summary.ts';
import { ensureUser, firstSummaries } from '../../domain/users/ensure-user.ts';
import { users } from '../../platform/db/collections.ts';
import { changeInTransaction } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import type { Caller } from '../../platform/http/authenticate.ts';
import { route } from '../../platform/http/route.ts';
import { appUrl } from '../../platform/links/app-url.ts';
import { reportLink } from '../../platform/links/report-link.ts';
import { mailConfig } from '../../platform/mail/mail-config.ts';
import { refuseUnlessSent } from './channels/confirm-address.ts';
import { type ChannelsById, readChannels } from './channels/stored-channels.ts';

const NO_MAIL: DeliveryResult = { outcome: 'failed', code: 'refused', reason: 'this installation sends no mail' };

export const getSummarySettings = route(summaryCalls.read, {
  run: async (run, caller) => {
    const [user, channels] = await Promise.all([ensureUser(run, caller), readChannels(run, caller)]);
    return answerOf(planOf(run, caller, user), channels, user.summaryDueAt);
  },
});

export const putSummarySettings = route(summaryCalls.save, {
  run: async (run, caller, { body }) => {
    await ensureUser(run, caller);
    const channels = await readChannels(run, caller);
    const settings = { ...body, channels: offered(body.channels, channels) };
    const ref = users.ref(run.db, caller.accountId);
    return changeInTransaction(run, async (tx) => {
      const user = users.read(await tx.get(ref));
      if (!user) throw new Error(`users/${caller.accountId} was deleted meanwhile`);
      const summaries = changePlan(planOf(run, caller, user), settings, run.nowMs);
      const dueAt = summaryDueAt(summaries, run.nowMs);
      tx.update(ref, users.toUpdate({ summaries, summaryDueAt: dueAt }));
      return answerOf(summaries, channels, dueAt);
    });
  },
});

export const previewSummary = route(summaryCalls.preview, {
  run: async (run, caller, { body: { kind } }) => {
    const mail = await mailToSelf(run, caller, kind);
    return { mail: mail && { subject: mail.subject, text: mail.text, html: mail.html } };
  },
});

export const testSummary = route(summaryCalls.test, {
  run: async (run, caller, { body: { kind } }) => {
    const mail = await mailToSelf(run, caller, kind);
    if (mail === null) return { isSent: false };
    const config = mailConfig(process.env);
    const to = { id: randomUUID(), to: caller.email };
    refuseUnlessSent(config ? await sendMail({ ...to, ...mail }, config) : NO_MAIL);
    return { isSent: true };
  },
});

function planOf(run: Run, caller: Caller, { summaries }: User): SummaryPlan {
  return summaries ?? firstSummaries(caller, run.nowMs).summaries;
}

function answerOf({ done: _, ...settings }: SummaryPlan, channels: ChannelsById, dueAt: number | null): SummaryAnswer {
  return { ...settings, channels: offered(settings.channels, channels), nextAt: isoOf(dueAt) };
}

/** Returns which of these channels exist and can get summaries. */
function offered(ids: readonly string[], channels: ChannelsById): string[] {
  return [...new Set(ids)].filter((id) => {
    const channel = Object.hasOwn(channels, id) ? channels[id] : undefined;
    return channel !== undefined && canGetSummaries(channel.type);
  });
}

/** The mail about the last period that is over, to the account's own address; null if nothing was monitored in it. */
async function mailToSelf(run: Run, caller: Caller, kind: SummaryKind) {
  const user = await ensureUser(run, caller);
  const { timeZone } = planOf(run, caller, user);
  const firstDay = lastPeriod(kind, timeZone, run.nowMs);
  const summary = await readSummary(run, caller.accountId, { kind, firstDay }, timeZone);
  if (!summary) return null;
  const { language } = user;
  const url = appUrl(process.env);
  const content = noticeContent(summaryNotice(caller.accountId, summary, run.nowMs));
  const link = reportLink(url, summary, language, { id: caller.accountId, user });
  const message = composeSummary(summary, content, await textsOf(language), { id: randomUUID(), link });
  const target = { ownerId: caller.accountId, channelId: EMAIL_CHANNEL_ID, address: caller.email, language };
  const stopUrl = await stopSummariesLink(run, url, target);
  const settingsUrl = linkInto(`${url}/settings?tab=integrations`, caller.accountId, user);
  return summaryMail(message, summary, { address: caller.email, appUrl: url, settingsUrl, stopUrl });
}
