import { textOfRefusal } from '../client.ts';
import type { Command } from '../command.ts';
import { EXIT, Problem } from '../problem.ts';

/** Makes any call of the API and prints its answer. */
export const api: Command = {
  summary: 'Make a call of the API and print its answer',
  usage: ['api <method> <path> [--data <json>]', 'api <method> <path> --data -   (JSON from standard input)'],
  examples: ['api get /monitors', 'api post /v1/incidents/note --data \'{"id":"4fGh2","note":"Ok"}\''],
  options: { data: { type: 'string', short: 'd' } },
  async run({ client, io, stdin }, [method, path], { data }) {
    if (method === undefined || path === undefined) throw new Problem('For example: farwatch api get /monitors');
    const text = data === '-' ? await readAll(stdin) : data;
    const body = typeof text === 'string' ? parse(text) : undefined;
    const address = path.startsWith('/') ? path.replace(/^\/api(?=\/)/, '') : `/${path}`;
    const answer = await (await client()).request(method.toUpperCase(), address, body);
    io.print(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body, null, 2));
    if (answer.status < 300) return EXIT.ok;
    io.error(textOfRefusal(answer));
    return EXIT.failed;
  },
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem(`The data is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

async function readAll(stdin: AsyncIterable<Buffer | string>): Promise<string> {
  let text = '';
  for await (const part of stdin) text += String(part);
  return text;
}
