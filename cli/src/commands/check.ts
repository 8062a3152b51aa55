import type { CallInput } from '@farwatch/core/contracts/api/call';
import { type TrialAnswer, type TrialInput, trialCalls } from '@farwatch/core/contracts/api/trials';
import { checkOptionsInputSchema } from '@farwatch/core/values/check-options';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/values/locations';
import { SECOND_MS } from '@farwatch/core/values/time';
import { checkTypeOf } from '@farwatch/core/values/url';
import type { Command, Context, Values } from '../command.ts';
import { findingsOf, reportToGitHub } from '../github.ts';
import { EXIT, Problem } from '../problem.ts';
import type { Color } from '../terminal.ts';
import { currentMs } from '../time.ts';

const EVERY_MS = SECOND_MS;

/** Checks a URL once from each country, and prints each result as it comes. */
export const check: Command = {
  summary: 'Check a URL once from each country; exit code 1 if one fails',
  usage: [
    'check <url> [--from tw,th,bd] [--timeout <seconds>]',
    'check <url> [--status 200-299] [--keyword <text>] [--github]',
  ],
  examples: ['check https://example.com', 'check tcp://example.com:443 --from tw,bd'],
  options: {
    from: { type: 'string' },
    status: { type: 'string' },
    keyword: { type: 'string' },
    timeout: { type: 'string' },
    github: { type: 'boolean' },
  },
  async run(context, [url], values) {
    if (url === undefined) throw new Problem('Which URL? For example: farwatch check https://example.com');
    const { io, isJson, env } = context;
    const body = { url, locations: locationsOf(values.from), ...optionsOf(url, values) };
    const trial = await untilDone(context, body);
    if (isJson) io.print(JSON.stringify(trial, null, 2));
    const isUpAt = (code: LocationCode) => trial.results[code]?.answer?.error === null;
    const isUp = trial.locations.length > 0 && trial.locations.every(isUpAt);
    if (values.github === true) await reportToGitHub(env, io.print, { url, trial, isUp });
    return isUp ? EXIT.ok : EXIT.failed;
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

/** The options of the check; those of HTTP only for its URLs. Throws Problem. */
function optionsOf(url: string, { status, keyword, timeout }: Values): Pick<TrialInput, 'check'> {
  const type = checkTypeOf(url) ?? 'http';
  const options = {
    ...(timeout !== undefined && { timeoutMs: secondsOf(timeout) * SECOND_MS }),
    ...(status !== undefined && { statuses: String(status) }),
    ...(keyword !== undefined && { assertions: [{ source: 'body', op: 'contains', value: String(keyword) }] }),
  };
  if (Object.keys(options).length === 0) return { check: null };
  if (type !== 'http' && (status !== undefined || keyword !== undefined)) {
    throw new Problem('--status and --keyword are for http and https.');
  }
  const parsed = checkOptionsInputSchema.safeParse({ type, ...options });
  if (!parsed.success) throw new Problem(parsed.error.issues.map(({ message }) => message).join('\n'));
  return { check: parsed.data };
}

function secondsOf(text: string | boolean): number {
  const seconds = Number(text);
  if (!(seconds > 0)) throw new Problem('The timeout must be a number of seconds.');
  return seconds;
}

/** Starts the trial and waits for its results, which it prints as they come. */
async function untilDone(context: Context, body: CallInput<typeof trialCalls.create>['body']): Promise<TrialAnswer> {
  const api = await context.client();
  let trial = await api.call(trialCalls.create, { body });
  const printed = new Set<LocationCode>();
  for (;;) {
    const isDone = trial.locations.every((code) => trial.results[code] !== undefined);
    const isOver = isDone || currentMs() >= Date.parse(trial.endsAt);
    if (!context.isJson) printNew(context, trial, printed, isOver);
    if (isOver) return trial;
    await context.sleep(EVERY_MS);
    trial = await api.call(trialCalls.read, { params: { id: trial.id } });
  }
}

const COLORS: Record<string, Color> = { up: 'green', down: 'red' };

/** Prints what was not printed before; at the end also where nothing was found. */
function printNew({ io }: Context, trial: TrialAnswer, printed: Set<LocationCode>, isOver: boolean): void {
  for (const { code, location, state, ms, text, address } of findingsOf(trial)) {
    const isKnown = isOver || trial.results[code] !== undefined;
    if (!isKnown || printed.has(code)) continue;
    printed.add(code);
    const found = [ms === null ? '' : `${String(ms).padStart(6)} ms`, text, address].filter(Boolean).join('  ');
    io.print(`${location.padEnd(12)}${io.paint(COLORS[state] ?? 'yellow', state.padEnd(4))}  ${found}`);
  }
}
