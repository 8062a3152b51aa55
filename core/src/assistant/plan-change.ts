import { z } from 'zod';
import { endpointCalls } from '../contracts/api/endpoints.ts';
import type { MonitorEntry } from '../contracts/api/monitor-answer.ts';
import { monitorCalls } from '../contracts/api/monitors.ts';
import { idSchema } from '../values/fields.ts';
import { SHORT_INTERVALS_SEC } from '../values/limits.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { MINUTE_MS } from '../values/time.ts';
import { normalizeUrl } from '../values/url.ts';
import { type ToolContext, ToolProblem } from './tool.ts';

/** How long a preview can be applied. */
const VALID_MS = 15 * MINUTE_MS;
/** Assistants repeat a token letter by letter. */
export const TOKEN_LENGTH = 20_000;

const urlSchema = z.string().max(2048);
const locationsSchema = z.array(locationCodeSchema).min(1);
const intervalSchema = z
  .literal(SHORT_INTERVALS_SEC)
  .describe('Seconds between two checks of an endpoint from one location; without it, as the account');

/** The changes that can be planned. */
export const changeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create_monitor'),
    name: z.string().min(1).max(200),
    urls: z.array(urlSchema).min(1).max(50),
    locations: locationsSchema,
    interval_sec: intervalSchema.optional(),
    tags: z.array(z.string()).optional(),
  }),
  z.object({
    kind: z.literal('change_monitor'),
    monitor_id: idSchema,
    locations: locationsSchema.optional(),
    interval_sec: intervalSchema.optional(),
    add_tags: z.array(z.string()).optional(),
    remove_tags: z.array(z.string()).optional(),
  }),
  z.object({
    kind: z.literal('add_endpoint'),
    monitor_id: idSchema,
    url: urlSchema,
    name: z.string().max(200).optional(),
  }),
  z.object({
    kind: z.literal('delete_endpoints'),
    monitor_id: idSchema,
    endpoint_ids: z.array(idSchema).min(1).max(100),
  }),
  z.object({ kind: z.literal('delete_monitor'), monitor_id: idSchema }),
]);
type Change = z.infer<typeof changeSchema>;

/** What a token seals: the change, when it was planned, the monitor's version then, and the key of the call that makes it. */
const planSchema = z.object({
  change: changeSchema,
  plannedAt: z.number(),
  version: z.number().nullable(),
  key: z.string(),
});

/** Returns what a change would do and the token that applies it. Changes nothing. Throws ToolProblem for too large a change. */
export async function planChange(context: ToolContext, change: Change): Promise<Record<string, unknown>> {
  const monitor = 'monitor_id' in change ? await readMonitor(context, change.monitor_id) : null;
  const preview = previewOf(change, monitor);
  const plan = { change, plannedAt: context.now(), version: monitor?.version ?? null, key: context.newKey() };
  const token = await context.seal(JSON.stringify(plan satisfies z.infer<typeof planSchema>));
  if (token.length > TOKEN_LENGTH) throw new ToolProblem('This change is too large for one plan. Plan it in parts.');
  return {
    preview,
    token,
    validForMinutes: VALID_MS / MINUTE_MS,
    next: 'Show the preview to the person. Call apply_change with the token only if they agree.',
  };
}

/** Applies a planned change, once however often it is called. Throws ToolProblem if the monitor has changed since. */
export async function applyChange(context: ToolContext, token: string): Promise<Record<string, unknown>> {
  const plan = planSchema.safeParse(parsed(await context.open(token)));
  if (!plan.success) throw new ToolProblem('This token was not made by plan_change here. Plan the change again.');
  const { change, plannedAt, version, key } = plan.data;
  if (context.now() - plannedAt > VALID_MS) throw new ToolProblem('This plan is too old. Plan the change again.');
  if ('monitor_id' in change) {
    const monitor = await readMonitor(context, change.monitor_id);
    const added = change.kind === 'add_endpoint' && findAdded(monitor, change);
    // The first call with this token has changed the version.
    if (monitor.version !== version && added)
      return {
        applied: { monitor_id: change.monitor_id, endpoint_id: added.id },
        note: 'The monitor has this endpoint.',
      };
    if (monitor.version !== version)
      throw new ToolProblem('The monitor has changed since the preview. Plan the change again.');
  }
  return { applied: await apply(context, change, key) };
}

