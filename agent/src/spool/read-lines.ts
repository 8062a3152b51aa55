import type { FileHandle } from 'node:fs/promises';
import type { Range } from './ranges.ts';

const CHUNK_BYTES = 256 * 1024;
const LINE_END = 0x0a;

/** A whole line of a file without its end, and its bytes with it. */
export type Line = { text: string; range: Range };

/** The whole lines in a range that starts at a line's start; an unfinished last line is left out. */
export async function* readLines(handle: FileHandle, [from, to]: Range): AsyncGenerator<Line> {
  let rest = Buffer.alloc(0);
  let restAt = from;
  while (restAt + rest.length < to) {
    const at = restAt + rest.length;
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, to - at));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) return;
    rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    for (let end = rest.indexOf(LINE_END); end >= 0; end = rest.indexOf(LINE_END)) {
      yield { text: rest.toString('utf8', 0, end), range: [restAt, restAt + end + 1] };
      rest = rest.subarray(end + 1);
      restAt += end + 1;
    }
  }
}

/** Length of a file up to its last whole line: the rest was being written when the agent died. */
export async function wholeLength(handle: FileHandle): Promise<number> {
  const { size } = await handle.stat();
  for (let to = size; to > 0; to -= CHUNK_BYTES) {
    const from = Math.max(0, to - CHUNK_BYTES);
    const chunk = Buffer.alloc(to - from);
    await handle.read(chunk, 0, chunk.length, from);
    const end = chunk.lastIndexOf(LINE_END);
    if (end >= 0) return from + end + 1;
  }
  return 0;
}
