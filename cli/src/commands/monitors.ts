import type { MonitorEntry } from '@farwatch/core/contracts/api/monitor-answer';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { summaryCalls } from '@farwatch/core/contracts/api/summaries';
import { monitorsCsv } from '@farwatch/core/decisions/monitors/monitors-csv';
import type { Client } from '../client.ts';
import type { Command, Context, Values } from '../command.ts';
import { EXIT, Problem } from '../problem.ts';
import type { Color, Terminal } from '../terminal.ts';

const COLORS: Record<string, Color> = { UP: 'green', DOWN: 'red', UNKNOWN: 'yellow' };

/** Lists monitors, shows one, and pauses, resumes, checks or deletes it. */
export const monitors: Command = {
  summary: 'List monitors; show, pause, resume, check or delete one',
  usage: [
    'monitors [--status up|down|unknown] [--tag <tag>] [--search <x>]',
    'monitors --csv   (a row for each endpoint)',
    'monitors show|pause|resume|check <name or id>',
    'monitors delete <name or id> --yes',
  ],
  examples: ['monitors --status down', 'monitors show Shop', 'monitors pause Shop', 'monitors delete "Old shop" --yes'],
  options: {
    status: { type: 'string' },
    tag: { type: 'string' },
    search: { type: 'string' },
    csv: { type: 'boolean' },
    yes: { type: 'boolean' },
  },
  run(context, [action = 'list', target], values) {
    if (action === 'list') return list(context, values);
    if (target === undefined) throw new Problem(`Which monitor? For example: farwatch monitors ${action} Shop`);
    return act(context, action, target, values.yes === true);
  },
};

async function list({ client, io, isJson }: Context, { status, tag, search, csv }: Values): Promise<number> {
  const query = monitorCalls.list.query.safeParse({ status, tag, search });
  if (!query.success) throw new Problem('The status must be up, down or unknown.');
  const api = await client();
  const found = await api.call(monitorCalls.list, { query: query.data });
  if (isJson) io.print(JSON.stringify(found, null, 2));
  else if (csv === true) {
    const { timeZone } = await api.call(summaryCalls.read, {});
    io.print(monitorsCsv(found, (column) => column, timeZone).replace(/\r\n$/, ''));
  } else if (found.length === 0) io.print('No monitors match.');
  else
    io.table(
      found.map((each) => rowOf(each, io)),
      ['monitor', 'status', 'uptime 24 h', 'endpoints', 'from'],
    );
  return EXIT.ok;
}

function rowOf({ name, status, uptime, endpoints, locations }: MonitorEntry, io: Terminal): string[] {
  const from = locations.map(({ code }) => code).join(' ');
  return [name, io.paint(COLORS[status] ?? 'grey', status), `${uptime.toFixed(2)} %`, String(endpoints.length), from];
}

async function act(context: Context, action: string, target: string, isConfirmed: boolean): Promise<number> {
  const { io, isJson } = context;
  const api = await context.client();
  const { id, name } = await find(api, target);
  const input = { params: { id } };
  switch (action) {
    case 'show': {
      const monitor = await api.call(monitorCalls.read, input);
      if (isJson) io.print(JSON.stringify(monitor, null, 2));
      else {
        io.table([rowOf(monitor, io)], ['monitor', 'status', 'uptime 24 h', 'endpoints', 'from']);
        io.print('');
        const rows = monitor.endpoints.map((each) => [each.name, each.currentStatus, each.url]);
        io.table(rows, ['endpoint', 'status', 'url']);
      }
      return monitor.status === 'DOWN' ? EXIT.failed : EXIT.ok;
    }
    case 'pause':
    case 'resume':
      await api.call(monitorCalls.pause, { ...input, body: { paused: action === 'pause' } });
      io.print(action === 'pause' ? `${name} is paused.` : `${name} is checked again.`);
      return EXIT.ok;
    case 'check': {
      const { locations } = await api.call(monitorCalls.test, input);
      io.print(`${name} is being checked from ${locations.join(', ') || 'nowhere: no agent is there'}.`);
      return EXIT.ok;
    }
    case 'delete':
      if (!isConfirmed) {
        io.print(
          `This deletes ${name} with its endpoints and their history. To do it: farwatch monitors delete ${id} --yes`,
        );
        return EXIT.confirm;
      }
      await api.call(monitorCalls.remove, input);
      io.print(`${name} is deleted.`);
      return EXIT.ok;
    default:
      throw new Problem(`Unknown: monitors ${action}. See farwatch help monitors.`);
  }
}

/** The monitor with that id or name. Throws Problem for none, and for a name that several have. */
async function find(api: Client, target: string): Promise<{ id: string; name: string }> {
  const all = await api.call(monitorCalls.list, {});
  const byId = all.find(({ id }) => id === target);
  if (byId) return byId;
  const named = all.filter(({ name }) => name.toLowerCase() === target.toLowerCase());
  const [only, other] = named;
  if (only && !other) return only;
  if (!only) throw new Problem(`There is no monitor ${target}. See farwatch monitors.`);
  throw new Problem(
    `Several monitors are called ${target}: use one of the ids ${named.map(({ id }) => id).join(', ')}.`,
  );
}
