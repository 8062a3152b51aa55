import { escaped } from '../../platform/mail/render-mail.ts';

/** Finished markup, which is not escaped again. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

/** Control characters are invalid in HTML and XML, except those for lines and tabs. */
const CONTROLS = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/**
 * Markup with values in it, as text or within quoted attributes. Everything is escaped but Html; null, undefined and
 * false are left out.
 */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.map((part, index) => (index === 0 ? '' : textOf(values[index - 1])) + part).join(''));
}

/** Text without characters that HTML and XML cannot have. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '');
}

function textOf(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return escaped(withoutControls(String(value)));
}
