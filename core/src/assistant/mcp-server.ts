import { McpServer } from '@modelcontextprotocol/server';
import { INSTRUCTIONS, type ToolContext, ToolProblem } from './tool.ts';
import { TOOLS } from './tools.ts';

type Offer = {
  /** The scope of the API key: one that only reads is offered no tool that writes. */
  scope: 'read' | 'write';
  version: string;
  context: ToolContext;
  /** The text for people of an error that a call of the API threw; null for an error that is not one. */
  refusalText(error: unknown): string | null;
};

/** Returns a server of the Model Context Protocol with the tools that a key may use. */
export function assistantServer({ scope, version, context, refusalText }: Offer): McpServer {
  const server = new McpServer(
    { name: 'farwatch', title: 'Farwatch', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  for (const [name, { title, description, hints, input, run, scope: needed }] of Object.entries(TOOLS)) {
    if (needed === 'write' && scope !== 'write') continue;
    const config = { title, description, inputSchema: input, annotations: { title, ...hints } };
    server.registerTool(name, config, async (given) => {
      try {
        return textResult(JSON.stringify(await run(context, given)));
      } catch (error) {
        // The assistant can correct what a text explains; anything else is the server's fault.
        const text = error instanceof ToolProblem ? error.message : refusalText(error);
        if (text === null) throw error;
        return { ...textResult(text), isError: true };
      }
    });
  }
  return server;
}

function textResult(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}
