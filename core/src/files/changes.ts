import type { ChannelChange as ChannelBody, ChannelInput } from '../contracts/api/channels.ts';
import type { MaintenanceInput } from '../contracts/api/maintenance.ts';
import type { MonitorInput } from '../contracts/api/monitors.ts';
import type { PageInput } from '../contracts/api/pages.ts';
import type { Managed } from '../values/managed.ts';
import type { Difference } from './differences.ts';

/** The sections of a file, by what they describe. */
export const SECTIONS = {
  monitor: 'monitors',
  channel: 'channels',
  maintenance: 'maintenance',
  page: 'pages',
} as const;
export type Kind = keyof typeof SECTIONS;

/** A thing by its key in the file. */
export type Subject = { key: string; name: string };

/**
 * What makes a thing as the file has it. `id`: of a page its slug. `notes`: what a user should know before. `body`: null
 * until the monitors exist that it names.
 */
type ChangeOf<Of extends Kind, Create, Replace> = Subject & { kind: Of } & (
    | { action: 'create'; body: Create; notes: string[] }
    | { action: 'adopt' | 'change'; id: string; body: Replace; differences: Difference[] }
    | { action: 'delete'; id: string }
  );

export type MonitorChange = ChangeOf<'monitor', MonitorInput | null, (MonitorInput & { version: number }) | null>;
export type ChannelChange = ChangeOf<'channel', ChannelInput | null, ChannelBody | null>;
export type WindowChange = ChangeOf<'maintenance', MaintenanceInput | null, MaintenanceInput | null>;
type PageBody = PageInput & { managed: Managed; password?: string };
export type PageChange = ChangeOf<
  'page',
  (PageBody & { slug: string }) | null,
  (PageBody & { version: number }) | null
>;
export type Change = MonitorChange | ChannelChange | WindowChange | PageChange;

/** What the project made and the file no longer has. */
export type Unlisted = Subject & { kind: Kind; id: string };

/** `unlisted`: what stays unless it is pruned. `managed`: how many things of the account the project manages. */
export type FilePlan = {
  changes: Change[];
  unlisted: Unlisted[];
  unchanged: number;
  managed: number;
  problems: string[];
};

/** So many deletions are never taken for a mistake. */
const FEW_DELETIONS = 3;

/**
 * Returns how many things a plan deletes if they are more than three and more than half of what the project manages, as
 * if some of its files were not read; null if they are fewer.
 */
export function massDeletion({ changes, managed }: Pick<FilePlan, 'changes' | 'managed'>): number | null {
  const count = changes.filter(({ action }) => action === 'delete').length;
  return count > FEW_DELETIONS && count * 2 > managed ? count : null;
}

type Stored = { id: string; managed: Managed | null };
type Target = { key: string; id?: string | undefined };
/** `known`: what the account has of it. */
type Match<Desired, Known> = { desired: Desired; known: Known | undefined };

/**
 * Finds what the account has of what the file describes: by project and key, else by id. Returns also what the project
 * made and the file no longer has, and why something cannot be managed.
 */
export function matchByKey<Desired extends Target, Known extends Stored>(
  kind: Kind,
  desired: readonly Desired[],
  stored: readonly Known[],
  project: string,
): { matches: Match<Desired, Known>[]; left: (Known & { managed: Managed })[]; problems: string[] } {
  const own = stored.flatMap((each) => (each.managed?.project === project ? [{ ...each, managed: each.managed }] : []));
  const byKey = new Map(own.map((each) => [each.managed.key, each]));
  const byId = new Map(stored.map((each) => [each.id, each]));
  const keys = new Set(desired.map(({ key }) => key));
  const matches: Match<Desired, Known>[] = [];
  const problems: string[] = [];
  for (const each of desired) {
    const known: Known | undefined = byKey.get(each.key) ?? (each.id === undefined ? undefined : byId.get(each.id));
    const { project: other = project, key = each.key } = known?.managed ?? {};
    const place = placeOf(kind, each.key);
    if (other !== project) problems.push(`${place}: the project ${other} manages ${known?.id}`);
    else if (key !== each.key && keys.has(key)) problems.push(`${place}: ${known?.id} is the ${kind} ${key}`);
    else matches.push({ desired: each, known });
  }
  const kept = new Set(matches.flatMap(({ known }) => known?.id ?? []));
  const left = own.filter(({ id, managed }) => !keys.has(managed.key) && !kept.has(id));
  return { matches, left, problems };
}

/** How lists name a thing: a monitor by its key alone. */
export function placeOf(kind: Kind, key: string): string {
  return kind === 'monitor' ? key : `${kind} ${key}`;
}
