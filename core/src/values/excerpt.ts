import { clip } from './clip.ts';
import { LIMITS } from './limits.ts';
import { oneLine } from './outside-text.ts';

/** The beginning of a body as one line of text, at most 120 UTF-16 units; of HTML without its markup. */
export function excerptOf(body: string): string {
  return clip(/^\s*</.test(body) ? htmlText(body) : oneLine(body), LIMITS.excerptLength).trimEnd();
}

const TITLE = /<title\b[^>]*>(.*?)(<\/title\s*>|$)/is;

/** The title and the text of a page; the title once if the text starts with it, as with many error pages. */
function htmlText(html: string): string {
  const title = oneLine(withoutMarkup(TITLE.exec(html)?.[1] ?? ''));
  const text = oneLine(withoutMarkup(html.replace(TITLE, ' ')));
  return text.startsWith(title) ? text : oneLine(`${title} ${text}`);
}

/** Returns the excerpt of the last line that has text: a job that fails prints the reason last. */
export function lastLineOf(output: string): string {
  const lines = output.split(/[\r\n]+/);
  return excerptOf(lines.findLast((line) => excerptOf(line) !== '') ?? '');
}

/** Bodies are cut, so the last element may have no end. */
function withoutMarkup(html: string): string {
  return html
    .replaceAll(/<(script|style|svg)\b.*?(<\/\1\s*>|$)/gis, ' ')
    .replaceAll(/<!--.*?(-->|$)/gs, ' ')
    .replaceAll(/<[^>]*(>|$)/g, ' ')
    .replaceAll(/&(nbsp|amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
