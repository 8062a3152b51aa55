import { inflateSync } from 'node:zlib';

/**
 * The text of each page of a PDF as Chromium writes it: objects one after the other, deflated streams, and for each font
 * a map of its glyphs to text. Spaces are not reliable, so they are left out.
 */
export function pdfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const known = new Map([...objects].flatMap(([id, object]) => fontOf(id, object, objects)));
  const pages = [...objects.values()].filter(({ head }) => /\/Type\s*\/Page\b/.test(head));
  return pages.map(({ head }) => {
    const fonts = new Map([...head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, id]));
    const [, content = ''] = /\/Contents (\d+) 0 R/.exec(head) ?? [];
    return textOf(objects.get(content)?.stream() ?? '', (name) => known.get(fonts.get(name) ?? ''));
  });
}

type PdfObject = { head: string; stream: () => string };

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1');
  const found = new Map<string, PdfObject>();
  for (const match of text.matchAll(/(\d+) 0 obj\n?([\s\S]*?)endobj/g)) {
    const [, id = '', body = ''] = match;
    const [head = ''] = body.split('stream', 1);
    found.set(id, { head, stream: () => streamIn(body, head) });
  }
  return found;
}

function streamIn(body: string, head: string): string {
  const start = body.indexOf('stream') + 'stream'.length;
  const bytes = Buffer.from(body.slice(start).replace(/^\r?\n/, ''), 'latin1');
  return (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}

/** A font's texts by its glyphs' codes, each of so many hexadecimal digits. */
type Font = { digits: number; texts: Map<number, string> };

function fontOf(id: string, { head }: PdfObject, objects: Map<string, PdfObject>): [string, Font][] {
  const map = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1];
  const table = map === undefined ? undefined : objects.get(map)?.stream();
  return table === undefined ? [] : [[id, readFont(table)]];
}

function readFont(table: string): Font {
  const texts = new Map<number, string>();
  for (const [, block = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = '', text = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g)) texts.set(hex(code), decoded(text));
  for (const [, block = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', text = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const first = decoded(text).codePointAt(0) ?? 0;
      for (let code = hex(from); code <= hex(to); code += 1)
        texts.set(code, String.fromCodePoint(first + code - hex(from)));
    }
  const digits = /begincodespacerange\s*<(\w+)>/.exec(table)?.[1]?.length ?? 4;
  return { digits, texts };
}

function hex(digits: string): number {
  return Number.parseInt(digits, 16);
}

function decoded(utf16: string): string {
  return Buffer.from(utf16, 'hex').swap16().toString('utf16le');
}

/** The shown glyphs of a page's content, in its order. */
function textOf(content: string, fontNamed: (name: string) => Font | undefined): string {
  let font: Font | undefined;
  let text = '';
  for (const [, name, shown = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|(<\w+>|\[[^\]]*\])\s*T[jJ]/g)) {
    if (name) font = fontNamed(name);
    for (const [, codes = ''] of shown.matchAll(/<(\w+)>/g)) text += font ? decodedBy(font, codes) : '';
  }
  return text.replaceAll(/\s/g, '');
}

function decodedBy({ digits, texts }: Font, codes: string): string {
  const parts = codes.match(new RegExp(`.{${digits}}`, 'g')) ?? [];
  return parts.map((code) => texts.get(hex(code)) ?? '').join('');
}