function findAdded({ endpoints }: MonitorEntry, { url }: { url: string }) {
  const stored = normalizeUrl(url);
  return endpoints.find((each) => each.url === stored);
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

async function readMonitor({ call }: ToolContext, id: string): Promise<MonitorEntry> {
  return call(monitorCalls.read, { params: { id } });
}

function previewOf(change: Change, monitor: MonitorEntry | null): readonly string[] {
  const name = monitor?.name ?? '';
  switch (change.kind) {
    case 'create_monitor':
      return [
        `Create monitor "${change.name}" with ${change.urls.length} endpoint(s), checked from ${change.locations.join(', ')}${
          change.interval_sec ? ` every ${change.interval_sec} s` : ''
        }:`,
        ...change.urls,
      ];
    case 'change_monitor':
      return [
        `Change monitor "${name}":`,
        ...(change.locations ? [`locations ${codesOf(monitor).join(', ')} become ${change.locations.join(', ')}`] : []),
        ...(change.interval_sec
          ? [`interval ${monitor?.intervalSec ?? 'of the account'} becomes ${change.interval_sec} s`]
          : []),
        ...(change.add_tags?.length ? [`tags added: ${change.add_tags.join(', ')}`] : []),
        ...(change.remove_tags?.length ? [`tags removed: ${change.remove_tags.join(', ')}`] : []),
      ];
    case 'add_endpoint':
      return [`Add an endpoint to monitor "${name}":`, change.url];
    case 'delete_endpoints':
      return [
        `Delete from monitor "${name}", with their history:`,
        ...change.endpoint_ids.map((id) => labelOf(monitor, id)),
      ];
    case 'delete_monitor':
      return [
        `Delete monitor "${name}" with ${monitor?.endpoints.length ?? 0} endpoint(s) and their history:`,
        ...(monitor?.endpoints ?? []).map(({ id }) => labelOf(monitor, id)),
      ];
  }
}

function codesOf(monitor: MonitorEntry | null): string[] {
  return (monitor?.locations ?? []).map(({ code }) => code);
}

/** Throws ToolProblem for an endpoint that the monitor does not have. */
function labelOf(monitor: MonitorEntry | null, id: string): string {
  const endpoint = monitor?.endpoints.find((each) => each.id === id);
  if (!endpoint) throw new ToolProblem(`The monitor has no endpoint ${id}. get_monitor lists them.`);
  return `${endpoint.name} (${endpoint.url})`;
}

async function apply({ call }: ToolContext, change: Change, key: string): Promise<Record<string, unknown>> {
  switch (change.kind) {
    case 'create_monitor': {
      const { name, urls, locations, tags = [], interval_sec: intervalSec } = change;
      const body = {
        name,
        locations,
        tags,
        endpoints: urls.map((url) => ({ url })),
        ...(intervalSec && { intervalSec }),
      };
      const { id } = await call(monitorCalls.create, { body }, key);
      return { monitor_id: id };
    }
    case 'change_monitor': {
      const {
        monitor_id: id,
        locations,
        interval_sec: intervalSec,
        add_tags: addTags,
        remove_tags: removeTags,
      } = change;
      await call(monitorCalls.change, { params: { id }, body: { locations, intervalSec, addTags, removeTags } });
      return { monitor_id: id };
    }
    case 'add_endpoint': {
      const { monitor_id: id, url, name = '' } = change;
      const added = await call(endpointCalls.add, { params: { id }, body: { url, name } }, key);
      return { monitor_id: id, endpoint_id: added.id };
    }
    case 'delete_endpoints': {
      const { monitor_id: id, endpoint_ids: endpointIds } = change;
      await call(endpointCalls.removeSeveral, { params: { id }, body: { endpointIds } });
      return { monitor_id: id, deleted: endpointIds };
    }
    case 'delete_monitor':
      await call(monitorCalls.remove, { params: { id: change.monitor_id } });
      return { monitor_id: change.monitor_id, deleted: true };
  }
}
