import { createHash } from 'node:crypto';
import { channelCalls } from '@farwatch/core/contracts/api/channels';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { settingsCalls } from '@farwatch/core/contracts/api/settings';
import {
  type Created,
  type Creation,
  creationsOf,
  endpointCount,
  type ForAll,
  type ImportRow,
  importRows,
  isGeneral,
  shownRows,
  withMonitorIds,
} from '@farwatch/core/importers/plan';
import { readImport } from '@farwatch/core/importers/read-import';
import { IMPORTERS } from '@farwatch/core/importers/table';
import { fillText, type ImportTexts } from '@farwatch/core/texts/importers/import-texts';
import { en as texts } from '@farwatch/core/texts/importers/locales/en';
import { API_KEY_RATES } from '@farwatch/core/values/api-key';
import { LIMITS, SHORT_INTERVALS_SEC } from '@farwatch/core/values/limits';
import { type Client, Refusal } from '../client.ts';
import type { Command, Context, Values } from '../command.ts';
import { confirm, confirmingCommand } from '../confirm.ts';
import { EXIT, Problem } from '../problem.ts';
import { readSources } from '../source-files.ts';
import { counted, cutTo, type Terminal, WIDTH, widthOf } from '../terminal.ts';
import { locationsOf } from './check.ts';

/** Creates monitors and channels from the files of another product, in the same way as the app. */
export const importFiles: Command = {
  summary: 'Create monitors from the files of another product',
  usage: [
    'import <file…> [--only <words>] [--dry-run] [--yes]',
    'import <file…> [--locations tw,th] [--interval <s>|account]',
    'import <file…> [--by-group]   (one monitor for each group)',
  ],
  examples: ['import kuma.db', 'import backup.json --only shop --dry-run', 'import a.yml b.yml --yes'],
  options: {
    locations: { type: 'string' },
    interval: { type: 'string' },
    only: { type: 'string' },
    'by-group': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean' },
  },
  async run(context, paths, values) {
    const { io, isJson } = context;
    if (paths.length === 0) throw new Problem('Which file? For example: farwatch import kuma.db');
    const forAll = forAllOf(values);
    const api = await context.client();
    const plan = await planImport(api, texts, { paths, only: String(values.only ?? ''), forAll });
    if (!isJson) printPlan(io, texts, plan);
    const { creations, limits } = plan;
    if (creations.length === 0) {
      if (isJson) io.print(JSON.stringify({ status: 'nothing', ...changesOf(plan) }, null, 2));
      else io.print('\nThere is nothing to create.');
      return EXIT.ok;
    }
    if (limits.after > limits.max) throw new Problem(`${limitText(plan)} Choose fewer with --only.`);
    if (plan.monitorsAfter > LIMITS.monitorsPerOwner)
      throw new Problem(
        `The account would have ${plan.monitorsAfter} of ${LIMITS.monitorsPerOwner} monitors. Choose fewer with --only.`,
      );
    if (values['dry-run'] === true) {
      if (isJson) io.print(JSON.stringify({ status: 'dry_run', ...changesOf(plan) }, null, 2));
      return EXIT.ok;
    }
    if (values.yes !== true) {
      const command = confirmingCommand(['import', ...paths, ...optionsOf(values)]);
      const isConfirmed = await confirm(context, `Create ${countText(creations)}?`, {
        command,
        plan: changesOf(plan),
      });
      if (!isConfirmed) return EXIT.confirm;
    }
    return report(context, await createAll(context, api, creations));
  },
};

function forAllOf({ locations, interval, 'by-group': byGroup }: Values): ForAll {
  return { locations: locationsOf(locations), intervalSec: intervalOf(interval), byGroup: byGroup === true };
}

function intervalOf(text: Values[string]): ForAll['intervalSec'] {
  if (text === undefined) return 'keep';
  if (text === 'account') return null;
  const seconds = SHORT_INTERVALS_SEC.find((each) => String(each) === text);
  if (seconds === undefined) throw new Problem(`The interval must be account or ${SHORT_INTERVALS_SEC.join(', ')}.`);
  return seconds;
}

