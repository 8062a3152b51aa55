/** Where a command writes. Colours only reach a terminal. */
export type Terminal = {
  print(text: string): void;
  error(text: string): void;
  /** Replaces the line that shows how far something is; only a terminal shows it. An empty text clears it. */
  progress(text: string): void;
  table(rows: readonly (readonly string[])[], heads: readonly string[]): void;
  paint(color: Color, text: string): string;
};

const CODES = { red: 31, green: 32, yellow: 33, grey: 90, bold: 1 } as const;
export type Color = keyof typeof CODES;

type Output = { write(text: string): unknown; isTTY?: boolean | undefined; columns?: number | undefined };

/** A count with what is counted: `1 monitor`, `2 monitors`. */
export function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

const NARROW = 80;
const GAP = '  ';

/** A terminal on these streams. `NO_COLOR` and `TERM=dumb` switch colours off. */
export function terminal(out: Output, err: Output, env: NodeJS.ProcessEnv): Terminal {
  const isColored = out.isTTY === true && env.NO_COLOR === undefined && env.TERM !== 'dumb';
  const paint = (color: Color, text: string) => (isColored ? `\u001b[${CODES[color]}m${text}\u001b[0m` : text);
  return {
    print: (text) => void out.write(`${text}\n`),
    error: (text) => void err.write(`${text}\n`),
    progress: (text) => void (err.isTTY === true && err.write(`\r\u001b[2K${text}`)),
    table(rows, heads) {
      const all = [heads.map((head) => head.toUpperCase()), ...rows];
      const widths = heads.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ''))));
      const width = out.columns ?? NARROW;
      for (const [index, row] of all.entries()) {
        const cells = row.map((cell, column) => padded(cell, column === row.length - 1 ? 0 : (widths[column] ?? 0)));
        const line = cells.join(GAP);
        const shown = out.isTTY === true ? cutTo(line, width) : line;
        out.write(`${index === 0 ? paint('grey', shown) : shown}\n`);
      }
    },
    paint,
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the codes of colours.
const COLOR_CODE = /\u001b\[\d+m/g;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u;
const segments = new Intl.Segmenter();

/** The columns of a terminal that nobody has widened. */
export const WIDTH = 80;

/** The columns that a text takes, without codes of colours: ideographs take two. */
export function widthOf(text: string): number {
  const shown = [...segments.segment(text.replaceAll(COLOR_CODE, ''))];
  return shown.reduce((sum, { segment }) => sum + (WIDE.test(segment) ? 2 : 1), 0);
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - widthOf(cell)));
}

/** Cuts a line that would wrap. A line with colours is left alone, since it would lose its end. */
export function cutTo(line: string, width: number): string {
  if (widthOf(line) <= width || line.includes('\u001b')) return line;
  let cut = '';
  for (const { segment } of segments.segment(line)) {
    if (widthOf(cut) + widthOf(segment) >= width) break;
    cut += segment;
  }
  return `${cut}…`;
}
