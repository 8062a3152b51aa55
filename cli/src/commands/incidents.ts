import { incidentActionCalls } from '@farwatch/core/contracts/api/incident-actions';
import { type IncidentEntry, incidentCalls } from '@farwatch/core/contracts/api/incidents';
import { wholeIncidentCalls } from '@farwatch/core/contracts/api/whole-incident';
import type { Command, Context, Values } from '../command.ts';
import { EXIT, Problem } from '../problem.ts';
import { currentMs, lengthText, timeText } from '../time.ts';

const RANGES = ['24h', '7d', '30d'] as const;

/** Lists incidents, shows one, and acknowledges, snoozes or annotates it. */
export const incidents: Command = {
  summary: 'List incidents; show, acknowledge, snooze or annotate one',
  usage: [
    'incidents [--range 24h|7d|30d] [--active]',
    'incidents show <id>',
    'incidents ack <id> [--note <text>]',
    'incidents snooze <id> <minutes>',
    'incidents note <id> <text>',
  ],
  examples: ['incidents --active', 'incidents show 4fGh2', 'incidents ack 4fGh2 --note "Restarting it"'],
  options: { range: { type: 'string' }, active: { type: 'boolean' }, note: { type: 'string' } },
  run(context, [action = 'list', id, text], values) {
    if (action === 'list') return list(context, values);
    if (id === undefined) throw new Problem(`Which incident? For example: farwatch incidents ${action} 4fGh2`);
    if (action === 'show') return show(context, id);
    return act(context, action, id, text, values.note);
  },
};

async function list({ client, io, isJson }: Context, { range = '24h', active }: Values): Promise<number> {
  const timeRange = RANGES.find((each) => each === range);
  if (!timeRange) throw new Problem('The range must be 24h, 7d or 30d.');
  const query = { timeRange, limit: 100, status: active === true ? ('active' as const) : ('all' as const) };
  const { data } = await (await client()).call(incidentCalls.list, { query });
  if (isJson) io.print(JSON.stringify(data, null, 2));
  else if (data.length === 0) io.print('No incidents.');
  else io.table(data.map(rowOf), ['id', 'started', 'lasted', 'severity', 'what', 'from']);
  return EXIT.ok;
}

function rowOf({ id, triggeredAt, resolvedAt, severity, monitors, endpoints, locations }: IncidentEntry): string[] {
  const end = resolvedAt === null ? currentMs() : Date.parse(resolvedAt);
  const length = lengthText(end - Date.parse(triggeredAt));
  const lasted = resolvedAt === null ? `${length}, active` : length;
  return [id, timeText(triggeredAt), lasted, severity, `${monitors.name}: ${endpoints.name}`, locations.join(' ')];
}

async function show({ client, io, isJson }: Context, id: string): Promise<number> {
  const incident = await (await client()).call(wholeIncidentCalls.read, { params: { id } });
  if (isJson) io.print(JSON.stringify(incident, null, 2));
  else {
    const { monitors, endpoints, status, severity, details, updates, evidence, messages } = incident;
    io.print(io.paint('bold', `${monitors.name}: ${endpoints.name}`));
    io.print(`${endpoints.url}\n${status}, ${severity}${details.errorMessage ? `: ${details.errorMessage}` : ''}`);
    for (const { createdAt, message } of updates) io.print(`  ${timeText(createdAt)}  ${message}`);
    for (const { location, failed } of evidence) {
      const received = failed.statusCode === null ? (failed.error ?? '') : String(failed.statusCode);
      io.print(
        `  received from ${location}: ${received} after ${failed.ms} ms${failed.address ? ` from ${failed.address}` : ''}`,
      );
    }
    for (const { createdAt, channelName, state } of messages)
      io.print(`  ${timeText(createdAt)}  ${channelName}: ${state}`);
  }
  return incident.status === 'active' ? EXIT.failed : EXIT.ok;
}

async function act(
  { client, io }: Context,
  action: string,
  id: string,
  text: string | undefined,
  note: Values[string],
): Promise<number> {
  const api = await client();
  const ids = [id];
  const result = await (() => {
    switch (action) {
      case 'ack':
        return api.call(incidentActionCalls.acknowledge, { body: { ids, note: typeof note === 'string' ? note : '' } });
      case 'unack':
        return api.call(incidentActionCalls.unacknowledge, { body: { ids } });
      case 'snooze':
        return api.call(incidentActionCalls.snooze, { body: { ids, minutes: minutesOf(text) } });
      case 'note':
        if (!text) throw new Problem('Which note? For example: farwatch incidents note 4fGh2 "Restarting it"');
        return api.call(incidentActionCalls.note, { body: { id, note: text } });
      default:
        throw new Problem(`Unknown: incidents ${action}. See farwatch help incidents.`);
    }
  })();
  const [skipped] = result.skipped;
  if (skipped)
    throw new Problem(skipped.reason === 'resolved' ? 'It is resolved already.' : `There is no incident ${id}.`);
  io.print('Done.');
  return EXIT.ok;
}

function minutesOf(text: string | undefined): number {
  const minutes = Number(text);
  if (Number.isInteger(minutes) && minutes >= 5) return minutes;
  throw new Problem('For how many minutes, at least 5? For example: farwatch incidents snooze 4fGh2 60');
}
