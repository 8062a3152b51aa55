import { describe, expect, it } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import { NotifiedChannel, seconds } from '../../testing/notified-channel.ts';
import { endpointSample, monitorSample, NOW, verdictSample, voteSample } from '../../testing/samples.ts';
import type { LocationCode } from '../../values/locations.ts';
import type { SeverityFilter } from '../../values/severity-filter.ts';
import { MINUTE_MS } from '../../values/time.ts';
import type { AssignedByLocation } from '../../values/vote.ts';
import { decideEndpoint } from '../status/decide-endpoint.ts';

/** From the verdicts of three locations to the messages: nothing is sent twice, and nothing is left out. */

const LOCATIONS: LocationCode[] = ['tw', 'th', 'bd'];

type Verdict = [atSec: number, location: LocationCode, up: boolean];
type World = { filter: SeverityFilter; silenceMin: number; verdicts: Verdict[] };

/** All that a channel sends which looks each second, with the second. */
function messagesIn({ filter, silenceMin, verdicts }: World): string[] {
  const channel = new NotifiedChannel({ filter, silenceMs: silenceMin * MINUTE_MS });
  const votes = Object.fromEntries(LOCATIONS.map((each) => [each, voteSample()]));
  const assigned: AssignedByLocation = Object.fromEntries(
    LOCATIONS.map((each) => [each, { generation: 1, live: true }]),
  );
  let endpoint = endpointSample({ locations: LOCATIONS, votes });
  let incident: Incident | null = null;
  const lastSec = (verdicts.at(-1)?.[0] ?? 0) + silenceMin * 60 + 60;
  return Array.from({ length: lastSec }, (_, sec) => sec).flatMap((sec) => {
    const nowMs = seconds(sec);
    for (const [index, [atSec, location, up]] of verdicts.entries()) {
      if (atSec !== sec) continue;
      const change = decideEndpoint({
        id: 'endpoint',
        endpoint,
        monitor: monitorSample(),
        update: { location, generation: 1, agentSeq: 2 + index, verdict: verdictSample({ up, since: nowMs }) },
        assigned,
        open: { downtime: incident, certificate: null, slow: null },
        nowMs,
      });
      endpoint = change?.endpoint ?? endpoint;
      incident = change?.downtime ? { ...change.downtime, changedAt: nowMs } : incident;
    }
    const sent = incident ? channel.at(nowMs, incident, false) : 'nothing';
    return sent === 'nothing' || sent.startsWith('wait') ? [] : [`${(nowMs - NOW) / 1000}: ${sent}`];
  });
}

describe('failures that move between locations', () => {
  it.each<World & { what: string; sent: string[] }>([
    {
      what: 'one location fails on after an outage of a second: once',
      filter: 'all',
      silenceMin: 30,
      verdicts: [
        [0, 'th', false],
        [1, 'tw', false],
        [2, 'th', true],
      ],
      sent: ['2: short_outage major 1 [1] still tw'],
    },
    {
      what: 'one location fails on after outages within the silence period: sent at its end',
      filter: 'medium',
      silenceMin: 30,
      verdicts: [
        [0, 'tw', false],
        [7, 'bd', false],
        [54, 'tw', true],
        [100, 'tw', false],
        [120, 'tw', true],
        [140, 'tw', false],
        [160, 'tw', true],
      ],
      sent: ['10: outage major 1 []', '62: recovery major 1 [1] still bd', '1810: short_outage major 3 [2,3] still bd'],
    },
    {
      what: 'the end of what remained after each outage',
      filter: 'medium',
      silenceMin: 5,
      verdicts: [
        [0, 'bd', false],
        [42, 'tw', false],
        [49, 'bd', true],
        [589, 'th', false],
        [618, 'th', true],
        [633, 'tw', true],
      ],
      sent: [
        '8: partial minor 0 []',
        '44: outage major 1 []',
        '57: recovery major 1 [1] still tw',
        '597: outage major 2 []',
        '626: recovery major 2 [2] still tw',
        '633: partial_over minor 0 [0]',
      ],
    },
  ])('$what', ({ sent, ...world }) => {
    expect(messagesIn(world)).toEqual(sent);
  });
});
