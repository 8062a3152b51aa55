import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import { describe, expect, it, test } from 'vitest';
import {
  type Draft,
  draftOf,
  embeddingCode,
  errorsOf,
  inputOf,
  newDraft,
  passwordOf,
  previewInputOf,
} from './draft.ts';

const component = { key: 'abcd1234', name: 'Shop', monitorId: 'm', endpointId: null };
const stored: PageAnswer = {
  slug: 'acme',
  title: 'Acme',
  description: 'Our services',
  website: 'https://acme.test/',
  language: 'en',
  timeZone: 'Asia/Taipei',
  accent: '#2b5bdb',
  groups: [{ name: 'Web', components: [component] }],
  showsUptime: true,
  showsResponseTime: false,
  showsSlow: false,
  access: 'public',
  published: true,
  postsAutomatically: false,
  takesSubscribers: true,
  embedding: ['https://shop.example'],
  hasPassword: false,
  address: 'https://farwatch.test/status/acme',
  state: 'published',
  blockedReason: null,
  logo: null,
  version: 3,
  managed: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
};
const draft = (changes: Partial<Draft> = {}): Draft => ({ ...draftOf(stored), ...changes });

it('opens a page and saves it unchanged', () => {
  const { slug, address, state, blockedReason, hasPassword, logo, version, managed, createdAt, updatedAt, ...fields } =
    stored;
  expect(inputOf(draftOf(stored))).toEqual(fields);
  expect(inputOf(draftOf({ ...stored, website: null, accent: null }))).toMatchObject({ website: null, accent: null });
});

it('a new component has no key, and a website without a scheme gets one', () => {
  const groups = [
    { id: 'group 1', name: '', components: [{ id: 'monitor n', name: 'New', monitorId: 'n', endpointId: null }] },
  ];
  expect(inputOf(draft({ groups, website: ' acme.test ' }))).toMatchObject({
    website: 'https://acme.test',
    groups: [{ name: '', components: [{ name: 'New', monitorId: 'n', endpointId: null }] }],
  });
});

it('sends a password only for a page with one, if it is new', () => {
  expect(passwordOf(draft({ access: 'password', password: 'secret1' }))).toEqual({ password: 'secret1' });
  expect(passwordOf(draft({ access: 'password' }))).toEqual({});
  expect(passwordOf(draft({ access: 'public', password: 'secret1' }))).toEqual({});
});

describe('errors', () => {
  const named = (name: string) => [{ id: 'group 1', name: '', components: [{ ...component, id: 'c', name }] }];
  const many = Array.from({ length: 101 }, (_, index) => ({ ...component, id: `${index}` }));
  it.each<[string, Partial<Draft>, string[]]>([
    ['nothing', {}, []],
    ['a title', { title: ' ' }, ['title']],
    ['an address', { slug: '' }, ['slug']],
    ['another address', { slug: 'admin' }, ['slug']],
    ['a shorter description', { description: 'd'.repeat(501) }, ['description']],
    ['a website', { website: 'ftp://acme.test' }, ['website']],
    ['a name', { groups: named('') }, ['names']],
    ['fewer components', { groups: [{ id: 'group 1', name: '', components: many }] }, ['count']],
    ['a password', { access: 'password' }, ['password']],
    ['a longer password', { access: 'password', hasPassword: true, password: 'short' }, ['password']],
    ['no password, as it has one', { access: 'password', hasPassword: true }, []],
    ['several', { title: '', slug: 'x' }, ['title', 'slug']],
  ])('requires %s', (_, changes, fields) => {
    expect(Object.keys(errorsOf(draft(changes)) ?? {})).toEqual(fields);
  });
});

it('previews a draft that cannot be saved yet', () => {
  const groups = [{ id: 'group 1', name: 'g'.repeat(81), components: [{ ...component, id: 'c', name: '' }] }];
  const incomplete = { ...newDraft('en', 'UTC'), groups, website: 'not a url', description: 'd'.repeat(501) };
  expect(previewInputOf(incomplete, '–')).toMatchObject({
    title: '–',
    website: null,
    description: '',
    groups: [{ name: '', components: [{ name: '–' }] }],
  });
});

test.each([
  ['nobody', 'shop.example', 'nobody', false],
  ['anywhere', '', 'anywhere', false],
  [
    'listed',
    'https://shop.example\nblog.example, https://a.example:8443',
    ['https://shop.example', 'https://blog.example', 'https://a.example:8443'],
    false,
  ],
  ['listed', '', [], true],
  ['listed', 'http://shop.example', ['http://shop.example'], true],
  ['listed', 'https://a.example;script-src', ['https://a.example', 'https://script-src'], false],
  ['listed', Array.from({ length: 11 }, (_, index) => `a${index}.example`).join(' '), expect.anything(), true],
] as const)('embedding %s by %j', (embedding, embeddingOrigins, expected, isWrong) => {
  const draft = { ...newDraft('en', 'UTC'), title: 'Acme', slug: 'acme', embedding, embeddingOrigins };
  expect(inputOf(draft).embedding).toEqual(expected);
  expect(errorsOf(draft)?.embeddingOrigins).toBe(isWrong ? 'bad' : undefined);
});

test('the code of a frame escapes the title', () => {
  expect(embeddingCode('https://farwatch.test/status/acme', 'A "b" <c> & d')).toContain(
    'title="A &quot;b&quot; &lt;c> &amp; d"',
  );
});
