import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import type { TrialAnswer } from '@farwatch/core/contracts/api/trials';
import { errorMessage } from '@farwatch/core/texts/check-error-text';
import { type LocationCode, locationName } from '@farwatch/core/values/locations';

/** What a check has found at a location, as people read it. */
export type Finding = {
  code: LocationCode;
  location: string;
  state: 'up' | 'down' | 'not checked';
  ms: number | null;
  text: string;
  /** The address that was checked; empty if it is not known. */
  address: string;
};

/** Returns a line for each requested location, also for those that have not answered. */
export function findingsOf({ locations, unavailable, results }: TrialAnswer): Finding[] {
  const findingAt = (code: LocationCode): Finding => {
    const at = { code, location: locationName(code) };
    const result = results[code];
    const missing = { ...at, state: 'not checked', ms: null, address: '' } as const;
    if (unavailable.includes(code)) return { ...missing, text: 'no agent there can check this' };
    if (!result) return { ...missing, text: 'no answer in time' };
    if (!result.answer) return { ...missing, text: 'the agent had no network' };
    const { error, statusCode, ms, address } = result.answer;
    const text = errorMessage(error, statusCode) ?? (statusCode === null ? '' : String(statusCode));
    return { ...at, state: error === null ? 'up' : 'down', ms, text, address: address ?? '' };
  };
  return [...locations, ...unavailable].map(findingAt);
}

/** The URL for logs that others may read: its parameters may be secrets. */
function shownUrl(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

const DATA = { '%': '%25', '\r': '%0D', '\n': '%0A' } as const;
const PROPERTY = { ...DATA, ':': '%3A', ',': '%2C' } as const;

function escaped(text: string, table: Readonly<Record<string, string>>): string {
  return text.replaceAll(/[%\r\n:,]/g, (character) => table[character] ?? character);
}

/** The workflow commands by which GitHub shows what is down, and where nothing was checked. */
export function annotationsOf(url: string, findings: readonly Finding[]): string[] {
  return findings.flatMap(({ location, state, text }) => {
    if (state === 'up') return [];
    const command = state === 'down' ? 'error' : 'warning';
    const message = `${shownUrl(url)} is ${state} from ${location}: ${text}`;
    return `::${command} title=${escaped(`Farwatch: ${location}`, PROPERTY)}::${escaped(message, DATA)}`;
  });
}

const MARKS = { up: '✅', down: '❌', 'not checked': '⚠️' } as const;

/** A table in Markdown for the job's summary. */
export function summaryOf(url: string, findings: readonly Finding[]): string {
  const cell = (text: string) => text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\\`*_[\]<>|~]/g, (each) => `\\${each}`);
  const rows = findings.map(({ location, state, ms, text }) => {
    return `| ${cell(location)} | ${MARKS[state]} ${state} | ${ms === null ? '' : `${ms} ms`} | ${cell(text)} |`;
  });
  return [
    `### Farwatch: ${cell(shownUrl(url))}`,
    '',
    '| from | result | time | |',
    '|---|---|--:|---|',
    ...rows,
    '',
  ].join('\n');
}

/** Reports to GitHub what was found: annotations, a summary, and the outputs `result` and `trial`. */
export async function reportToGitHub(
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
  { url, trial, isUp }: { url: string; trial: TrialAnswer; isUp: boolean },
): Promise<void> {
  const findings = findingsOf(trial);
  for (const line of annotationsOf(url, findings)) print(line);
  if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, `${summaryOf(url, findings)}\n`);
  if (!env.GITHUB_OUTPUT) return;
  // Nothing in the value can end it, since the delimiter is random.
  const delimiter = randomUUID();
  const output = `result=${isUp ? 'up' : 'down'}\ntrial<<${delimiter}\n${JSON.stringify(trial)}\n${delimiter}\n`;
  await appendFile(env.GITHUB_OUTPUT, output);
}
