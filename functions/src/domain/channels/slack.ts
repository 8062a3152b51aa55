import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { type Answer, postJson } from '../../platform/net/post.ts';
import type { ChannelSender, DeliveryResult } from './channel-sender.ts';
import { accepted, failed, reasonOf, rejected, stopped, tryLater } from './delivery.ts';
import { escapeWithin, isWebUrl, joinWithin } from './fit.ts';

/** Sends a message by an incoming webhook. */
export const sendSlack: ChannelSender<ChannelSettingsOf<'slack'>> = async ({ webhookUrl }, message) => {
  try {
    return resultOf(await postJson(webhookUrl, renderSlack(message)));
  } catch (error) {
    return failed(error);
  }
};

/** Errors are a status and a code as plain text; pages of proxies, which may repeat the secret URL, are no codes. */
const MAX_CODE = 80;
const ERROR_CODE = /^[a-z]+([_ ][a-z]+)+$/;
const UNAUTHORIZED = ['invalid_token', 'bad_token', 'token_revoked', 'account_inactive', 'invalid_auth'];
const NOT_FOUND = [
  'no_service',
  'no_service_id',
  'no_active_hooks',
  'no_team',
  'team_disabled',
  'channel_not_found',
  'channel_is_archived',
  'user_not_found',
];
const REFUSED = ['action_prohibited', 'posting_to_general_channel_denied', 'team_access_not_granted'];

/** docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, Handling errors. */
function resultOf(answer: Answer): DeliveryResult {
  const { status, text } = answer;
  if (status === 200) return accepted(answer);
  const error = status < 500 ? codeIn(text) : '';
  const reason = reasonOf(answer, [], codeIn(text));
  if (UNAUTHORIZED.includes(error)) return stopped('unauthorized', reason);
  if (NOT_FOUND.includes(error)) return stopped('target_not_found', reason);
  if (REFUSED.includes(error)) return stopped('refused', reason);
  const isRejected = (status === 400 && error !== '') || status === 413;
  return isRejected ? rejected(reason) : tryLater(answer, reason);
}

/** Old webhooks write 'No service' for `no_service`. '' for anything else than a code. */
function codeIn(text: string): string {
  const line = text.slice(0, MAX_CODE).trim().toLowerCase();
  return ERROR_CODE.test(line) ? line.replaceAll(' ', '_') : '';
}

/**
 * The limits of a text in a section, of a field, and of fields in a section
 * (docs.slack.dev/reference/block-kit/blocks).
 */
const MAX_SECTION = 3000;
const MAX_FIELD = 2000;
const MAX_FIELDS = 10;
const MAX_BLOCKS = 50;
/** The limit of the label of a URL, which may be longer; its link is whole. */
const MAX_URL_LABEL = 500;

/** `verbatim`: Slack makes no links of names that look like URLs, channels or users. */
type Text = { type: 'mrkdwn'; text: string; verbatim: true };
/** `expand`: Slack does not hide the end of a long text behind 'See more'. */
type Section = { type: 'section'; text: Text; expand: true } | { type: 'section'; fields: Text[] };
type SlackPayload = { text: string; blocks: Section[] };

/** The body of an incoming webhook. `text`: what notifications show. */
export function renderSlack({ title, paragraphs, lineUrls, url, fields, link }: OutgoingMessage): SlackPayload {
  const lines = [
    `*${escapeText(title, MAX_SECTION - 2)}*`,
    ...paragraphs.map((line, index) => linkedLine(line, lineUrls?.[index] ?? null)),
    ...(url ? [urlLine(url)] : []),
  ];
  const labelled = fields.slice(0, MAX_FIELDS).map(({ label, value }) => {
    const name = `*${escapeText(label, MAX_FIELD / 2)}*\n`;
    return mrkdwn(name + escapeText(value, MAX_FIELD - name.length));
  });
  const blocks: Section[] = [
    ...joinWithin(lines, MAX_SECTION).map((text) => section(text)),
    ...(labelled.length > 0 ? [{ type: 'section' as const, fields: labelled }] : []),
  ];
  const end = link ? [section(`<${link.url}|${escapeText(link.label)}>`)] : [];
  return { text: escapeText(title), blocks: [...blocks.slice(0, MAX_BLOCKS - end.length), ...end] };
}

function section(text: string): Section {
  return { type: 'section', text: mrkdwn(text), expand: true };
}

function mrkdwn(text: string): Text {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** A line of a digest, linked to its endpoint. */
function linkedLine(line: string, url: string | null): string {
  return url === null ? escapeText(line) : `<${url}|${escapeText(line, MAX_SECTION - url.length - 3)}>`;
}

function urlLine(url: string): string {
  const label = escapeText(url, MAX_URL_LABEL);
  const target = url.replaceAll('&', '&amp;');
  const linked = `<${target}|${label}>`;
  return isWebUrl(url) && linked.length <= MAX_SECTION ? linked : label;
}

function escapeText(text: string, most = MAX_SECTION): string {
  return escapeWithin(text, most, escapeMrkdwn);
}

/** Shown as nothing; Slack has no escape for its marks, but none starts after this. */
const GRAPHEME_JOINER = '\u034F';
/** A mark only starts where no word is, and a quotation a line. */
const MARK = /(?<![\p{L}\p{N}])[*_~`]|^&gt;/gu;
/** The start of an emoji, as in `:x:`. */
const EMOJI = /:(?=[\w+'-]+:)/g;

function escapeMrkdwn(text: string): string {
  const entities = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return entities.replace(MARK, `${GRAPHEME_JOINER}$&`).replace(EMOJI, `$&${GRAPHEME_JOINER}`);
}
