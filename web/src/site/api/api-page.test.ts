import { API_CALLS } from '@farwatch/core/contracts/api/calls';
import { operationId } from '@farwatch/core/contracts/api/openapi';
import { webhookEventSchema } from '@farwatch/core/contracts/api/webhook-event';
import { expect, it } from 'vitest';
import { renderPage } from '../render.tsx';

const BUILT = {
  origin: 'https://farwatch.test',
  script: '/s.js',
  imports: [],
  font: null,
  fontStyles: '',
  builtAtMs: 0,
};
const html = await renderPage({ name: 'api', language: 'en' }, BUILT);
const idsIn = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

it('is small', async () => {
  const packed = new Blob([html]).stream().pipeThrough(new CompressionStream('gzip'));
  expect((await new Response(packed).arrayBuffer()).byteLength).toBeLessThan(55 * 1024);
});

it('has each call that programs can make with examples in three languages, and names the others', () => {
  const ids = new Set(idsIn(html));
  for (const call of API_CALLS.filter(({ isListed }) => isListed)) {
    const isPublic = call.service === 'api' && call.scope !== 'person' && call.scope !== 'admin';
    expect([call.path, ids.has(operationId(call))]).toEqual([call.path, isPublic]);
    expect(html).toContain(call.summary);
  }
  const calls = html.split('data-call=""').slice(1);
  for (const call of calls) expect(call.match(/<pre>/g)?.length).toBeGreaterThanOrEqual(3);
});

it('has each type of webhook', () => {
  for (const type of webhookEventSchema.shape.type.options) expect(html).toContain(`<summary><code>${type}</code>`);
});

it('has unique ids, and links only to those', () => {
  const ids = idsIn(html);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(100);
  expect([...new Set(targets)].filter((id) => !ids.includes(id ?? ''))).toEqual([]);
});

it('has headings in order, and headers of each table', () => {
  const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  expect(html.match(/<table>/g)?.length).toBe(html.match(/<table><thead><tr><th scope="col">/g)?.length);
});
