import { type MailTexts, SERVER_TEXTS } from '@farwatch/core/texts/server/server-texts';
import type { ActivityAction, ActivityKind } from '@farwatch/core/values/activity';
import { type Language, languageOf, tagOf } from '@farwatch/core/values/languages';
import { READ_RATE } from '@farwatch/core/values/token-bucket';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { error as logError } from 'firebase-functions/logger';
import { type ConfirmationTarget, MAIL_LINK_PATHS, readLink } from '../../domain/channels/email/mail-links.ts';
import { changeEmailChannel } from '../../domain/notifications/change-email-channel.ts';
import { stopSummaries } from '../../domain/summaries/stop-summaries.ts';
import { requestActivity } from '../../platform/db/activity.ts';
import type { Run } from '../../platform/db/run.ts';
import { visitorAddress } from '../../platform/http/caller-address.ts';
import { visitorLimit } from '../../platform/http/visitor-limit.ts';
import type { LinkPurpose } from '../../platform/links/signed-token.ts';
import { escaped } from '../../platform/mail/render-mail.ts';

type Pages = MailTexts['pages'];
type PageTexts = Pages['expired'];

/** A link in a mail. */
type MailLink = {
  purpose: LinkPurpose;
  /** What it changes, for the account's activity. */
  changes: readonly [ActivityKind, ActivityAction];
  /** The question on its page. */
  ask(pages: Pages, target: ConfirmationTarget): PageTexts;
  /** The change that its button makes. Returns false if the channel is gone. */
  change(run: Run, target: ConfirmationTarget): Promise<boolean>;
  /** Whether the purpose is also fulfilled if the channel is gone. */
  isDoneWithout: boolean;
  /** The text of the page after the change. */
  done(pages: Pages, target: ConfirmationTarget): PageTexts;
};

const UNSUBSCRIBE: MailLink = {
  purpose: 'unsubscribe',
  changes: ['channel', 'changed'],
  ask: (pages, { address }) => pages.unsubscribe(address),
  change: (run, target) => changeEmailChannel(run, target, { enabled: false, unsubscribedAt: run.nowMs }),
  // Mails to a removed or changed channel have stopped, which is the purpose of an unsubscription.
  isDoneWithout: true,
  done: (pages, { address }) => pages.unsubscribed(address),
};

const STOP_SUMMARIES: MailLink = {
  purpose: 'unsubscribe-summaries',
  changes: ['summaries', 'changed'],
  ask: (pages, { address }) => pages.stopSummaries(address),
  change: stopSummaries,
  isDoneWithout: true,
  done: (pages, { address }) => pages.stoppedSummaries(address),
};

const CONFIRM: MailLink = {
  purpose: 'confirm-address',
  changes: ['channel', 'changed'],
  ask: (pages, { address, account }) => pages.confirm(address, account),
  change: (run, target) => changeEmailChannel(run, target, { verifiedAt: run.nowMs }),
  isDoneWithout: false,
  done: (pages, { address }) => pages.confirmed(address),
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
      SERVER_TEXTS[language].mail.pages[target.refused],
      language,
    );
  }
  const { pages } = SERVER_TEXTS[target.language].mail;
  if (!change) return send(response, 200, link.ask(pages, target), target.language);
  const { ownerId, channelId, address } = target;
  const activity = requestActivity({
    db: run.db,
    nowMs: run.nowMs,
    ownerId,
    actor: { kind: 'link', id: '', name: '' },
    changes: link.changes,
    address: visitorAddress(request),
    call: `post /mail/${link.purpose}`,
    subject: { id: channelId, name: address },
    repeatable: null,
  });
  try {
    const isDone = (await link.change({ ...run, activity }, target)) || link.isDoneWithout;
    send(response, isDone ? 200 : 410, isDone ? link.done(pages, target) : pages.outdated, target.language);
  } catch (error) {
    logError(`link in a mail: ${link.purpose}`, error);
    send(response, 503, pages.failed, target.language);
  }
}

/** Allows the page's style; scripts and other content stay forbidden. As in firebase.json for `/api/mail/**`. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

function send(response: Response, status: number, page: PageTexts, language: Language): void {
  response.setHeader('Content-Security-Policy', PAGE_POLICY);
  response.status(status).type('html').send(mailPage(page, language));
}

const STYLE = `:root{color-scheme:light dark;--text:#101a28;--muted:#526072;--line:#dde3ea;--ground:#f5f7fa;--card:#fff;--main:#2b5bdb;--focus:#2451c8}
@media(prefers-color-scheme:dark){:root{--text:#e9eef5;--muted:#9aa8ba;--line:#26313f;--ground:#0b1118;--card:#131b26;--main:#3a67e6;--focus:#8fb0ff}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--ground);color:var(--text);
font:16px/1.6 Inter,system-ui,'Noto Sans CJK SC',sans-serif}
main{width:100%;max-width:28rem;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.5rem;overflow-wrap:anywhere}
h1{font-size:20px;line-height:32px;font-weight:600;margin:0 0 .5rem}p{margin:0;color:var(--muted)}form{margin-top:1.5rem}
button{font:inherit;font-weight:600;min-height:44px;padding:0 1.25rem;border:0;border-radius:6px;background:var(--main);color:#fff;cursor:pointer}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}a{color:var(--focus)}.app{margin-top:1.5rem;font-size:14px}`;

type Page = { title: string; text: string; button?: string };

/** Returns a page with one message. Its button posts to the page's own address. */
function mailPage({ title, text, button }: Page, language: Language): string {
  const form = button ? `<form method="post"><button>${escaped(button)}</button></form>` : '';
  return `<!doctype html><html lang="${tagOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${escaped(title)} – Farwatch</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${form}<p class="app"><a href="/">Farwatch</a></p></main></body></html>`;
}
