import { clip } from './clip.ts';
import { oneLine } from './outside-text.ts';

const LENGTH = 120;

/** The beginning of a body as one line of text, at most 120 UTF-16 units; of HTML without its markup. */
export function excerptOf(body: string): string {
  const text = /^\s*</.test(body) ? withoutMarkup(body) : body;
  return clip(oneLine(text), LENGTH).trimEnd();
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
