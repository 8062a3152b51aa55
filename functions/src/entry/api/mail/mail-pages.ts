import { MAIL_TEXTS, type MailTexts } from '@farwatch/core/texts/mail-texts';
import { type Language, languageOf } from '@farwatch/core/values/languages';
import { READ_RATE } from '@farwatch/core/values/token-bucket';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { error as logError } from 'firebase-functions/logger';
import { type ConfirmationTarget, MAIL_LINK_PATHS, readLink } from '../../../domain/channels/email/mail-links.ts';
import { changeEmailChannel } from '../../../domain/notifications/change-email-channel.ts';
import { stopSummaries } from '../../../domain/summaries/stop-summaries.ts';
import type { Run } from '../../../platform/db/run.ts';
import { visitorLimit } from '../../../platform/http/visitor-limit.ts';
import type { LinkPurpose } from '../../../platform/links/signed-token.ts';
import { mailPage, PAGE_POLICY } from './page.ts';

type Pages = MailTexts['pages'];
type PageTexts = Pages['expired'];

/**
 * A link in a mail: what its page asks, what its button changes, and what the page says then. `change`: false if the
 * channel is gone, and `isDoneWithout` whether that is as good.
 */
type MailLink = {
  purpose: LinkPurpose;
  ask(pages: Pages, target: ConfirmationTarget): PageTexts;
  change(run: Run, target: ConfirmationTarget): Promise<boolean>;
  isDoneWithout: boolean;
  tell(pages: Pages, target: ConfirmationTarget): PageTexts;
};

const UNSUBSCRIBE: MailLink = {
  purpose: 'unsubscribe',
  ask: (pages, { address }) => pages.unsubscribe(address),
  change: (run, target) => changeEmailChannel(run, target, { enabled: false, unsubscribedAt: run.nowMs }),
  // Mails to a removed or changed channel have stopped, which is what an unsubscription asks for.
  isDoneWithout: true,
  tell: (pages, { address }) => pages.unsubscribed(address),
};

const STOP_SUMMARIES: MailLink = {
  purpose: 'unsubscribe-summaries',
  ask: (pages, { address }) => pages.stopSummaries(address),
  change: stopSummaries,
  isDoneWithout: true,
  tell: (pages, { address }) => pages.stoppedSummaries(address),
};

const CONFIRM: MailLink = {
  purpose: 'confirm-address',
  ask: (pages, { address, account }) => pages.confirm(address, account),
  change: (run, target) => changeEmailChannel(run, target, { verifiedAt: run.nowMs }),
  isDoneWithout: false,
  tell: (pages, { address }) => pages.confirmed(address),
};

/**
 * The pages that links in mails open, for anyone who has the link. Mail scanners open links, so GET changes nothing;
 * POST does, by the page's button or as one-click unsubscription (RFC 8058), which a mail program posts by itself.
 */
export function mailPages(newRun: () => Run): Router {
  const router = Router();
  const visitors = visitorLimit(READ_RATE);
  for (const [path, link] of [
    [MAIL_LINK_PATHS.unsubscribe, UNSUBSCRIBE],
    [MAIL_LINK_PATHS.summaries, STOP_SUMMARIES],
    [MAIL_LINK_PATHS.confirm, CONFIRM],
  ] as const) {
    const answer = (change: boolean): RequestHandler<{ token: string }> => {
      return async (request, response) => {
        const run = newRun();
        visitors.take(request, run.nowMs);
        await answerLink({ run, link, request, response, change });
      };
    };
    router.get(`${path}/:token`, answer(false));
    router.post(`${path}/:token`, answer(true));
  }
  return router;
}

type LinkRequest = {
  run: Run;
  link: MailLink;
  request: Request<{ token: string }>;
  response: Response;
  change: boolean;
};

async function answerLink({ run, link, request, response, change }: LinkRequest): Promise<void> {
  const target = await readLink(run, link.purpose, request.params.token);
  if ('refused' in target) {
    const language = languageOf(request.acceptsLanguages()[0] ?? '');
    return send(
      response,
      target.refused === 'expired' ? 410 : 404,
      MAIL_TEXTS[language].pages[target.refused],
      language,
    );
  }
  const { pages } = MAIL_TEXTS[target.language];
  if (!change) return send(response, 200, link.ask(pages, target), target.language);
  try {
    const isDone = (await link.change(run, target)) || link.isDoneWithout;
    send(response, isDone ? 200 : 410, isDone ? link.tell(pages, target) : pages.outdated, target.language);
  } catch (error) {
    logError(`link in a mail: ${link.purpose}`, error);
    send(response, 503, pages.failed, target.language);
  }
}

function send(response: Response, status: number, page: PageTexts, language: Language): void {
  response.setHeader('Content-Security-Policy', PAGE_POLICY);
  response.status(status).type('html').send(mailPage(page, language));
}
