import { proxyOf } from '../client/proxy.ts';
import { examineDisk, examineFiles, examineNames, examineServer } from '../doctor/examine.ts';
import type { DoctorFinding } from '../doctor/findings.ts';
import * as findings from '../doctor/findings.ts';
import { trustSystemAuthorities } from '../network/authorities.ts';
import { routes, SOMEWHERE } from '../network/local-failure.ts';
import { SeenAddresses } from '../network/seen-addresses.ts';
import { EXIT, print } from '../outcome.ts';
import { createResolver } from '../resolve/resolver.ts';
import type { Settings } from '../settings.ts';
import { agentFolder, makeFolder } from '../state/folder.ts';
import { columnsOf, padded } from '../texts/columns.ts';
import { texts } from '../texts/texts.ts';
import { createReferenceCheck } from '../verdict/reference-sites.ts';
import { openNetwork, referencesFrom } from './network.ts';

/**
 * `doctor`: checks everything the agent needs, and prints how to fix what is wrong. Returns the exit code: 3 if
 * something must be fixed.
 */
export async function doctor(settings: Settings): Promise<number> {
  trustSystemAuthorities();
  const results = await examine(settings);
  const isWell = results.every(({ state }) => state !== 'bad');
  print(settings.json, { well: isWell, findings: results }, toLines(results));
  return isWell ? EXIT.ok : EXIT.no;
}

async function examine({ dir, allowPrivate, referenceSites }: Settings): Promise<DoctorFinding[]> {
  const folder = agentFolder(dir);
  await makeFolder(folder).catch(() => undefined); // the finding about the disk reports it
  const resolve = createResolver();
  const network = openNetwork(allowPrivate, await SeenAddresses.open(folder.seenAs), { resolve });
  const targets = referencesFrom(referenceSites, network);
  const checkReference = createReferenceCheck(network);
  const { signal } = new AbortController();
  const { found, updates, clockOffsetMs } = await examineServer(folder);
  const proxy = proxyOf(process.env);
  const [ipv4, ipv6, disk, files, lookups, answers] = await Promise.all([
    routes(SOMEWHERE[4]),
    routes(SOMEWHERE[6]),
    examineDisk(folder.path),
    examineFiles(),
    examineNames([...(found.origin === null ? [] : [found.origin]), ...targets.map(({ url }) => url)], resolve),
    Promise.all(
      targets.map(async (reference) => ({ url: reference.url, answers: await checkReference(reference, signal) })),
    ),
  ]);
  return [
    findings.clock(clockOffsetMs),
    findings.network({ ipv4, ipv6 }),
    findings.dns(lookups),
    findings.references(answers),
    findings.disk(disk),
    findings.server(found, proxy),
    findings.updates(updates, proxy),
    findings.limits({ files, availableBytes: process.availableMemory(), node: process.version }),
  ];
}

/** A line for each finding, with the advice in the next one below its text. */
function toLines(results: readonly DoctorFinding[]): string[] {
  const { states, names } = texts().doctor;
  const stateWidth = Math.max(...Object.values(states).map(columnsOf));
  const nameWidth = Math.max(11, ...Object.values(names).map(columnsOf));
  return results.flatMap(({ name, state, text, advice }) => [
    `${padded(states[state], stateWidth)}  ${padded(names[name], nameWidth)} ${text}`,
    ...(advice === null ? [] : [`${' '.repeat(stateWidth + nameWidth + 3)}${advice}`]),
  ]);
}
