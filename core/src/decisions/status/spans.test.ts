import { describe, expect, it } from 'vitest';
import type { LocationCode } from '../../values/locations.ts';
import type { EndpointStatus } from '../../values/status.ts';
import type { Transition } from '../../values/transition.ts';
import { type Span, type StatusHistory, statusSpans } from './spans.ts';

function change(at: number, from: EndpointStatus, to: EndpointStatus, locations: LocationCode[] = []): Transition {
  return { at, from, to, locations };
}

function span(fromMs: number, toMs: number, status: Span['status'], locations: LocationCode[] = []): Span {
  return { fromMs, toMs, status, locations };
}

const UP: StatusHistory = { transitions: [], status: 'up', isSlow: false, downNow: [], createdAt: 0, maintenance: [] };

describe('the spans of an endpoint from 100 to 200', () => {
  it.each<{ rule: string; history: Partial<StatusHistory>; spans: Span[] }>([
    { rule: 'without transitions the status never changed', history: {}, spans: [span(100, 200, 'up')] },
    {
      rule: 'without transitions a down endpoint is down where it is down now',
      history: { status: 'down', isSlow: false, downNow: ['th'] },
      spans: [span(100, 200, 'down', ['th'])],
    },
    {
      rule: 'start at its creation',
      history: { createdAt: 150, status: 'pending' },
      spans: [span(150, 200, 'pending')],
    },
    { rule: 'are none before its creation', history: { createdAt: 200 }, spans: [] },
    {
      rule: 'an outage in the middle names its locations',
      history: { transitions: [change(120, 'up', 'down', ['tw', 'th']), change(150, 'down', 'up', ['tw', 'th'])] },
      spans: [span(100, 120, 'up'), span(120, 150, 'down', ['tw', 'th']), span(150, 200, 'up')],
    },
    {
      rule: 'an outage from before to the middle: its start is before the range',
      history: { transitions: [change(50, 'up', 'down', ['bd']), change(150, 'down', 'up', ['bd'])] },
      spans: [span(100, 150, 'down', ['bd']), span(150, 200, 'up')],
    },
    {
      rule: 'an outage from before to the middle, its start no longer stored',
      history: { transitions: [change(150, 'down', 'up', ['bd'])] },
      spans: [span(100, 150, 'down', ['bd']), span(150, 200, 'up')],
    },
    {
      rule: 'an ongoing outage',
      history: { status: 'down', transitions: [change(180, 'up', 'down', ['tw'])], isSlow: false, downNow: ['tw'] },
      spans: [span(100, 180, 'up'), span(180, 200, 'down', ['tw'])],
    },
    {
      rule: 'an outage that widened is split there',
      history: {
        status: 'down',
        transitions: [change(120, 'up', 'down', ['tw', 'th']), change(160, 'down', 'down', ['tw', 'th', 'bd'])],
      },
      spans: [span(100, 120, 'up'), span(120, 160, 'down', ['tw', 'th']), span(160, 200, 'down', ['tw', 'th', 'bd'])],
    },
    {
      rule: 'maintenance is its own status, with the locations that were down',
      history: {
        transitions: [change(120, 'up', 'down', ['tw']), change(150, 'down', 'up', ['tw'])],
        maintenance: [
          { startsAt: 90, endsAt: 110 },
          { startsAt: 130, endsAt: 160 },
          { startsAt: 140, endsAt: 145 },
          { startsAt: 190, endsAt: 250 },
        ],
      },
      spans: [
        span(100, 110, 'maintenance'),
        span(110, 120, 'up'),
        span(120, 130, 'down', ['tw']),
        span(130, 150, 'maintenance', ['tw']),
        span(150, 160, 'maintenance'),
        span(160, 190, 'up'),
        span(190, 200, 'maintenance'),
      ],
    },
    {
      rule: 'a transition after the range is ignored',
      history: { status: 'down', transitions: [change(250, 'up', 'down', ['tw'])] },
      spans: [span(100, 200, 'up')],
    },
    {
      rule: 'a transition at the very end is ignored',
      history: { status: 'down', transitions: [change(200, 'up', 'down', ['tw'])] },
      spans: [span(100, 200, 'up')],
    },
    {
      rule: 'transitions are ordered by time',
      history: { transitions: [change(150, 'unknown', 'up'), change(120, 'up', 'unknown')] },
      spans: [span(100, 120, 'up'), span(120, 150, 'unknown'), span(150, 200, 'up')],
    },
    {
      rule: 'two simultaneous transitions leave no empty span',
      history: { transitions: [change(120, 'pending', 'unknown'), change(120, 'unknown', 'up')] },
      spans: [span(100, 120, 'pending'), span(120, 200, 'up')],
    },
  ])('$rule', ({ history, spans }) => {
    expect(statusSpans({ ...UP, ...history }, 100, 200)).toEqual(spans);
  });

  it('two outages keep their own locations', () => {
    const transitions = [
      change(110, 'up', 'down', ['tw']),
      change(120, 'down', 'up', ['tw']),
      change(130, 'up', 'down', ['bd']),
      change(140, 'down', 'up', ['bd']),
    ];
    const spans = statusSpans({ ...UP, transitions }, 100, 200);
    expect(spans.filter((each) => each.status === 'down').map((each) => each.locations)).toEqual([['tw'], ['bd']]);
  });
});
