const LABEL_COLUMNS = 12;

/** Rows of a label and a text, with the texts below each other. */
export function labelled(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(LABEL_COLUMNS, ...rows.map(([label]) => columnsOf(label)));
  return rows.map(([label, text]) => `${padded(label, width)} ${text}`);
}

/** A text with spaces up to that many columns. */
export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}

/** How many columns of a terminal a text takes: none for marks above and below letters, two for Chinese characters. */
export function columnsOf(text: string): number {
  return [...text].reduce((sum, character) => sum + columnsOfOne(character), 0);
}

function columnsOfOne(character: string): number {
  if (/[\p{Mn}\p{Cf}]/u.test(character)) return 0;
  return /[\p{Script=Han}\u3000-\u303f\uff00-\uff60]/u.test(character) ? 2 : 1;
}
