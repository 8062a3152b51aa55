import { sampleSnapshot } from '@farwatch/core/testing/snapshot-sample';
import { describe, expect, test } from 'vitest';
import { xml2js } from 'xml-js';
import { type FeedKind, renderFeed } from './feeds.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const view = { slug: 'acme', origin: 'https://farwatch.test', language: 'en', nowMs: NOW, confirmedAtMs: NOW } as const;
const ATTACK = '<script>alert(1)</script>]]>&amp;\u0000\u001b';

type Node = { _text?: string; _cdata?: string | string[]; _attributes?: Record<string, string> };
type Item = Record<'title' | 'guid' | 'id' | 'description' | 'summary' | 'content' | 'content:encoded', Node>;
type Parsed = { rss?: { channel: { item: Item[] } }; feed?: { entry: Item[]; id: Node } };

/** Throws if the feed is no well-formed XML. */
const parse = (kind: FeedKind, snapshot = sampleSnapshot({ components: 3, nowMs: NOW })) =>
  xml2js(renderFeed(snapshot, view, kind), { compact: true }) as Parsed;
/** `]]>` in a text splits its CDATA into two. */
const textIn = (node?: Node) => [node?._cdata ?? node?._text ?? []].flat().join('');

describe('an item for each update, the newest first, with an id of its own that stays', () => {
  const ids = [2, 1].map((count) => `tag:farwatch.test,2026:status/acme/incident1/${count}`);

  test('in RSS', () => {
    const items = parse('rss').rss?.channel.item ?? [];
    expect(items.map(({ guid }) => [guid._text, guid._attributes?.isPermaLink])).toEqual(
      ids.map((id) => [id, 'false']),
    );
    expect(items.map(({ title }) => textIn(title))).toEqual([
      'Resolved: Sign-in was slow',
      'Investigating: Sign-in was slow',
    ]);
    expect(textIn(items[0]?.['content:encoded'])).toBe(
      '<p>It works again.<br>We are sorry.</p><p>Affects Component 1, Component 2</p>',
    );
  });

  test('in Atom', () => {
    const { feed } = parse('atom');
    expect(feed?.id._text).toBe('tag:farwatch.test,2026:status/acme');
    expect(feed?.entry.map(({ id }) => id._text)).toEqual(ids);
  });
});

test.each(['rss', 'atom'] as const)('%s stays well-formed, and markup stays text, whatever owners write', (kind) => {
  const snapshot = sampleSnapshot({ components: 1, nowMs: NOW });
  const hostile = {
    ...snapshot,
    ...{ title: ATTACK, description: ATTACK },
    groups: snapshot.groups.map((group) => ({
      ...group,
      components: group.components.map((each) => ({ ...each, name: ATTACK })),
    })),
    incidents: snapshot.incidents.map((each) => ({
      ...each,
      title: ATTACK,
      updates: each.updates.map((update) => ({ ...update, text: ATTACK })),
    })),
  };
  const parsed = parse(kind, hostile);
  const [item] = parsed.rss?.channel.item ?? parsed.feed?.entry ?? [];
  const content = textIn(item?.['content:encoded'] ?? item?.content) ?? '';
  expect(content).toContain('&#60;script&#62;alert(1)&#60;/script&#62;]]&#62;');
  expect(content).not.toContain('<script');
  const title = kind === 'rss' ? '<script>alert(1)</script>' : '&#60;script&#62;alert(1)&#60;/script&#62;';
  expect(textIn(item?.title)).toContain(title);
  expect(textIn(item?.description ?? item?.summary)).not.toContain('<script');
});
