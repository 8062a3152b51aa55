import { historyCalls } from '@farwatch/core/contracts/api/history';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import {
  type HistoryPart,
  type HistorySubject,
  historyLines,
  partsOfAll,
  partsOfMonth,
  RESOLUTIONS,
  type Resolution,
  subjectsOf,
} from '@farwatch/core/decisions/history/history-lines';
import { createMatcher } from '@farwatch/core/values/search';
import { type Client, Refusal } from '../client.ts';
import type { Command, Values } from '../command.ts';
import { EXIT, Problem } from '../problem.ts';
import { counted } from '../terminal.ts';
import { currentMs } from '../time.ts';

/** Prints the history of each endpoint as lines of JSON, which it does not keep: a year of hours is large. */
export const history: Command = {
  summary: 'Uptime and response times of a month, as lines of JSON',
  usage: ['history --month <yyyy-mm> [--by day|hour] [--only <words>]', 'history --all [--by day|hour]'],
  examples: ['history --month 2026-10 > october.ndjson', 'history --month 2026-10 --by hour --only shop'],
  options: {
    month: { type: 'string' },
    all: { type: 'boolean' },
    by: { type: 'string' },
    only: { type: 'string' },
  },
  async run({ client, io }, _positionals, values) {
    const resolution = resolutionOf(values.by);
    const parts = partsFor(values, resolution, currentMs());
    const api = await client();
    const subjects = await findSubjects(api, String(values.only ?? ''));
    for (const [index, subject] of subjects.entries()) {
      io.progress(`${index} of ${counted(subjects.length, 'endpoint')}`);
      for (const part of parts) {
        const lines = await readLines(api, subject, { ...part, resolution });
        // Without the last line break, which `print` adds.
        if (lines !== '') io.print(lines.slice(0, -1));
      }
    }
    io.progress('');
    return EXIT.ok;
  },
};

function resolutionOf(by: Values[string]): Resolution {
  const found = RESOLUTIONS.find((each) => each === (by ?? 'day'));
  if (found === undefined) throw new Problem(`--by must be ${RESOLUTIONS.join(' or ')}.`);
  return found;
}

function partsFor({ month, all }: Values, resolution: Resolution, nowMs: number): HistoryPart[] {
  if (all === true) return partsOfAll(resolution, nowMs);
  if (month === undefined) throw new Problem('Which month? For example: farwatch history --month 2026-10');
  const parts = partsOfMonth(String(month), resolution, nowMs);
  if (parts.length === 0) throw new Problem(`${month} is no month up to now. Write it as 2026-10.`);
  return parts;
}

async function findSubjects(api: Client, only: string): Promise<HistorySubject[]> {
  const monitors = await api.call(monitorCalls.list, {});
  const matches = createMatcher(only);
  return monitors.flatMap(subjectsOf).filter(({ monitor, endpoint, url }) => matches(monitor, endpoint, url));
}

/** The lines of a range; none of one before the endpoint existed, or of an endpoint that was deleted meanwhile. */
async function readLines(
  api: Client,
  subject: HistorySubject,
  query: HistoryPart & { resolution: Resolution },
): Promise<string> {
  try {
    const { points } = await api.call(historyCalls.endpoint, { params: { id: subject.endpointId }, query });
    return historyLines(subject, points);
  } catch (error) {
    if (error instanceof Refusal && ['invalid', 'not_found'].includes(error.code)) return '';
    throw error;
  }
}
