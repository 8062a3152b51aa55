import { type TrialAnswer, trialCalls } from '@farwatch/core/contracts/api/trials';
import { errorMessage } from '@farwatch/core/texts/check-error-text';
import { LOCATION_CODES, type LocationCode, locationName } from '@farwatch/core/values/locations';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { Command, Context } from '../command.ts';
import { EXIT, Problem } from '../problem.ts';
import { currentMs } from '../time.ts';

const EVERY_MS = SECOND_MS;

/** Checks a URL once from each country, and prints each result as it comes. */
export const check: Command = {
  summary: 'Check a URL once from each country; exit code 1 if one fails',
  usage: ['check <url> [--from tw,th,bd]'],
  examples: ['check https://example.com', 'check tcp://example.com:443 --from tw,bd'],
  options: { from: { type: 'string' } },
  async run(context, [url], values) {
    if (url === undefined) throw new Problem('Which URL? For example: farwatch check https://example.com');
    const api = await context.client();
    const locations = locationsOf(values.from);
    let trial = await api.call(trialCalls.create, { body: { url, locations } });
    const printed = new Set<LocationCode>();
    for (;;) {
      if (!context.isJson) printNew(context, trial, printed);
      const isDone = trial.locations.every((code) => trial.results[code] !== undefined);
      if (isDone || currentMs() >= Date.parse(trial.endsAt)) break;
      await context.sleep(EVERY_MS);
      trial = await api.call(trialCalls.read, { params: { id: trial.id } });
    }
    if (context.isJson) context.io.print(JSON.stringify(trial, null, 2));
    else printMissing(context, trial);
    const isUp = (code: LocationCode) => trial.results[code]?.answer?.error === null;
    return trial.locations.length > 0 && trial.locations.every(isUp) ? EXIT.ok : EXIT.failed;
  },
};

/** The locations of an option, all of them without it. Throws Problem. */
export function locationsOf(from: string | boolean | undefined): LocationCode[] {
  if (typeof from !== 'string') return [...LOCATION_CODES];
  return from.split(',').map((text) => {
    const code = LOCATION_CODES.find((each) => each === text.trim());
    if (!code) throw new Problem(`${text} is no location. There are ${LOCATION_CODES.join(', ')}.`);
    return code;
  });
}

function printNew({ io }: Context, { results, locations }: TrialAnswer, printed: Set<LocationCode>): void {
  for (const code of locations) {
    const result = results[code];
    if (!result || printed.has(code)) continue;
    printed.add(code);
    const name = locationName(code).padEnd(12);
    if (!result.answer) io.print(`${name}${io.paint('yellow', 'not checked')}  the agent had no network`);
    else {
      const { error, statusCode, ms, address } = result.answer;
      const state = error === null ? io.paint('green', 'up  ') : io.paint('red', 'down');
      const what = errorMessage(error, statusCode) ?? (statusCode === null ? '' : String(statusCode));
      io.print(`${name}${state}  ${String(ms).padStart(6)} ms  ${[what, address ?? ''].filter(Boolean).join('  ')}`);
    }
  }
}

function printMissing({ io }: Context, { locations, unavailable, results }: TrialAnswer): void {
  for (const code of unavailable) io.print(`${locationName(code).padEnd(12)}no agent there can check this`);
  for (const code of locations) if (!results[code]) io.print(`${locationName(code).padEnd(12)}no answer in time`);
}
