import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { historyCalls } from '../contracts/api/history.ts';
import { incidentActionCalls } from '../contracts/api/incident-actions.ts';
import { type IncidentEntry, incidentCalls } from '../contracts/api/incidents.ts';
import type { MonitorEntry } from '../contracts/api/monitor-answer.ts';
import { monitorCalls } from '../contracts/api/monitors.ts';
import { isoOf, isoSchema } from '../contracts/api/parts.ts';
import { idSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';
import { DAY_MS } from '../values/time.ts';
import { explainIncident } from './explain-incident.ts';
import { applyChange, changeSchema, planChange, TOKEN_LENGTH } from './plan-change.ts';
import { fromOutside, INSTRUCTIONS, READS, type Tool, type ToolContext, ToolProblem, tool } from './tool.ts';

/** How many monitors or incidents one answer lists, so that it fits into a conversation. */
const LISTED = 50;

const monitorIdSchema = idSchema.describe('The id of a monitor, from list_monitors');

/** What assistants can do, by name, in the order in which they are listed. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  get_status: tool({
    title: 'What is down now',
    description: 'Counts monitors by status and lists those that are not up, with the active incidents.',
    scope: 'read',
    hints: READS,
    input: z.object({}),
    async run({ call }) {
      const [monitors, incidents] = await Promise.all([
        call(monitorCalls.list, {}),
        call(incidentCalls.list, { query: { timeRange: '24h', status: 'active', limit: LISTED } }),
      ]);
      const count = (wanted: MonitorEntry['status']) => monitors.filter(({ status }) => status === wanted).length;
      return {
        monitors: { up: count('UP'), down: count('DOWN'), unknown: count('UNKNOWN') },
        notUp: monitors
          .filter(({ status }) => status !== 'UP')
          .slice(0, LISTED)
          .map(monitorLine),
        activeIncidents: incidents.data.map(incidentLine),
      };
    },
  }),
  list_monitors: tool({
    title: 'List monitors',
    description: `Lists at most ${LISTED} monitors by name, each with its status and the number of endpoints; search looks in names, URLs and tags.`,
    scope: 'read',
    hints: READS,
    input: z.object({
      search: z.string().max(LIMITS.nameLength).optional(),
      tag: z.string().optional(),
      status: z.enum(['up', 'down', 'unknown']).optional(),
      cursor: idSchema.describe('The id of the last monitor of the part before').optional(),
    }),
    async run({ call }, query) {
      const monitors = await call(monitorCalls.list, { query: { ...query, limit: LISTED } });
      return { monitors: monitors.map(monitorLine), hasMore: monitors.length === LISTED };
    },
  }),
  get_monitor: tool({
    title: 'A monitor with its endpoints',
    description:
      'Shows a monitor: its locations, interval, and each endpoint with its status and availability of 24 hours.',
    scope: 'read',
    hints: READS,
    input: z.object({ monitor_id: monitorIdSchema }),
    async run({ call }, { monitor_id: id }) {
      const monitor = await call(monitorCalls.read, { params: { id } });
      const { locations, intervalSec, endpoints, speed } = monitor;
      return {
        ...monitorLine(monitor),
        locations: locations.map(({ code }) => code),
        intervalSec: intervalSec ?? 'as the account',
        averageMs: speed.average,
        endpoints: endpoints.map(
          ({ id: endpointId, name, url, currentStatus, isPaused, lastCheckAt, availability }) => ({
            id: endpointId,
            name,
            url,
            status: isPaused ? 'paused' : currentStatus,
            lastCheck: lastCheckAt,
            availability24h: availability,
          }),
        ),
      };
    },
  }),
  list_incidents: tool({
    title: 'List incidents',
    description: `Lists at most ${LISTED} incidents, the newest first, active ones included.`,
    scope: 'read',
    hints: READS,
    input: z.object({
      range: z.enum(['24h', '7d', '30d']).default('24h'),
      only_active: z.boolean().default(false),
      monitor_id: monitorIdSchema.optional(),
    }),
    async run({ call }, { range: timeRange, only_active: isActive, monitor_id: monitorId }) {
      const status = isActive ? ('active' as const) : ('all' as const);
      const { data, pagination } = await call(incidentCalls.list, {
        query: { timeRange, status, limit: LISTED, ...(monitorId && { monitorId }) },
      });
      return { incidents: data.map(incidentLine), total: pagination.total };
    },
  }),
  explain_incident: tool({
    title: 'Explain an incident',
    description:
      'Explains an incident, the newest active one without an id: what each country received and since when, what had changed before (address, status, response time), what depends on the endpoint, who was notified and who took care of it.',
    scope: 'read',
    hints: READS,
    input: z.object({ incident_id: idSchema.optional() }),
    run: ({ call }, { incident_id: id }) => explainIncident(call, id),
  }),
  get_uptime: tool({
    title: 'Uptime and response times',
    description: 'Uptime, outages and response times of a monitor over the last days, compared with the days before.',
    scope: 'read',
    hints: READS,
    input: z.object({ monitor_id: monitorIdSchema, days: z.number().int().min(1).max(365).default(30) }),
    async run({ call, now }, { monitor_id: id, days }) {
      const query = { from: isoOf(now() - days * DAY_MS), to: isoOf(now()) };
      return call(historyCalls.monitor, { params: { id }, query });
    },
  }),
  check_now: tool({
    title: 'Check now',
    description:
      'Has the agents check all endpoints of a monitor now. get_monitor shows the results some seconds later.',
    scope: 'write',
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    input: z.object({ monitor_id: monitorIdSchema }),
    run: ({ call }, { monitor_id: id }) => call(monitorCalls.test, { params: { id } }),
  }),
  acknowledge_incident: tool({
    title: 'Acknowledge an incident',
    description:
      'Notes that someone takes care of an incident: no reminders, and channels with a delay stay silent. Ask the person before.',
    scope: 'write',
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: z.object({ incident_id: idSchema, note: z.string().max(LIMITS.noteLength).default('') }),
    async run({ call }, { incident_id: id, note }) {
      const { skipped } = await call(incidentActionCalls.acknowledge, { body: { ids: [id], note } });
      const [reason] = skipped;
      if (reason)
        throw new ToolProblem(reason.reason === 'resolved' ? 'It is over already.' : `There is no incident ${id}.`);
      return { acknowledged: id };
    },
  }),
  pause_monitor: tool({
    title: 'Pause or resume a monitor',
    description: 'Pauses the checks and alerts of a monitor, until a time if one is given, or resumes them.',
    scope: 'write',
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: z.object({ monitor_id: monitorIdSchema, paused: z.boolean(), until: isoSchema.optional() }),
    async run({ call }, { monitor_id: id, paused, until }) {
      const untilMs = until === undefined ? null : Date.parse(until);
      const monitor = await call(monitorCalls.pause, { params: { id }, body: { paused, untilMs } });
      return monitorLine(monitor);
    },
  }),
  plan_change: tool({
    title: 'Plan a change',
    description:
      'Shows what a change of monitors would do, and returns a token for apply_change. Changes nothing: create_monitor, change_monitor, add_endpoint, delete_endpoints, delete_monitor.',
    scope: 'write',
    hints: READS,
    input: z.object({ change: changeSchema }),
    run: (context, { change }) => planChange(context, change),
  }),
  apply_change: tool({
    title: 'Apply a planned change',
    description: 'Makes the change that plan_change has shown. Only after the person has agreed to the preview.',
    scope: 'write',
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    input: z.object({ token: z.string().max(TOKEN_LENGTH) }),
    run: (context, { token }) => applyChange(context, token),
  }),
};

function monitorLine({ id, name, status, tags, uptime, endpoints, paused }: MonitorEntry) {
  return { id, name, status: paused ? 'paused' : status, tags, uptime24h: uptime, endpoints: endpoints.length };
}

function incidentLine(incident: IncidentEntry) {
  const { id, type, status, severity, triggeredAt, resolvedAt, monitors, endpoints, locations, details } = incident;
  return {
    id,
    type,
    status,
    severity,
    monitor: monitors.name,
    endpoint: endpoints.name,
    url: endpoints.url,
    started: triggeredAt,
    resolved: resolvedAt,
    locations,
    error: fromOutside(details.errorMessage ?? ''),
    acknowledged: incident.acknowledgement !== null,
  };
}

type Offer = {
  /** The scope of the API key: one that only reads is offered no tool that writes. */
  scope: 'read' | 'write';
  version: string;
  context: ToolContext;
  /** The text for people of an error that a call of the API threw; null for another one, which only the log shows. */
  refusalText(error: unknown): string | null;
};

/** Returns a server of the Model Context Protocol with the tools that a key may use. */
export function assistantServer({ scope, version, context, refusalText }: Offer): McpServer {
  const server = new McpServer(
    { name: 'farwatch', title: 'Farwatch', version },
    // Without listChanged, no client can subscribe, which would keep a request open.
    { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
  );
  for (const [name, { title, description, hints, input, run, scope: needed }] of Object.entries(TOOLS)) {
    if (needed === 'write' && scope !== 'write') continue;
    const config = { title, description, inputSchema: input, annotations: { title, ...hints } };
    server.registerTool(name, config, async (given) => {
      try {
        return textResult(JSON.stringify(await run(context, given)));
      } catch (error) {
        const text = error instanceof ToolProblem ? error.message : refusalText(error);
        return { ...textResult(text ?? 'Farwatch has failed. Try again later.'), isError: true };
      }
    });
  }
  return server;
}

function textResult(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}
