import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '@farwatch/core/texts/check-error-text';
import { findTypeProblem } from '@farwatch/core/values/check-options';
import { DAY_MS } from '@farwatch/core/values/time';
import { expectedStatusOf, normalizeUrl, URL_PREFIXES } from '@farwatch/core/values/url';
import { AssertionThread } from '../assertion-thread.ts';
import { trustSystemAuthorities } from '../network/authorities.ts';
import { SeenAddresses } from '../network/seen-addresses.ts';
import { EXIT, Problem, print } from '../outcome.ts';
import { type CheckTarget, createRunCheck, type RunCheck } from '../probe/check.ts';
import type { ProbeResult } from '../probe/probe.ts';
import { userAgentOf } from '../probe/user-agent.ts';
import { PROBLEM_TEXTS } from '../run/event-log.ts';
import { ProcessorShares } from '../schedule/processor-shares.ts';
import type { Settings } from '../settings.ts';
import { agentFolder } from '../state/folder.ts';
import { CONFIRM_AFTER_MS } from '../verdict/confirm.ts';
import { createReferenceCheck } from '../verdict/reference-sites.ts';
import { type CheckVerdict, type OneCheck, verdictOf } from './check-verdict.ts';
import { openNetwork, referencesFrom } from './network.ts';

const PHASES = { dnsMs: 'DNS', connectMs: 'connect', tlsMs: 'TLS', firstByteMs: 'first byte', bodyMs: 'body' } as const;

/**
 * `check`: checks a URL now, as the agent would, and prints the verdict; a failure is repeated first. Returns the exit
 * code: 0 up, 3 down, 4 unknown. `file`: with the check's options. Throws Problem for what is not a URL, or
 * not options.
 */
export async function check(typed: string, settings: Settings, file?: string): Promise<number> {
  const url = normalizeUrl(typed);
  if (url === null)
    throw new Problem(`${typed} is not a URL that can be checked. It must start with ${URL_PREFIXES.join(', ')}.`);
  // What validates assertions takes longer to load than a check.
  const options = file === undefined ? null : await (await import('./check-options.ts')).readCheckOptions(file);
  const mismatch = findTypeProblem({ url, check: options });
  if (mismatch !== null) throw new Problem(`These options do not fit: ${mismatch}.`);
  trustSystemAuthorities();
  const seenAs = await SeenAddresses.open(agentFolder(settings.dir).seenAs);
  const network = openNetwork(settings.allowPrivate, seenAs);
  const references = referencesFrom(settings.referenceSites, network);
  const checkReference = createReferenceCheck(network);
  const { signal } = new AbortController();
  const assertions = new AssertionThread(new ProcessorShares());
  const runCheck = createRunCheck(network, userAgentOf(null), (...task) => assertions.evaluate(...task));
  const checks = await checkTwice(runCheck, { url, check: options }, signal);
  const isProven = checks.some(({ result }) => result.isProof && result.error === null);
  const seesInternet =
    isProven ||
    (await Promise.all(references.map((reference) => checkReference(reference, signal)))).some((answers) => answers);
  const answer = verdictOf(checks, seesInternet);
  print(settings.json, { url, ...answer, seesInternet, checks: checks.map(asJson) }, inLines(url, answer, checks));
  return { up: EXIT.ok, down: EXIT.no, unknown: EXIT.unsure }[answer.verdict];
}

/** Checks once, and after a failure of the site a second time to confirm it. */
async function checkTwice(runCheck: RunCheck, target: CheckTarget, signal: AbortSignal): Promise<OneCheck[]> {
  const first = await checkOnce(runCheck, target, signal);
  if (first.result.error === null || first.result.localFailure !== null) return [first];
  await sleep(CONFIRM_AFTER_MS);
  return [first, await checkOnce(runCheck, target, signal)];
}

async function checkOnce(runCheck: RunCheck, target: CheckTarget, signal: AbortSignal): Promise<OneCheck> {
  const atMs = Date.now();
  const result = await runCheck(target, signal);
  return { atMs, endedAtMs: Date.now(), result };
}

function asJson({ atMs, result }: OneCheck): object {
  const { ms, statusCode, error, localFailure, phases, certificateEndsAtMs: endsAtMs } = result;
  const iso = (at: number) => new Date(at).toISOString();
  const certificateEndsAt = endsAtMs === null ? null : iso(endsAtMs);
  const { failedAssertions } = result.received();
  return { at: iso(atMs), ms, statusCode, error, localFailure, phases, certificateEndsAt, failedAssertions };
}

function inLines(url: string, { verdict, why }: CheckVerdict, checks: readonly OneCheck[]): string[] {
  const title = { up: 'UP', down: 'DOWN', unknown: 'UNKNOWN' }[verdict];
  const each = checks.flatMap(({ atMs, result }, index) => [
    ...(checks.length > 1 ? [`Check ${index + 1}`] : []),
    ...rowsOf(url, result, atMs).map(([name, text]) => `  ${name.padEnd(12)} ${text}`),
  ]);
  return [`${title}  ${url}  ${why}`, ...each];
}

const BODY_PROBLEMS = { notJson: 'the body is not JSON', cut: 'only the first MiB of the body is read' } as const;

function rowsOf(url: string, result: ProbeResult, atMs: number): [string, string][] {
  const { statusCode, error, localFailure, phases, certificateEndsAtMs: endsAtMs } = result;
  const rows: [string, string][] = [];
  if (expectedStatusOf(url) !== null) rows.push(['status', statusCode === null ? 'none' : String(statusCode)]);
  const failure = localFailure === null ? errorMessage(error, statusCode) : PROBLEM_TEXTS[localFailure];
  if (failure !== null) rows.push(['failure', failure]);
  for (const { assertion, received, problem } of result.received().failedAssertions) {
    const { path, name = path ?? 'body', op, value = '' } = assertion;
    const seen = `received: ${received === null ? 'nothing' : JSON.stringify(received)}`;
    rows.push(['assertion', `${`${name} ${op} ${value}`.trim()}; ${problem ? BODY_PROBLEMS[problem] : seen}`]);
  }
  for (const [phase, name] of Object.entries(PHASES)) {
    const ms = phases[phase as keyof typeof PHASES];
    if (ms !== null) rows.push([name, `${Math.round(ms)} ms`]);
  }
  rows.push(['total', `${result.ms} ms`]);
  if (endsAtMs !== null) {
    const days = Math.floor((endsAtMs - atMs) / DAY_MS);
    rows.push(['certificate', `ends ${new Date(endsAtMs).toISOString().slice(0, 10)}, in ${days} days`]);
  }
  return rows;
}
