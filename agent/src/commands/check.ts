import { setTimeout as sleep } from 'node:timers/promises';
import { checkErrorText } from '@farwatch/core/texts/check-error-text';
import { findTypeProblem } from '@farwatch/core/values/check-options';
import { DAY_MS } from '@farwatch/core/values/time';
import { checkTypeOf, expectedStatusOf, normalizeUrl, URL_PREFIXES } from '@farwatch/core/values/url';
import { AssertionThread } from '../assertion-thread.ts';
import { trustSystemAuthorities } from '../network/authorities.ts';
import { SeenAddresses } from '../network/seen-addresses.ts';
import { EXIT, Problem, print } from '../outcome.ts';
import { type CheckTarget, createRunCheck, type RunCheck } from '../probe/check.ts';
import type { ProbeResult } from '../probe/probe.ts';
import { userAgentOf } from '../probe/user-agent.ts';
import { ProcessorShares } from '../schedule/processor-shares.ts';
import type { Settings } from '../settings.ts';
import { agentFolder } from '../state/folder.ts';
import { labelled } from '../texts/columns.ts';
import { texts } from '../texts/texts.ts';
import { CONFIRM_AFTER_MS } from '../verdict/confirm.ts';
import { createReferenceCheck } from '../verdict/reference-sites.ts';
import { type CheckVerdict, type OneCheck, verdictOf } from './check-verdict.ts';
import { openNetwork, referencesFrom } from './network.ts';

/**
 * `check`: checks a URL now, as the agent would, and prints the verdict; a failure is repeated first. Returns the exit
 * code: 0 up, 3 down, 4 unknown. `file`: with the check's options. Throws Problem for what is not a URL, or
 * not options.
 */
export async function check(typed: string, settings: Settings, file?: string): Promise<number> {
  const url = normalizeUrl(typed);
  if (url === null) throw new Problem(texts().check.notUrl(typed, URL_PREFIXES.join(', ')));
  // What validates assertions takes longer to load than a check.
  const options = file === undefined ? null : await (await import('./check-options.ts')).readCheckOptions(file);
  const isOfType = findTypeProblem({ url, check: options }) === null;
  if (!isOfType) throw new Problem(texts().check.optionsType(checkTypeOf(url) ?? 'http'));
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
  const title = texts().check.verdicts[verdict];
  const each = checks.flatMap(({ atMs, result }, index) => [
    ...(checks.length > 1 ? [texts().check.nth(index + 1)] : []),
    ...labelled(rowsOf(url, result, atMs)).map((line) => `  ${line}`),
  ]);
  return [`${title}  ${url}  ${why}`, ...each];
}

function rowsOf(url: string, result: ProbeResult, atMs: number): [string, string][] {
  const { statusCode, error, localFailure, phases, certificateEndsAtMs: endsAtMs } = result;
  const { check: t, checkErrors, problems } = texts();
  const bodyProblems = { notJson: t.bodyNotJson, cut: t.bodyCut };
  const rows: [string, string][] = [];
  if (expectedStatusOf(url) !== null) rows.push([t.status, statusCode === null ? t.noStatus : String(statusCode)]);
  const failure = localFailure === null ? checkErrorText(error, statusCode, checkErrors) : problems[localFailure];
  if (failure !== null) rows.push([t.failure, failure]);
  for (const { assertion, received, problem } of result.received().failedAssertions) {
    const { path, name = path ?? t.body, op, value = '' } = assertion;
    const seen = t.received(received === null ? t.nothing : JSON.stringify(received));
    rows.push([t.assertion, `${`${name} ${op} ${value}`.trim()}; ${problem ? bodyProblems[problem] : seen}`]);
  }
  for (const [phase, name] of Object.entries(t.phases)) {
    const ms = phases[phase as keyof typeof t.phases];
    if (ms !== null) rows.push([name, `${Math.round(ms)} ms`]);
  }
  rows.push([t.total, `${result.ms} ms`]);
  if (endsAtMs !== null) {
    const days = Math.floor((endsAtMs - atMs) / DAY_MS);
    const { intermediate } = result.certificate ?? {};
    const which = intermediate?.endsAt === endsAtMs ? t.intermediate(intermediate.subject) : '';
    rows.push([t.certificate, `${t.ends(new Date(endsAtMs).toISOString().slice(0, 10), days)}${which}`]);
  }
  return rows;
}
