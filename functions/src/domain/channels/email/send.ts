import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import { SERVER_TEXTS } from '@farwatch/core/texts/server/server-texts';
import { textsOf } from '@farwatch/core/texts/texts';
import { linkInto } from '@farwatch/core/values/account';
import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { mailConfig } from '../../../platform/mail/mail-config.ts';
import { type MailContent, renderHtml, renderText } from '../../../platform/mail/render-mail.ts';
import type { ChannelSender, DeliveryResult } from '../channel-sender.ts';
import { stopSummariesLink, unsubscribeLink } from './mail-links.ts';
import { type MailResult, sendMail } from './send-mail.ts';
import { subjectOf } from './subject.ts';
import { summaryMail } from './summary-mail.ts';

/** Sends the message as a mail with an unsubscribe link. Mails about one incident make one conversation. */
export const sendEmail: ChannelSender<ChannelSettingsOf<'email'>> = async ({ address }, message, context) => {
  const config = mailConfig(process.env);
  if (!config) return { outcome: 'failed', code: 'refused', reason: 'this installation sends no mail' };
  const { run, appUrl, ownerId, account = null } = context;
  const settingsUrl = linkInto(`${appUrl}/settings?tab=integrations`, ownerId, account);
  const target = { ...context, address, language: message.language };
  if (message.summary) {
    const stopUrl = await stopSummariesLink(run, appUrl, target);
    const mail = await summaryMail(message, message.summary, { address, appUrl, settingsUrl, stopUrl });
    return afterGreylisting(await sendMail({ id: message.id, to: address, ...mail }, config));
  }
  const unsubscribeUrl = await unsubscribeLink(run, appUrl, target);
  const content = await contentOf(message, address, { unsubscribeUrl, settingsUrl });
  const result = await sendMail(
    {
      id: message.id,
      to: address,
      subject: content.title,
      text: renderText(content),
      html: renderHtml(content),
      references: incidentsOf(message).map((id) => `<${id}@farwatch>`),
      unsubscribeUrl,
    },
    config,
  );
  return afterGreylisting(result);
};

/** How long servers usually greylist a recipient: those that are tried earlier may start over. */
const GREYLISTED_SEC = 5 * 60;

function afterGreylisting({ isOfRecipient, ...result }: MailResult): DeliveryResult {
  if (!isOfRecipient || result.outcome !== 'failed' || result.code !== 'busy') return result;
  return { ...result, outcome: 'limited', retryAfterSec: GREYLISTED_SEC };
}

type Urls = { unsubscribeUrl: string; settingsUrl: string };

async function contentOf(message: OutgoingMessage, address: string, urls: Urls): Promise<MailContent> {
  const { language, tone, url, fields, link, kind, lineUrls = [] } = message;
  const texts = SERVER_TEXTS[language].mail;
  const isTest = kind === 'test';
  const { alerts } = await textsOf(language);
  return {
    language,
    tone,
    title: isTest ? texts.testTitle : subjectOf(message.title),
    url,
    paragraphs: isTest ? [texts.testText] : message.paragraphs,
    lineUrls,
    fields,
    colon: alerts.colon,
    link,
    footer: {
      text: texts.footer(address),
      links: [
        { label: texts.settings, url: urls.settingsUrl },
        { label: texts.unsubscribe, url: urls.unsubscribeUrl },
      ],
    },
  };
}

/** The incident, if the message is about only one. */
function incidentsOf({ contents }: OutgoingMessage): string[] {
  const ids = [...new Set(contents.map(({ incidentId }) => incidentId))];
  return ids.length === 1 ? ids.filter((id) => id !== null) : [];
}
