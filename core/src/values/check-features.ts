import { fromAssignedUrl } from './assigned-url.ts';
import { type CheckOptions, httpOptions, optionsOfType } from './check-options.ts';
import { DEFAULT_STATUSES, hasUnusualStatuses } from './http-check/statuses.ts';
import { type AgentCheckType, type CheckTypeName, checkTypeOf, isRunByServer } from './url.ts';

/** What an agent must know for a check beyond a plain GET. `requested-trials`: it checks URLs that are not assigned,
 * to try them, and reads them from `requestedTrials`. `http-max-redirects` and `http-statuses-999` came after the other
 * options of HTTP, `ws-handshake` (subprotocols, headers, origin) after those of WebSockets, and `tls-legacy` after
 * those of all types that speak TLS. */
const KNOWLEDGE = [
  'http-options',
  'requested-trials',
  'http-max-redirects',
  'http-statuses-999',
  'ws-handshake',
  'tls-legacy',
] as const;

/** The check types that agents have not always had, each a feature of its own: some agents run only some of them. */
const TYPES = ['tcp', 'tls', 'dns', 'icmp', 'ws'] as const satisfies AgentCheckType[];

/** What agents of this version may know. They report with each check-in what they do know. */
export const CHECK_FEATURES = [...KNOWLEDGE, ...TYPES] as const;
export type CheckFeature = (typeof CHECK_FEATURES)[number];

/** What an agent must know to check an endpoint. `url`: also as assignments have it. */
export function featuresFor({
  url,
  check,
}: {
  url: string;
  check: CheckOptions | 'unsupported' | null;
}): CheckFeature[] {
  if (isRunByServer(url)) return [];
  const type = featureOf(checkTypeOf(fromAssignedUrl(url)));
  const known = check === 'unsupported' ? null : check;
  const legacy = known && 'legacyServerConnect' in known && known.legacyServerConnect ? (['tls-legacy'] as const) : [];
  if (type) return [type, ...(hasOwnHandshake(known) ? (['ws-handshake'] as const) : []), ...legacy];
  if (check === null) return [];
  const http = httpOptions(known);
  return [
    'http-options',
    ...legacy,
    ...(http?.maxRedirects === undefined ? [] : (['http-max-redirects'] as const)),
    ...(hasUnusualStatuses(http?.statuses ?? DEFAULT_STATUSES) ? (['http-statuses-999'] as const) : []),
  ];
}

function hasOwnHandshake(check: CheckOptions | null): boolean {
  const { subprotocols, headers, origin } = optionsOfType(check, 'ws') ?? {};
  return subprotocols !== undefined || headers !== undefined || origin !== undefined;
}

function featureOf(type: CheckTypeName | null): CheckFeature | undefined {
  return TYPES.find((each) => each === type);
}

/** Whether an agent that reports `known` has all of `needed`. Agents of older versions report nothing. */
export function hasFeatures(known: readonly string[] | undefined, needed: Iterable<string>): boolean {
  return [...needed].every((feature) => known?.includes(feature) ?? false);
}
