import { readFile } from 'node:fs/promises';
import { findAssertionProblems } from '@farwatch/core/decisions/checks/assertion-problem';
import { type CheckOptions, checkOptionsInputSchema, httpOptions } from '@farwatch/core/values/check-options';
import { z } from 'zod';
import { Problem } from '../outcome.ts';
import { texts } from '../texts/texts.ts';

/** Reads a check's options from a JSON file, with its secrets; null for a plain GET. Throws Problem. */
export async function readCheckOptions(path: string): Promise<CheckOptions | null> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Problem(texts().check.cannotRead(path, error.message));
  });
  const { success, data, error } = checkOptionsInputSchema.safeParse(parse(text, path));
  if (!success) throw new Problem(`${texts().check.notOptions(path)}\n${z.prettifyError(error)}`);
  const assertions = httpOptions(data)?.assertions ?? [];
  for (const [index, problem] of findAssertionProblems(assertions).entries()) {
    const { path: jsonPath = '', value = '' } = assertions[index] ?? {};
    if (problem === 'path') throw new Problem(texts().check.notPath(path, jsonPath));
    if (problem === 'expression') throw new Problem(texts().check.notExpression(path, value));
    if (problem === 'tooComplex') throw new Problem(texts().check.tooComplex(path, value));
  }
  return data;
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(texts().check.notJson(path)); // the error would show a part of the file
  }
}
