import type { Snapshot } from '@farwatch/core/documents/snapshot';
import type { Language } from '@farwatch/core/values/languages';

type View = {
  slug: string;
  origin: string;
  language: Language;
  nowMs: number;
  confirmedAtMs: number;
  isPreview?: boolean;
};

/** A status page as a finished HTML document. */
export function renderPage({ title, groups }: Snapshot, { language }: View): string {
  const components = groups.flatMap((group) => group.components.map(({ name, status }) => `${name}: ${status}`));
  const items = components.map((text) => `<li>${escaped(text)}</li>`).join('');
  return `<!doctype html><html lang="${language}"><title>${escaped(title)}</title><ul>${items}</ul></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
