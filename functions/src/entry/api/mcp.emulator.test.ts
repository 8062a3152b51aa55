import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type KeyAccount, makeKey, newKeyAccount } from '../../testing/api/keys.ts';
import { createMonitor, monitorBody } from '../../testing/api/monitors.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';

/** The protocol's own client against the API on a socket. */

let api: TestApi;
let account: KeyAccount;
const clients: Client[] = [];

beforeAll(async () => {
  api = await newTestApi();
  account = await newKeyAccount(api);
  await createMonitor(api, account.user, monitorBody(['front']));
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => api.close());

async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${api.origin}/api/mcp`), { requestInit }));
  clients.push(client);
  return client;
}

async function textOf(client: Client, name: string, input: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: input });
  const [part] = content;
  return part?.type === 'text' ? part.text : '';
}

/** A request as it is on the wire, of a client without the library. */
function post(key: string | null, message: unknown, headers: Record<string, string> = {}) {
  return fetch(`${api.origin}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: JSON.stringify(message),
  });
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
};

describe('POST /mcp', () => {
  it('answers the official client with what the key may see', async () => {
    const client = await connect(account.key);
    expect(JSON.parse(await textOf(client, 'list_monitors'))).toMatchObject({ monitors: [{ name: 'Shop' }] });
    const other = await connect((await newKeyAccount(api)).key);
    expect(JSON.parse(await textOf(other, 'list_monitors'))).toMatchObject({ monitors: [] });
  });

  it('applies a plan of the same account only, and names the key in the activity', async () => {
    const [client, other] = [await connect(account.key), await connect((await newKeyAccount(api)).key)];
    const change = { kind: 'create_monitor', name: 'Docs', urls: ['https://docs.farwatch.test/'], locations: ['tw'] };
    const { token } = JSON.parse(await textOf(client, 'plan_change', { change })) as { token: string };
    expect(await textOf(other, 'apply_change', { token })).toContain('was not made by plan_change');
    expect(await textOf(client, 'apply_change', { token })).toContain('monitor_id');
    const { body } = await api.call(account.user, 'GET', '/v1/activity');
    // The key was made at the same time.
    const { entries } = body as { entries: object[] };
    expect(entries).toContainEqual(expect.objectContaining({ actor: 'key', actorName: 'Script', subjectName: 'Docs' }));
  });

  it('offers nothing that writes to a key that only reads, and refuses it nevertheless', async () => {
    const client = await connect((await makeKey(api, account.user, 'read')).key);
    const { tools } = await client.listTools();
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    await expect(
      client.callTool({ name: 'pause_monitor', arguments: { monitor_id: 'm', paused: true } }),
    ).rejects.toThrow();
  });

  it('answers older clients without a session', async () => {
    const answer = await post(account.key, INITIALIZE);
    expect([answer.status, answer.headers.get('mcp-session-id')]).toEqual([200, null]);
    expect(await answer.text()).toContain('"protocolVersion":"2025-06-18"');
  });

  it.each<[string, () => Promise<Response>, number]>([
    ['no key', () => post(null, INITIALIZE), 401],
    ['another key', () => post('fw_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', INITIALIZE), 401],
    ['a person’s token', () => post(account.user.token, INITIALIZE), 401],
    ['a page of another site', () => post(account.key, INITIALIZE, { Origin: 'https://evil.farwatch.test' }), 403],
    ['several messages', () => post(account.key, [INITIALIZE]), 400],
    ['no message', () => post(account.key, {}), 400],
    ['too large a message', () => post(account.key, { ...INITIALIZE, more: 'x'.repeat(2_000_000) }), 413],
    ['a stream', () => fetch(`${api.origin}/mcp`, { headers: { Authorization: `Bearer ${account.key}` } }), 405],
  ])('refuses %s', async (_, request, status) => {
    api.clock.nowMs += 60_000;
    const answer = await request();
    expect(answer.status).toBe(status);
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  });

  it('ends a subscription at once', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'new', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const message = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'MCP-Method': message.method };
    expect(await (await post(account.key, message, headers)).text()).toContain('"resultType":"complete"');
  });

  it('limits the requests of a key', async () => {
    const { key } = await newKeyAccount(api);
    const statuses = new Set<number>();
    const authenticate = new Set<string | null>();
    for (let each = 0; each < 70; each++) {
      const { status, headers } = await post(key, INITIALIZE);
      statuses.add(status);
      authenticate.add(headers.get('www-authenticate'));
    }
    expect([...statuses]).toEqual([200, 429]);
    // Another key would not help.
    expect([...authenticate]).toEqual([null]);
  });
});
