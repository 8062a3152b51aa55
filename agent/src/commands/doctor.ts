import { proxyOf } from '../client/proxy.ts';
import { examineDisk, examineFiles, examineNames, examineServer } from '../doctor/examine.ts';
import type { DoctorFinding } from '../doctor/findings.ts';
import * as judge from '../doctor/findings.ts';
import { trustSystemAuthorities } from '../network/authorities.ts';
import { routes, SOMEWHERE } from '../network/local-failure.ts';
import { SeenAddresses } from '../network/seen-addresses.ts';
import { createResolver } from '../resolve/resolver.ts';
import type { Settings } from '../settings/settings.ts';
import { agentFolder, makeFolder } from '../state/folder.ts';
import { createReferenceCheck } from '../verdict/reference-sites.ts';
import { EXIT } from './exit-codes.ts';
import { openNetwork, referencesFrom } from './network.ts';
import { print } from './print.ts';

const MARKS = { good: 'ok  ', fair: 'note', bad: 'BAD ' } as const;

/**
 * `doctor`: looks at all that the agent needs, and says what to do about what is missing. Returns the exit code: 3 where
 * something must be mended.
 */
export async function doctor(settings: Settings): Promise<number> {
  trustSystemAuthorities();
  const findings = await examine(settings);
  const isWell = findings.every(({ state }) => state !== 'bad');
  print(settings.json, { well: isWell, findings }, findings.flatMap(inLines));
  return isWell ? EXIT.ok : EXIT.no;
}

async function examine({ dir, allowPrivate, referenceSites }: Settings): Promise<DoctorFinding[]> {
  const folder = agentFolder(dir);
  await makeFolder(folder).catch(() => undefined); // what is found of the disk says so
  const resolve = createResolver();
  const network = openNetwork(allowPrivate, await SeenAddresses.open(folder.seenAs), { resolve });
  const asked = referencesFrom(referenceSites, network);
  const ask = createReferenceCheck(network);
  const { signal } = new AbortController();
  const { found, clockOffsetMs } = await examineServer(folder);
  const [ipv4, ipv6, disk, files, lookups, answers] = await Promise.all([
    routes(SOMEWHERE[4]),
    routes(SOMEWHERE[6]),
    examineDisk(folder.path),
    examineFiles(),
    examineNames([...(found.origin === null ? [] : [found.origin]), ...asked.map(({ url }) => url)], resolve),
    Promise.all(asked.map(async (reference) => ({ url: reference.url, answers: await ask(reference, signal) }))),
  ]);
  return [
    judge.clock(clockOffsetMs),
    judge.network({ ipv4, ipv6 }),
    judge.dns(lookups),
    judge.references(answers),
    judge.disk(disk),
    judge.server(found, proxyOf(process.env)),
    judge.limits({ files, availableBytes: process.availableMemory(), node: process.version }),
  ];
}

function inLines({ name, state, text, advice }: DoctorFinding): string[] {
  return [`${MARKS[state]}  ${name.padEnd(11)} ${text}`, ...(advice === null ? [] : [`                  ${advice}`])];
}
