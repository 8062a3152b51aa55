import { describe, expect, it } from 'vitest';
import type { ApiCall } from '../contracts/api/call.ts';
import { MINUTE_MS } from '../values/time.ts';
import { applyChange, planChange, TOKEN_LENGTH } from './plan-change.ts';
import type { ToolContext } from './tool.ts';

/** Tokens that anyone could read, and a server with one monitor. */
class Server {
  nowMs = 0;
  version = 3;
  readonly made: string[] = [];
  readonly context: ToolContext = {
    seal: async (text) => `sealed ${text}`,
    open: async (token) => (token.startsWith('sealed ') ? token.slice('sealed '.length) : null),
    newKey: () => 'key-1',
    now: () => this.nowMs,
    call: async (call: ApiCall, _input: unknown, key?: string) => {
      this.made.push([call.method, call.path, ...(key ? [key] : [])].join(' '));
      const endpoints = [{ id: 'e1', name: 'front', url: 'https://shop.farwatch.test/' }];
      const monitor = {
        id: 'm1',
        name: 'Shop',
        version: this.version,
        intervalSec: null,
        locations: [{ code: 'tw' }],
        endpoints,
      };
      return monitor as never;
    },
  };

  async plan(change: Parameters<typeof planChange>[1]): Promise<{ preview: string[]; token: string }> {
    return (await planChange(this.context, change)) as { preview: string[]; token: string };
  }
}

const RENEW = { kind: 'change_monitor', monitor_id: 'm1', locations: ['tw', 'th'], interval_sec: 60 } as const;

describe('a plan', () => {
  it('names what is there and what it becomes, and changes nothing', async () => {
    const server = new Server();
    const { preview } = await server.plan({ ...RENEW, locations: ['tw', 'th'], remove_tags: ['old'] });
    expect(preview).toEqual([
      'Change monitor "Shop":',
      'locations tw become tw, th',
      'interval of the account becomes 60 s',
      'tags removed: old',
    ]);
    const removal = await server.plan({ kind: 'delete_endpoints', monitor_id: 'm1', endpoint_ids: ['e1'] });
    expect(removal.preview[1]).toBe('front (https://shop.farwatch.test/)');
    expect(server.made).toEqual(['get /monitors/:id', 'get /monitors/:id']);
  });

  it.each<[string, (server: Server) => void, string | null]>([
    ['is applied', () => {}, null],
    ['is applied a quarter of an hour later', (server) => (server.nowMs += 15 * MINUTE_MS), null],
    ['is refused after that', (server) => (server.nowMs += 15 * MINUTE_MS + 1), 'too old'],
    ['is refused if the monitor has changed', (server) => (server.version += 1), 'has changed'],
  ])('%s', async (_, change, refusal) => {
    const server = new Server();
    const { token } = await server.plan({ ...RENEW, locations: ['tw', 'th'] });
    change(server);
    const applied = applyChange(server.context, token);
    if (refusal === null) expect(await applied).toEqual({ applied: { monitor_id: 'm1' } });
    else await expect(applied).rejects.toThrow(refusal);
    expect(server.made.filter((each) => each.startsWith('post'))).toHaveLength(refusal === null ? 1 : 0);
  });

  it('of an endpoint says that it is applied when it is applied again, not that the monitor has changed', async () => {
    const server = new Server();
    const { token } = await server.plan({ kind: 'add_endpoint', monitor_id: 'm1', url: 'https://SHOP.farwatch.test' });
    server.version += 1;
    expect(await applyChange(server.context, token)).toMatchObject({
      applied: { monitor_id: 'm1', endpoint_id: 'e1' },
    });
    const other = await server.plan({ kind: 'add_endpoint', monitor_id: 'm1', url: 'https://other.farwatch.test' });
    server.version += 1;
    await expect(applyChange(server.context, other.token)).rejects.toThrow('has changed');
    expect(server.made.filter((each) => each.startsWith('post'))).toEqual([]);
  });

  it('of a creation has the key that makes repeats one', async () => {
    const server = new Server();
    const { token } = await server.plan({ kind: 'create_monitor', name: 'Docs', urls: ['docs'], locations: ['tw'] });
    await applyChange(server.context, token);
    expect(server.made).toEqual(['post /monitors key-1']);
    await expect(applyChange(server.context, 'other')).rejects.toThrow('was not made by plan_change');
  });

  it('is refused if its token would be longer than apply_change accepts', async () => {
    const urls = Array.from({ length: 50 }, (_, number) => `https://${number}.farwatch.test/${'x'.repeat(400)}`);
    const change = { kind: 'create_monitor', name: 'Docs', urls, locations: ['tw'] } as const;
    const token = async (count: number) =>
      (await new Server().plan({ ...change, locations: ['tw'], urls: urls.slice(0, count) })).token;
    expect((await token(40)).length).toBeLessThanOrEqual(TOKEN_LENGTH);
    await expect(token(50)).rejects.toThrow('Plan it in parts');
  });
});
