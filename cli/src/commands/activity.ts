import { activityCalls } from '@farwatch/core/contracts/api/activity';
import type { Command } from '../command.ts';
import { EXIT } from '../problem.ts';
import { timeText } from '../time.ts';

/** Lists who changed what. */
export const activity: Command = {
  summary: 'Who changed what of the account',
  usage: ['activity'],
  examples: ['activity', 'activity --json'],
  async run({ client, io, isJson }) {
    const { entries } = await (await client()).call(activityCalls.list, { query: { limit: 50 } });
    if (isJson) io.print(JSON.stringify(entries, null, 2));
    else if (entries.length === 0) io.print('Nothing has been changed yet.');
    else {
      const rows = entries.map(({ at, actor, actorName, kind, action, subjectName }) => {
        return [timeText(at), actorName || actor, `${kind} ${action}`, subjectName];
      });
      io.table(rows, ['time', 'by', 'what', 'name']);
    }
    return EXIT.ok;
  },
};
