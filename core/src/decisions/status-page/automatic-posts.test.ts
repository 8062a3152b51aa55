import { describe, expect, it, test } from 'vitest';
import type { Publication } from '../../documents/publication.ts';
import { pageComponentSample, pageSample, publicationSample } from '../../testing/page-sample.ts';
import { incidentSample, monitorSample, NOW, outageSample } from '../../testing/samples.ts';
import { STATUS_PAGE } from '../../values/status-page/limits.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { resolveIncident } from '../status/incident.ts';
import { decideAutomaticPosts } from './automatic-posts.ts';
import { automaticPublication, resolvedAutomatically } from './automatic-texts.ts';

const at = (minutes: number) => NOW - minutes * MINUTE_MS;
const page = pageSample({
  groups: [
    {
      name: '',
      components: [
        pageComponentSample(),
        pageComponentSample({ key: 'search00', name: 'Search', monitorId: 'other', endpointId: 'e2' }),
      ],
    },
  ],
});
const outageOf = (minutes: number, changes: object = {}) =>
  incidentSample({ triggeredAt: at(minutes), outage: outageSample({ startedAt: at(minutes) }), ...changes });
const other = { monitorId: 'other', endpointId: 'e2' };

type Given = {
  incidents?: Record<string, ReturnType<typeof outageOf>>;
  posts?: Publication[];
  maintenance?: [number, number][];
  postsAutomatically?: boolean;
};

function decide({
  incidents = { i: outageOf(6) },
  posts = [],
  maintenance = [],
  postsAutomatically = true,
}: Given = {}) {
  const occurrences = maintenance.map(([from, to]) => ({
    id: 'w',
    name: 'Backup',
    startsAt: at(from),
    endsAt: at(to),
  }));
  return decideAutomaticPosts(
    {
      page: { ...page, postsAutomatically },
      monitors: new Map([
        ['monitor', monitorSample({ maintenance: occurrences })],
        ['other', monitorSample()],
      ]),
      incidents: new Map(Object.entries(incidents)),
      publications: new Map(posts.map((post, index) => [`p${index}`, post])),
    },
    NOW,
  );
}

const checkout = { components: ['checkout'], incidentId: 'i', otherIncidentIds: [], startedAt: at(6) };
const automatic = publicationSample({ automatic: true, incidentId: 'i' });
const ended = outageSample({ startedAt: at(9), endedAt: at(1) });

test.each<[string, Given, ReturnType<typeof decide>]>([
  ['an outage of more than five minutes', {}, { post: checkout, resolved: [], nextAt: null }],
  [
    'an endpoint that has flapped for more than five minutes, also while it is up',
    { incidents: { i: outageOf(6, { outage: ended, flapping: { since: at(20), outages: 7, until: null } }) } },
    { post: checkout, resolved: [], nextAt: null },
  ],
  [
    'one that is posted already, which is decided every five minutes',
    {
      incidents: { i: outageOf(9, { outage: ended, flapping: { since: at(20), outages: 7, until: null } }) },
      posts: [automatic],
    },
    { post: null, resolved: [], nextAt: NOW + STATUS_PAGE.postAfterMs },
  ],
  ['a shorter one waits', { incidents: { i: outageOf(4) } }, { post: null, resolved: [], nextAt: at(-1) }],
  ['a page without automatic posts', { postsAutomatically: false }, { post: null, resolved: [], nextAt: null }],
  [
    'a certificate',
    { incidents: { i: outageOf(6, { type: 'certificate' }) } },
    { post: null, resolved: [], nextAt: null },
  ],
  [
    'an outage that is over',
    { incidents: { i: outageOf(9, { outage: ended }) } },
    { post: null, resolved: [], nextAt: null },
  ],
  [
    'a monitor that the page does not show',
    { incidents: { i: outageOf(6, { monitorId: 'third' }) } },
    { post: null, resolved: [], nextAt: null },
  ],
  [
    'an endpoint of which the page shows another one',
    { incidents: { i: outageOf(6, { ...other, endpointId: 'e3' }) } },
    { post: null, resolved: [], nextAt: null },
  ],
  [
    'several that are due together are one post',
    { incidents: { i: outageOf(6), j: outageOf(8, other) } },
    {
      post: { components: ['search00', 'checkout'], incidentId: 'j', otherIncidentIds: ['i'], startedAt: at(8) },
      resolved: [],
      nextAt: null,
    },
  ],
  ['one is posted already', { posts: [automatic] }, { post: null, resolved: [], nextAt: null }],
  [
    'the owner has posted about the component',
    { posts: [publicationSample()] },
    { post: null, resolved: [], nextAt: null },
  ],
  [
    'the owner has resolved that while the outage runs',
    { posts: [publicationSample({ resolvedAt: at(1) })] },
    { post: null, resolved: [], nextAt: null },
  ],
  [
    'an earlier post about the component was resolved before',
    { posts: [publicationSample({ resolvedAt: at(30) })] },
    { post: checkout, resolved: [], nextAt: null },
  ],
  ['running maintenance', { maintenance: [[10, -10]] }, { post: null, resolved: [], nextAt: at(-15) }],
  ['maintenance that ended two minutes ago', { maintenance: [[10, 2]] }, { post: null, resolved: [], nextAt: at(-3) }],
  [
    'maintenance that ended before the outage',
    { maintenance: [[30, 7]] },
    { post: checkout, resolved: [], nextAt: null },
  ],
  [
    'recovered: the automatic post is resolved',
    { incidents: {}, posts: [automatic] },
    { post: null, resolved: ['p0'], nextAt: null },
  ],
  [
    'partially affected after an outage: its post stays open, and is decided again',
    { incidents: { i: outageOf(9, { outage: ended }) }, posts: [automatic] },
    { post: null, resolved: [], nextAt: at(-5) },
  ],
  [
    'down again in the same incident: its post is still open',
    { incidents: { i: outageOf(9, { outage: outageSample({ number: 2, startedAt: at(6) }) }) }, posts: [automatic] },
    { post: null, resolved: [], nextAt: null },
  ],
  [
    'recovered, and automatic posts were turned off',
    { incidents: {}, posts: [automatic], postsAutomatically: false },
    { post: null, resolved: ['p0'], nextAt: null },
  ],
  [
    'recovered: a post by its owner stays',
    { incidents: {}, posts: [publicationSample()] },
    { post: null, resolved: [], nextAt: null },
  ],
  [
    'too many are open',
    { posts: Array.from({ length: STATUS_PAGE.openIncidents }, () => publicationSample({ components: [] })) },
    { post: null, resolved: [], nextAt: null },
  ],
])('%s', (_, given, expected) => {
  expect(decide(given)).toEqual(expected);
});