/** The options that the confirming command must have, too. */
function optionsOf(values: Values): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (name === 'yes' || name === 'json' || value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}`, String(value)];
  });
}

type Plan = {
  format: string;
  rows: readonly ImportRow[];
  creations: readonly Creation[];
  limits: { current: number; after: number; max: number };
  monitorsAfter: number;
};

type Selection = { paths: readonly string[]; only: string; forAll: ForAll };

async function planImport(api: Client, texts: ImportTexts, { paths, only, forAll }: Selection): Promise<Plan> {
  const files = await readSources(paths);
  const [{ monitorInterval }, { limits }, existing] = await Promise.all([
    api.call(settingsCalls.read, {}),
    api.call(monitorCalls.limits, {}),
    api.call(monitorCalls.list, {}),
  ]);
  const read = readImport(files, { intervalSec: monitorInterval * 60 });
  if ('problem' in read) throw new Problem(fillText(texts.files[read.problem.code], read.problem));
  const monitored = existing.flatMap(({ endpoints }) => endpoints.map(({ url }) => url));
  const rows = shownRows(importRows(read.imported, new Set(monitored)), 'all', only).map(withoutParameters);
  const chosen = rows.filter(({ state }) => state === 'new' || state === 'changed');
  const creations = creationsOf(read.imported, new Set(chosen.map(({ key }) => key)), forAll);
  const after = limits.current + endpointCount(creations);
  const added = creations.filter(({ kind }) => kind === 'monitor').length;
  return {
    format: IMPORTERS[read.format].name,
    rows,
    // Channels of all monitors come along with new ones, and not again by themselves.
    creations: added > 0 ? creations : [],
    limits: { current: limits.current, after, max: limits.max },
    monitorsAfter: existing.length + added,
  };
}

/** Parameters of URLs may be secrets, which no terminal and no log of a build should have. */
function withoutParameters(row: ImportRow): ImportRow {
  return { ...row, urls: row.urls.map((url) => url.replace(/\?.*$/, '?…')) };
}

/** What `--json` shows of a plan: no content, which may have secrets. */
function changesOf({ format, rows, creations, limits }: Plan) {
  const created = creations.map(({ kind, name }) => ({ kind, name }));
  return { format, rows: rows.map(({ ignored: _, ...row }) => row), creations: created, endpoints: limits };
}

/** More rows of what is new without a difference are only counted. */
const MOST_NEW = 20;
const HEADS = {
  new: 'New',
  changed: 'New, with differences',
  known: 'Here already',
  skipped: 'Skipped',
} as const satisfies Record<ImportRow['state'], string>;

function printPlan(io: Terminal, texts: ImportTexts, plan: Plan): void {
  const { format, rows, creations } = plan;
  io.print(`${format}: ${counted(rows.length, 'item')}`);
  for (const [state, head] of Object.entries(HEADS)) {
    const inState = rows.filter((row) => row.state === state);
    if (inState.length === 0) continue;
    io.print(`\n${io.paint('bold', `${head} (${inState.length})`)}`);
    const shown = state === 'new' || state === 'known' ? inState.slice(0, MOST_NEW) : inState;
    for (const row of shown) printRow(io, texts, row);
    if (shown.length < inState.length) io.print(`  and ${inState.length - shown.length} more, which --json lists`);
  }
  if (creations.length === 0) return;
  io.print(`\nThis creates ${countText(creations)}. ${limitText(plan)}`);
  const minutes = Math.ceil(creations.length / API_KEY_RATES.writesPerMinute) - 1;
  const hint = creations.some(({ kind, keys }) => kind === 'monitor' && keys.length > 1)
    ? ''
    : '; --by-group is faster';
  if (minutes > 0) io.print(`It takes about ${minutes} min, since a key may make 30 changes a minute${hint}.`);
}

function printRow(io: Terminal, texts: ImportTexts, { name, urls, notes, reason }: ImportRow): void {
  io.print(cutTo(`  ${name}${urls.length > 0 ? `  ${urls.join(' ')}` : ''}`, WIDTH));
  const lines = notes.filter((note) => !isGeneral(note)).map((note) => fillText(texts.notes[note.code], note));
  for (const text of reason ? [fillText(texts.skips[reason.code], reason)] : lines) {
    for (const line of wrapped(text, WIDTH - 4)) io.print(`    ${line}`);
  }
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && widthOf(`${line} ${word}`) > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => cutTo(each, width));
}

function limitText({ limits: { after, max } }: Plan): string {
  return `The account then has ${after} of ${counted(max, 'endpoint')}.`;
}

function countText(creations: readonly Pick<Creation, 'kind'>[]): string {
  const monitors = creations.filter(({ kind }) => kind === 'monitor').length;
  const channels = creations.length - monitors;
  return `${counted(monitors, 'monitor')}${channels > 0 ? ` and ${counted(channels, 'channel')}` : ''}`;
}

type Outcome = { created: { kind: Creation['kind']; name: string; id: string }[]; failed: Failed[] };
type Failed = { kind: Creation['kind']; name: string; reason: string };

/** How many calls are under way: an instance works on as many of an account at a time. */
const AT_ONCE = 4;

/** Creates everything, channels after their monitors. What one is refused for does not stop the others. */
async function createAll({ io }: Context, api: Client, creations: readonly Creation[]): Promise<Outcome> {
  const outcome: Outcome = { created: [], failed: [] };
  const monitors: Created[] = [];
  const seen = new Map<string, number>();

  async function createOne(creation: Creation): Promise<void> {
    const { kind, name } = creation;
    const complete = withMonitorIds(creation, monitors);
    const content = JSON.stringify([kind, complete.body]);
    // Two items of the same content are two monitors, also when the import is repeated.
    const place = seen.get(content) ?? 0;
    seen.set(content, place + 1);
    try {
      const id = await createRepeatably(api, complete, `${content} ${place}`);
      if (creation.kind === 'monitor') monitors.push({ id, keys: creation.keys });
      outcome.created.push({ kind, name, id });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'unauthenticated') throw error;
      outcome.failed.push({ kind, name, reason: error.message });
    }
    io.progress(`${outcome.created.length + outcome.failed.length} of ${creations.length}`);
  }

  for (const kind of ['monitor', 'channel'] as const) {
    const queue = creations.filter((creation) => creation.kind === kind);
    const worker = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await createOne(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker)).finally(() => io.progress(''));
  }
  return outcome;
}

/** An earlier import of the same file may have created it, and it may have been deleted since: then it is created again. */
const MOST_GENERATIONS = 20;

/** Creates it under a key of its content, so that a repeated import does not create it twice, and returns its id. */
async function createRepeatably(api: Client, creation: Creation, content: string): Promise<string> {
  for (let generation = 0; ; generation += 1) {
    const hash = createHash('sha256').update(`${generation} ${content}`).digest('base64url');
    try {
      const key = `import-${hash}`;
      const made =
        creation.kind === 'monitor'
          ? await api.call(monitorCalls.create, { body: creation.body }, key)
          : await api.call(channelCalls.create, { body: creation.body }, key);
      return made.id;
    } catch (error) {
      const isDeleted = error instanceof Refusal && error.code === 'not_found';
      if (!isDeleted || generation >= MOST_GENERATIONS) throw error;
    }
  }
}

function report({ io, isJson }: Context, { created, failed }: Outcome): number {
  if (isJson)
    io.print(JSON.stringify({ status: failed.length === 0 ? 'created' : 'failed', created, failed }, null, 2));
  else {
    io.print(`Created ${countText(created)}.`);
    for (const { name, reason } of failed) io.error(`${name}: ${reason}`);
    if (failed.length > 0)
      io.error(`${failed.length} could not be created. What is there stays as it is if you repeat this.`);
  }
  return failed.length === 0 ? EXIT.ok : EXIT.failed;
}
