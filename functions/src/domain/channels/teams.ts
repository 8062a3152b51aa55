import type { MessageTone, OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { z } from 'zod';
import { parseAnswer } from '../../platform/net/answer.ts';
import { type Answer, postJson } from '../../platform/net/post.ts';
import type { ChannelSender, DeliveryResult } from './channel-sender.ts';
import { accepted, failed, reasonOf, rejected, stopped, tryLater } from './delivery.ts';
import { cutWithin, isWebUrl } from './fit.ts';

/** Sends a card to a workflow, which accepts it (202) before it posts it: a failure to post stays unknown. */
export const sendTeams: ChannelSender<ChannelSettingsOf<'teams'>> = async ({ webhookUrl }, message) => {
  try {
    return resultOf(await postJson(webhookUrl, renderTeams(message)));
  } catch (error) {
    return failed(error);
  }
};

/** Errors of the service have a code, which pages of proxies lack. */
const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string().default('') }) });

/** A workflow that its owner or Microsoft has switched off answers 400 or 409 with such a code. */
const SWITCHED_OFF = /NotEnabled|Disabled|Suspended/;

function resultOf(answer: Answer): DeliveryResult {
  const { status } = answer;
  if (status >= 200 && status < 300) return accepted(answer);
  const { code, message } = parseAnswer(errorSchema, answer)?.error ?? { code: '', message: '' };
  const reason = reasonOf(answer, [], message || code);
  const isOwn = code !== '' && status >= 400 && status < 500 && status !== 429;
  if (!isOwn) return status === 413 ? rejected(reason) : tryLater(answer, reason);
  if (status === 401) return stopped('unauthorized', reason);
  if (status === 404 || status === 410) return stopped('target_not_found', reason);
  if (status === 403 || SWITCHED_OFF.test(code)) return stopped('refused', reason);
  return rejected(reason);
}

/**
 * In UTF-16 units. Teams accepts about 28 KB (learn.microsoft.com/microsoftteams/limits-specifications-teams), which
 * even a message of three bytes for each unit does not reach with these.
 */
const MAX_TITLE = 500;
const MAX_LINES = 4096;
const MAX_URL_LABEL = 300;
const MAX_ALL_FIELDS = 1500;

const COLORS: Record<MessageTone, Color> = {
  down: 'Attention',
  partial: 'Warning',
  recovered: 'Good',
  notice: 'Default',
};

type Color = 'Attention' | 'Warning' | 'Good' | 'Default';
type OpenUrl = { type: 'Action.OpenUrl'; title?: string; url: string };
type Run = { type: 'TextRun'; text: string; weight?: 'Bolder'; size?: 'Medium'; color?: Color; selectAction?: OpenUrl };
type Block = { type: 'RichTextBlock'; inlines: Run[]; spacing?: 'Small' };
type Card = {
  $schema: string;
  type: 'AdaptiveCard';
  version: '1.4';
  fallbackText: string;
  body: Block[];
  actions: OpenUrl[];
  msteams: { width: 'Full' };
};
type TeamsPayload = {
  type: 'message';
  attachments: { contentType: 'application/vnd.microsoft.card.adaptive'; contentUrl: null; content: Card }[];
};

/**
 * The body for a workflow that posts cards. Only runs of text show names as they are: elsewhere they are Markdown,
 * whose escapes differ between desktop and phone.
 */
export function renderTeams({ title, tone, paragraphs, lineUrls, url, fields, link }: OutgoingMessage): TeamsPayload {
  const heading: Run = {
    type: 'TextRun',
    text: cutWithin(title, MAX_TITLE),
    weight: 'Bolder',
    size: 'Medium',
    color: COLORS[tone],
  };
  const mostOfField = Math.floor(MAX_ALL_FIELDS / fields.length);
  const content: Card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: heading.text,
    body: [
      { type: 'RichTextBlock', inlines: [heading] },
      ...linesOf(paragraphs).map((text, index) => line(linkedRun(text, lineUrls?.[index] ?? null))),
      ...(url ? [line(urlRun(url))] : []),
      ...fields.map(({ label, value }) => fieldLine(label, cutWithin(value, mostOfField))),
    ],
    actions: link ? [{ type: 'Action.OpenUrl', title: link.label, url: link.url }] : [],
    msteams: { width: 'Full' },
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive' as const, contentUrl: null, content };
  return { type: 'message', attachments: [attachment] };
}

/** Spaces at the end of a run would be dropped. */
const EN_SPACE = '\u2002';

/** The lines that fit, each whole. */
function linesOf(paragraphs: readonly string[]): string[] {
  let left = MAX_LINES;
  return paragraphs
    .map((text) => cutWithin(text, MAX_LINES))
    .filter((text) => {
      left -= text.length;
      return left >= 0;
    });
}

function line(...inlines: Run[]): Block {
  return { type: 'RichTextBlock', inlines, spacing: 'Small' };
}

function run(text: string): Run {
  return { type: 'TextRun', text };
}

function linkedRun(text: string, url: string | null): Run {
  return url === null ? run(text) : { ...run(text), selectAction: { type: 'Action.OpenUrl', url } };
}

function urlRun(url: string): Run {
  const text = run(cutWithin(url, MAX_URL_LABEL));
  return isWebUrl(url) ? { ...text, selectAction: { type: 'Action.OpenUrl', url } } : text;
}

function fieldLine(label: string, value: string): Block {
  return line({ ...run(`${label}${EN_SPACE}`), weight: 'Bolder' }, run(value));
}
