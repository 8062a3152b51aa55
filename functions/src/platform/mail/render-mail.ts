import type { MessageTone } from '@farwatch/core/texts/outgoing-message';
import { fontsOf, isTall, type Language, tagOf } from '@farwatch/core/values/languages';

type Link = { label: string; url: string };

/** The content of a mail. `paragraphs` have a line each; `footer` is small print with its links below. */
export type MailContent = {
  language: Language;
  tone: MessageTone;
  title: string;
  url: string | null;
  paragraphs: readonly string[];
  /** Where each paragraph links to, null for none. */
  lineUrls?: readonly (string | null)[];
  fields: readonly { label: string; value: string }[];
  /** Between a label and its value in the text part. */
  colon: string;
  link: Link | null;
  footer: { text: string; links: readonly Link[] };
};

/** Light and dark, as in the app; programs that ignore `style` elements show the light ones, or invert them. */
const TONES: Record<MessageTone, string> = {
  down: '#d42a3c',
  partial: '#b96d00',
  recovered: '#12894f',
  notice: '#526072',
};
/** Lines of text, which scripts with marks above and below letters need higher. Mail programs know no variables. */
const LINES = /line-height:(?:20|22|28)px/g;
const DARK = `@media (prefers-color-scheme:dark){
.page{background:#0b1118 !important}.card{background:#131b26 !important;border-color:#26313f !important}
.text{color:#e9eef5 !important}.muted,.muted a{color:#9aa8ba !important}.line{border-color:#26313f !important}}`;

/** Both parts of a mail. */
export function renderMail(content: MailContent): { text: string; html: string } {
  return { text: renderText(content), html: renderHtml(content) };
}

/** The mail as plain text. */
export function renderText({ title, url, paragraphs, lineUrls, fields, colon, link, footer }: MailContent): string {
  const linked = ({ label, url: target }: Link) => `${label}${colon}${target}`;
  const blocks = [
    [title, ...(url ? [url] : [])],
    paragraphs.flatMap((text, index) => (lineUrls?.[index] ? [text, `  ${lineUrls[index]}`] : [text])),
    fields.map(({ label, value }) => `${label}${colon}${value}`),
    link ? [linked(link)] : [],
    ['-- ', footer.text, ...footer.links.map(linked)],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/**
 * The mail as HTML for mail programs: nested tables, since Outlook lays out nothing else, one for Outlook alone, which
 * ignores a maximum width, and styles on each element. It loads nothing.
 */
export function renderHtml(content: MailContent): string {
  const { paragraphs, lineUrls, fields, link } = content;
  return mailHtml(
    content,
    `${headHtml(content)}${paragraphs.map((text, index) => paragraphHtml(text, lineUrls?.[index] ?? null)).join('')}${fieldsHtml(fields)}${link ? buttonHtml(link) : ''}`,
  );
}

/** A mail with this card; `style`: more colors for dark mode. */
export function mailHtml(
  { language, tone, title, footer }: Pick<MailContent, 'language' | 'tone' | 'title' | 'footer'>,
  card: string,
  style = '',
): string {
  const font = `-apple-system,'Segoe UI',Roboto,Helvetica,Arial,${fontsOf(language)},sans-serif`;
  const whole = `<!doctype html>
<html lang="${tagOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title><style>:root{color-scheme:light dark}${DARK}${style}</style></head>
<body class="page" style="margin:0;padding:0;background:#f5f7fa">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" bgcolor="#f5f7fa"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td height="6" bgcolor="${TONES[tone]}" style="height:6px;line-height:6px;font-size:0;border-radius:10px 10px 0 0">&nbsp;</td></tr>
<tr><td class="card" bgcolor="#ffffff" style="padding:24px;border:1px solid #dde3ea;border-top:0;border-radius:0 0 10px 10px;font-family:${font}">
${card}
</td></tr>
<tr><td class="muted" style="padding:16px 24px;font-family:${font};font-size:13px;line-height:20px;color:#526072;overflow-wrap:anywhere">
${escaped(footer.text)}<br>${footer.links.map(footerLinkHtml).join(' &nbsp;·&nbsp; ')}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body></html>
`;
  return isTall(language) ? whole.replaceAll(LINES, 'line-height:1.6') : whole;
}

export function headHtml({ title, url }: Pick<MailContent, 'title' | 'url'>): string {
  const below = url
    ? `<p class="muted" style="margin:4px 0 0;font-size:14px;line-height:20px;color:#526072;overflow-wrap:anywhere;word-break:break-word">${escaped(url)}</p>`
    : '';
  return `<h1 class="text" style="margin:0;font-size:20px;line-height:28px;font-weight:600;color:#101a28;overflow-wrap:anywhere;word-break:break-word">${escaped(title)}</h1>${below}`;
}

function paragraphHtml(text: string, url: string | null): string {
  const shown =
    url === null ? escaped(text) : `<a class="text" href="${escaped(url)}" style="color:#101a28">${escaped(text)}</a>`;
  return `<p class="text line" style="margin:12px 0 0;font-size:15px;line-height:22px;color:#101a28;overflow-wrap:anywhere;word-break:break-word">${shown}</p>`;
}

function fieldsHtml(fields: MailContent['fields']): string {
  if (fields.length === 0) return '';
  const cell = 'padding:8px 0;border-top:1px solid #dde3ea;font-size:14px;line-height:20px;vertical-align:top';
  const rows = fields.map(
    ({ label, value }) =>
      `<tr><td class="muted line" width="120" style="${cell};padding-right:12px;color:#526072">${escaped(label)}</td>` +
      `<td class="text line" style="${cell};color:#101a28;overflow-wrap:anywhere;word-break:break-word">${escaped(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:16px">${rows.join('')}</table>`;
}

/** The padding is the cell's, since Outlook ignores that of a link. */
export function buttonHtml({ label, url }: Link): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:24px"><tr>
<td bgcolor="#2b5bdb" style="border-radius:6px;padding:12px 20px"><a href="${escaped(url)}" style="font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(label)}</a></td>
</tr></table>`;
}

function footerLinkHtml({ label, url }: Link): string {
  return `<a href="${escaped(url)}" style="color:#526072;text-decoration:underline">${escaped(label)}</a>`;
}

/** Text for HTML, also in attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
