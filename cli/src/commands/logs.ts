import { type MessageAnswer, messageCalls } from '@farwatch/core/contracts/api/messages';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { Command, Context } from '../command.ts';
import { EXIT } from '../problem.ts';
import { timeText } from '../time.ts';

const EVERY_MS = 10 * SECOND_MS;
const SHOWN = 20;

/** Prints what the channels have sent, and with `--follow` what they send from now on. */
export const logs: Command = {
  summary: 'The last messages of all channels; --follow prints new ones',
  usage: ['logs [--follow]'],
  examples: ['logs', 'logs --follow'],
  options: { follow: { type: 'boolean', short: 'f' } },
  async run(context, _positionals, values) {
    const api = await context.client();
    const seen = new Set<string>();
    for (;;) {
      const { messages } = await api.call(messageCalls.list, { query: { limit: SHOWN } });
      const fresh = messages.filter(({ id }) => !seen.has(id)).toReversed();
      for (const message of fresh) {
        seen.add(message.id);
        print(context, message);
      }
      if (fresh.length === 0 && seen.size === 0 && values.follow !== true) context.io.print('Nothing was sent yet.');
      if (values.follow !== true) return EXIT.ok;
      await context.sleep(EVERY_MS);
    }
  },
};

function print({ io, isJson }: Context, message: MessageAnswer): void {
  if (isJson) {
    io.print(JSON.stringify(message));
    return;
  }
  const { createdAt, channelName, state, reason, contents } = message;
  const what = contents
    .map(({ kind, monitor, endpoint }) => [kind, monitor, endpoint].filter(Boolean).join(' '))
    .join('; ');
  const color = state === 'sent' ? 'green' : state === 'failed' ? 'red' : 'yellow';
  io.print(
    `${timeText(createdAt)}  ${io.paint(color, state.padEnd(7))}  ${channelName}: ${what}${reason ? ` (${reason})` : ''}`,
  );
}
