import { createMcpHandler } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import type { ToolContext } from './tool.ts';
import { assistantServer } from './tools.ts';

class Refused extends Error {}

/** What an assistant reads when every call of the API throws this. */
async function answerTo(thrown: Error): Promise<string> {
  const fails = () => Promise.reject(thrown);
  const context: ToolContext = { call: fails, seal: fails, open: fails, newKey: () => 'key', now: () => 0 };
  const refusalText = (error: unknown) => (error instanceof Refused ? error.message : null);
  const { fetch } = createMcpHandler(() => assistantServer({ scope: 'read', version: '1', context, refusalText }));
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_monitors', arguments: {} } };
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) });
  return (await fetch(request)).text();
}

it('answers with what the API refused, and hides other errors', async () => {
  expect(await answerTo(new Refused('No such monitor'))).toContain('"text":"No such monitor"');
  const answer = await answerTo(new Error('connect 10.0.0.1'));
  expect(answer).toContain('"text":"Farwatch has failed. Try again later."');
  expect(answer).not.toContain('10.0.0.1');
});
