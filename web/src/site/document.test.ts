import { expect, it } from 'vitest';
import { documentOf, robotsOf, sitemapOf } from './document.ts';

const ORIGIN = 'https://farwatch.test';
const parts = {
  page: { name: 'privacy', language: 'cn' },
  origin: ORIGIN,
  title: '隐私 & "more"',
  description: 'A <b>',
  pictureText: 'The mark',
  styles: '<style>a{}</style>',
  body: '<main>text</main>',
  texts: { site: { x: '</script><script>alert(1)</script>' } },
  script: '/assets/site.js',
  imports: ['/assets/part.js'],
  font: null,
} as const;

it('has its language, address, translations and picture', () => {
  const html = documentOf(parts);
  for (const expected of [
    '<html lang="zh-Hans">',
    `<link rel="canonical" href="${ORIGIN}/cn/privacy">`,
    `<link rel="alternate" hreflang="en" href="${ORIGIN}/privacy">`,
    `<link rel="alternate" hreflang="zh-Hans" href="${ORIGIN}/cn/privacy">`,
    `<link rel="alternate" hreflang="zh-Hant" href="${ORIGIN}/zh-Hant/privacy">`,
    `<link rel="alternate" hreflang="bn" href="${ORIGIN}/bn/privacy">`,
    `<link rel="alternate" hreflang="x-default" href="${ORIGIN}/privacy">`,
    `<meta property="og:image" content="${ORIGIN}/social.png">`,
    '<meta name="twitter:card" content="summary_large_image">',
    '<link rel="modulepreload" href="/assets/part.js">',
  ])
    expect(html).toContain(expected);
});

it('escapes texts', () => {
  const html = documentOf(parts);
  expect(html).toContain('<title>隐私 &amp; &quot;more&quot;</title>');
  expect(html).toContain('content="A &lt;b&gt;"');
  expect(html).not.toContain('alert(1)</script>');
});

it('has no inline scripts, only files and data', () => {
  const scripts = documentOf(parts).match(/<script[^>]*>/g) ?? [];
  expect(scripts.filter((tag) => !/ src=| type="application\/json"/.test(tag))).toEqual([]);
  expect(scripts).toHaveLength(4);
});

it('lists every page in the sitemap, which robots.txt links to', () => {
  const paths = [...sitemapOf(ORIGIN).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) =>
    address?.replace(ORIGIN, ''),
  );
  expect(paths).toEqual([
    ...['/', '/privacy', '/terms', '/checks', '/docs/api'],
    ...['cn', 'zh-Hant', 'th', 'bn'].flatMap((code) =>
      ['', 'privacy', 'terms', 'checks'].map((name) => `/${code}/${name}`),
    ),
  ]);
  expect(robotsOf(ORIGIN)).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
});
