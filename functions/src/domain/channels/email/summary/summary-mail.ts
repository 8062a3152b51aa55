import { MAIL_TEXTS } from '@farwatch/core/texts/mail-texts';
import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import { summaryContent } from '@farwatch/core/texts/summary/summary-content';
import { SUMMARY_TEXTS } from '@farwatch/core/texts/summary/summary-texts';
import { textsOf } from '@farwatch/core/texts/texts';
import type { Summary } from '@farwatch/core/values/summary/summary';
import { renderText } from '../../../../platform/mail/render-mail.ts';
import type { Mail } from '../send-mail.ts';
import { subjectOf } from '../subject.ts';
import { type SummaryPage, summaryHtml } from './summary-html.ts';
import { summaryLines } from './summary-text.ts';

/** `appUrl`: where the app is, without a slash at the end; `stopUrl`: stops the summaries to this address. */
type Context = { address: string; appUrl: string; stopUrl: string };

/** A summary as a mail, which one click stops without stopping alerts. */
export async function summaryMail(
  message: OutgoingMessage,
  summary: Summary,
  { address, appUrl, stopUrl }: Context,
): Promise<Pick<Mail, 'subject' | 'text' | 'html'> & { unsubscribeUrl: string }> {
  const { language, tone, link } = message;
  const texts = await textsOf(language);
  const words = SUMMARY_TEXTS[language];
  const title = subjectOf(message.title);
  const footer = {
    text: words.footer(address),
    links: [
      { label: MAIL_TEXTS[language].settings, url: `${appUrl}/settings?tab=integrations` },
      { label: words.turnOff, url: stopUrl },
    ],
  };
  const content = summaryContent(summary, texts);
  const page: SummaryPage = { language, tone, title, footer, link, content, words, appUrl };
  const lines = summaryLines(content, texts, words);
  const parts = { language, tone, title, footer, link, fields: [], url: null, colon: texts.alerts.colon };
  const text = renderText({ ...parts, paragraphs: lines });
  return { subject: title, text, html: summaryHtml(page), unsubscribeUrl: stopUrl };
}
