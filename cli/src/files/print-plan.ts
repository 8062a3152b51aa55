import { type Change, type FilePlan, massDeletion, placeOf } from '@farwatch/core/files/changes';
import type { Difference } from '@farwatch/core/files/differences';
import { type Color, cutTo, type Terminal, WIDTH, widthOf } from '../terminal.ts';

const SIGNS = {
  create: ['+', 'green'],
  adopt: ['=', 'yellow'],
  change: ['~', 'yellow'],
  delete: ['-', 'red'],
} as const satisfies Record<Change['action'], [string, Color]>;

/** Prints what differs, field by field, in at most 80 columns. */
export function printPlan(io: Terminal, plan: FilePlan): void {
  const { changes, unlisted, unchanged, managed } = plan;
  for (const change of changes) {
    const [sign, color] = SIGNS[change.action];
    printLine(io, `${sign} ${placeOf(change.kind, change.key)}  ${describe(change)}`, color);
    if ('differences' in change) for (const each of change.differences) printDifference(io, each);
    if ('notes' in change) for (const note of change.notes) printLine(io, `    ${note}`, 'grey');
  }
  for (const { kind, key, name } of unlisted) {
    printLine(io, `? ${placeOf(kind, key)}  ${name}: not in the file; --prune deletes it`, 'grey');
  }
  const count = (action: Change['action']) => changes.filter((change) => change.action === action).length;
  const counts = Object.keys(SIGNS) as Change['action'][];
  const actions = counts.filter((action) => count(action) > 0).map((action) => `${count(action)} to ${action}`);
  io.print([...actions, `${unchanged} unchanged`].join(', '));
  const mass = massDeletion(plan);
  if (mass !== null)
    printLine(io, `${mass} of the ${managed} that the project manages are deleted: are all its files here?`, 'red');
}

function describe(change: Change): string {
  switch (change.action) {
    case 'create':
      return change.name + describeNew(change);
    case 'adopt':
      return `${change.name}: managed here from now on`;
    case 'change':
      return change.differences.length === 0 ? `${change.name}: only its keys` : change.name;
    case 'delete':
      return change.name + DELETED_WITH[change.kind];
  }
}

function describeNew(change: Change & { action: 'create' }): string {
  if (change.kind === 'monitor' && change.body)
    return ` (${change.body.endpoints.map(({ url }) => url.split(':')[0]).join(', ')})`;
  return change.kind === 'channel' && change.body ? ` (${change.body.type})` : '';
}

/** What is lost together with a thing. */
const DELETED_WITH = {
  monitor: ', with its history',
  channel: '',
  maintenance: ', also its past',
  page: ', with its incidents and subscribers',
} as const satisfies Record<Change['kind'], string>;

function printDifference(io: Terminal, { field, before, after }: Difference): void {
  const [was, is] = [before, after].map((text) => text?.replaceAll(/\s+/g, ' ') ?? null);
  const line = `    ${field}: ${was ?? '–'} → ${is ?? '–'}`;
  if (widthOf(line) <= WIDTH) {
    io.print(`    ${field}: ${io.paint('red', was ?? '–')} → ${io.paint('green', is ?? '–')}`);
    return;
  }
  printLine(io, `    ${field}:`);
  if (typeof was === 'string') printLine(io, `      - ${was}`, 'red');
  if (typeof is === 'string') printLine(io, `      + ${is}`, 'green');
}

function printLine(io: Terminal, line: string, color?: Color): void {
  const cut = cutTo(line, WIDTH);
  io.print(color === undefined ? cut : io.paint(color, cut));
}

/** The plan for programs, without secrets. */
export function planJson(plan: FilePlan) {
  const { changes, unlisted, unchanged, managed } = plan;
  return {
    changes: changes.map((change) => {
      const { action, kind, key, name } = change;
      const id = 'id' in change ? { id: change.id } : {};
      const differences = 'differences' in change ? { differences: change.differences } : {};
      return {
        action,
        kind,
        key,
        name,
        ...id,
        ...differences,
        ...('notes' in change && { notes: change.notes }),
      };
    }),
    unlisted,
    unchanged,
    managed,
    massDeletion: massDeletion(plan),
  };
}
