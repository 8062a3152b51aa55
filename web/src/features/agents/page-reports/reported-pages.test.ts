import { expect, it } from 'vitest';
import { reportedPages } from './reported-pages.ts';

it('lists each page once with its reports, the one reported last first', () => {
  const report = (slug: string, text: string, createdAt: string) => ({
    slug,
    text,
    createdAt,
    isBlocked: slug === 'scam',
  });
  const reports = [report('scam', 'third', '3'), report('acme', 'second', '2'), report('scam', 'first', '1')];
  expect(reportedPages(reports)).toEqual([
    {
      slug: 'scam',
      isBlocked: true,
      reports: [
        { text: 'third', createdAt: '3' },
        { text: 'first', createdAt: '1' },
      ],
    },
    { slug: 'acme', isBlocked: false, reports: [{ text: 'second', createdAt: '2' }] },
  ]);
});
