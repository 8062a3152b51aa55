import { readFile } from 'node:fs/promises';
import { findAssertionProblems } from '@farwatch/core/decisions/checks/assertion-problem';
import { type CheckOptions, checkOptionsInputSchema, httpOptions } from '@farwatch/core/values/check-options';
import { z } from 'zod';
import { Problem } from '../outcome.ts';

/** Reads a check's options from a JSON file, with its secrets; null for a plain GET. Throws Problem. */
export async function readCheckOptions(path: string): Promise<CheckOptions | null> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Problem(`Cannot read ${path}: ${error.message}`);
  });
  const { success, data, error } = checkOptionsInputSchema.safeParse(parse(text, path));
  if (!success) throw new Problem(`${path} does not contain options of a check:\n${z.prettifyError(error)}`);
  const assertions = httpOptions(data)?.assertions ?? [];
  for (const [index, problem] of findAssertionProblems(assertions).entries()) {
    const { path: jsonPath = '', value = '' } = assertions[index] ?? {};
    if (problem === 'path') throw new Problem(`${path}: ${jsonPath} is not a JSONPath.`);
    if (problem === 'expression') throw new Problem(`${path}: ${value} is not a regular expression of RE2.`);
    if (problem === 'tooComplex')
      throw new Problem(`${path}: ${value} is too complex. Shorten it, or repeat less in it.`);
  }
  return data;
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(`${path} is not JSON.`); // the error would show a part of the file
  }
}
