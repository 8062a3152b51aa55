import type { System } from './command.ts';

/** Returns the first line of the input. */
export async function firstLine(stdin: System['stdin']): Promise<string> {
  let text = '';
  for await (const part of stdin) {
    text += String(part);
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}
