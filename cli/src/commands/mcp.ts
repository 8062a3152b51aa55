import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { ToolContext } from '@farwatch/core/assistant/tool';
import { meCalls } from '@farwatch/core/contracts/api/me';
import manifest from '../../package.json' with { type: 'json' };
import type { Client } from '../client.ts';
import type { Command } from '../command.ts';
import { EXIT, Problem } from '../problem.ts';
import { currentMs } from '../time.ts';

/** Serves an assistant until it closes standard input. */
export const mcp: Command = {
  summary: 'Serve an assistant by the Model Context Protocol (MCP)',
  usage: ['mcp'],
  examples: ['mcp'],
  async run({ client }) {
    // Large, and no other command needs it.
    const [{ serveStdio }, { assistantServer }] = await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      import('@farwatch/core/assistant/tools'),
    ]);
    const api = await client();
    const { keyScope } = await api.call(meCalls.read, {});
    const context = contextOf(api);
    const server = serveStdio(() =>
      assistantServer({
        scope: keyScope ?? 'read',
        version: manifest.version,
        context,
        refusalText: (error) => (error instanceof Problem ? error.message : null),
      }),
    );
    await new Promise((resolve) => process.stdin.once('close', resolve));
    await server.close();
    return EXIT.ok;
  },
};

/** Tokens are valid as long as the process runs. */
function contextOf({ call }: Client): ToolContext {
  const secret = randomBytes(32);
  const macOf = (payload: string) => createHmac('sha256', secret).update(payload).digest();
  return {
    call,
    seal: async (text) => {
      const payload = Buffer.from(text).toString('base64url');
      return `${payload}.${macOf(payload).toString('base64url')}`;
    },
    open: async (token) => {
      const [payload = '', given = ''] = token.split('.');
      const [expected, actual] = [macOf(payload), Buffer.from(given, 'base64url')];
      const isOwn = actual.length === expected.length && timingSafeEqual(actual, expected);
      return isOwn ? Buffer.from(payload, 'base64url').toString() : null;
    },
    newKey: randomUUID,
    now: currentMs,
  };
}