describe('texts', () => {
  const post = { components: ['checkout', 'search00'], incidentId: 'i', otherIncidentIds: ['j'], startedAt: at(6) };
  const over = (event: 'recovered' | 'paused' | 'unmonitored', changes: object = {}) =>
    resolveIncident(outageOf(6, changes), event, NOW);

  it.each([
    ['en', 'Problems with Checkout and Search', 'The problems with Checkout and Search are over.'],
    ['cn', '“Checkout”、“Search”出现问题', '“Checkout”、“Search”的问题已经解决。'],
  ] as const)('in %s', (language, title, text) => {
    const posted = automaticPublication({ ...page, language }, post, NOW);
    expect(posted).toMatchObject({ title, automatic: true, resolvedAt: null, startedAt: at(6), expireAt: null });
    const incidents = [over('recovered'), over('recovered', other)];
    const { resolved, hasRecovered } = resolvedAutomatically({ ...page, language }, posted, incidents, NOW + 1);
    expect(resolved.updates.at(-1)).toEqual({ state: 'resolved', text, at: NOW + 1 });
    expect([resolved.resolvedAt, hasRecovered]).toEqual([NOW + 1, true]);
  });

  const bare = { ...page, groups: [] };
  it.each([
    [
      'paused',
      page,
      [over('paused')],
      'Monitoring of Checkout and Search was stopped or changed, so this incident is closed.',
    ],
    [
      'one paused, the other recovered',
      page,
      [over('paused'), over('recovered', other)],
      'The problems with Search are over.',
    ],
    [
      'incidents that are gone',
      page,
      [],
      'Monitoring of Checkout and Search was stopped or changed, so this incident is closed.',
    ],
    [
      'off the page, failing',
      bare,
      [outageOf(6)],
      'The affected components are no longer on this page, so this incident is closed.',
    ],
    [
      'off the page',
      bare,
      [over('recovered')],
      'The affected components are no longer on this page, so this incident is closed.',
    ],
    [
      'in Chinese',
      { ...page, language: 'cn' as const },
      [over('unmonitored')],
      '“Checkout”、“Search”的监控已停止或变更，本事件已关闭。',
    ],
    [
      'in Chinese, off the page',
      { ...bare, language: 'cn' as const },
      [],
      '受影响的组件已从此页面移除，本事件已关闭。',
    ],
  ])('of what does not fail any more: %s', (_, shown, incidents, text) => {
    const { resolved, hasRecovered } = resolvedAutomatically(
      shown,
      automaticPublication(page, post, NOW),
      incidents,
      NOW,
    );
    expect([resolved.updates.at(-1)?.text, hasRecovered]).toEqual([text, incidents.length === 2]);
  });

  it('name two components and count the others, within the length of a title', () => {
    const names = ['A', 'B', 'C', 'D'].map((letter) => letter.repeat(STATUS_PAGE.nameLength));
    const components = names.map((name, index) => pageComponentSample({ key: `key0000${index}`, name }));
    const many = { ...page, groups: [{ name: '', components }] };
    const posted = automaticPublication(many, { ...post, components: components.map(({ key }) => key) }, NOW);
    expect(posted.updates[0]?.text).toContain(' and 2 more');
    expect(posted.title).toHaveLength(STATUS_PAGE.titleLength);
    expect(posted.title.at(-1)).toBe('…');
  });

  it('isolate names from right to left and leave out what is not seen', () => {
    const components = ['\u202Eمتجر', 'Mail\nserver'].map((name, index) =>
      pageComponentSample({ key: `key0000${index}`, name }),
    );
    const named = { ...page, groups: [{ name: '', components }] };
    const posted = automaticPublication(named, { ...post, components: components.map(({ key }) => key) }, NOW);
    expect(posted.updates[0]?.text).toContain('\u2068متجر\u2069');
    expect(posted.updates[0]?.text).toContain('Mail server');
  });
});
