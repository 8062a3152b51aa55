import { sampleSnapshot } from '@farwatch/core/testing/snapshot-sample';
import { expect, test } from 'vitest';
import { xml2js } from 'xml-js';
import { z } from 'zod';
import { type FeedKind, renderFeed } from './feeds.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const view = { slug: 'acme', origin: 'https://farwatch.test', language: 'en', nowMs: NOW, confirmedAtMs: NOW } as const;

/** An element with text that is there exactly once: several are an array. */
const textSchema = z
  .union([z.object({ _text: z.string().min(1) }), z.object({ _cdata: z.string().min(1) })])
  .transform((node) => ('_text' in node ? node._text : node._cdata));
const urlSchema = textSchema.pipe(z.url({ protocol: /^https$/ }));
const linkSchema = (attributes = {}) =>
  z.object({ _attributes: z.object({ href: z.url({ protocol: /^https$/ }), ...attributes }) });
const relSchema = (rel: string) => linkSchema({ rel: z.literal(rel) });
/** RFC 822, which RSS requires for times, and RFC 3339, which Atom requires. */
const rssTimeSchema = textSchema.pipe(z.string().regex(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/));
const atomTimeSchema = textSchema.pipe(z.iso.datetime({ offset: true }));
/** The parser returns one element as itself, several as an array. */
const listSchema = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => [value ?? []].flat(), z.array(item)).prefault([]);

/** What RSS 2.0 requires, and what its readers need. */
const rssSchema = z.object({
  rss: z.object({
    _attributes: z.object({ version: z.literal('2.0'), 'xmlns:atom': z.literal('http://www.w3.org/2005/Atom') }),
    channel: z.object({
      title: textSchema,
      link: urlSchema,
      description: textSchema,
      language: textSchema,
      lastBuildDate: rssTimeSchema,
      'atom:link': relSchema('self'),
      item: listSchema(
        z.object({
          title: textSchema,
          link: urlSchema,
          guid: textSchema,
          pubDate: rssTimeSchema,
          description: textSchema,
        }),
      ),
    }),
  }),
});

/** What RFC 4287 requires. */
const atomSchema = z.object({
  feed: z.object({
    _attributes: z.object({ xmlns: z.literal('http://www.w3.org/2005/Atom') }),
    id: textSchema,
    title: textSchema,
    updated: atomTimeSchema,
    author: z.object({ name: textSchema }),
    link: z.tuple([relSchema('alternate'), relSchema('self')]),
    entry: listSchema(
      z.object({ id: textSchema, title: textSchema, updated: atomTimeSchema, content: textSchema, link: linkSchema() }),
    ),
  }),
});

/** The ids of a feed's entries. Throws if it is no well-formed XML, or lacks something. */
function idsIn(kind: FeedKind, xml: string): string[] {
  const parsed = xml2js(xml, { compact: true });
  if (kind === 'rss') return rssSchema.parse(parsed).rss.channel.item.map(({ guid }) => guid);
  return atomSchema.parse(parsed).feed.entry.map(({ id }) => id);
}

test.each([
  ['rss', 0],
  ['rss', 1],
  ['atom', 0],
  ['atom', 1],
] as const)('%s with %i incidents has what its standard requires, and an id for each update', (kind, count) => {
  const sample = sampleSnapshot({ components: 3, nowMs: NOW });
  const incidents = sample.incidents.slice(0, count);
  const ids = idsIn(kind, renderFeed({ ...sample, incidents, description: '' }, view, kind));
  expect([ids.length, new Set(ids).size]).toEqual([2 * count, 2 * count]);
});

test.each([
  ['rss', /<link>.*?<\/link>/],
  ['rss', /<pubDate>.*?<\/pubDate>/],
  ['rss', /<guid .*?<\/guid>/],
  ['atom', /<author>[\s\S]*?<\/author>/],
  ['atom', /<updated>.*?<\/updated>/],
  ['atom', /<id>.*?<\/id>/],
  ['atom', /<\/entry>/],
] as const)('of %s the check notices what is missing: %s', (kind, part) => {
  const feed = renderFeed(sampleSnapshot({ components: 3, nowMs: NOW }), view, kind);
  expect(feed).toMatch(part);
  expect(() => idsIn(kind, feed.replace(part, ''))).toThrow();
});
