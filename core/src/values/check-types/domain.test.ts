import { expect, it } from 'vitest';
import { checkOptionsInputSchema } from '../check-options.ts';
import { endpointLocations } from '../endpoint-locations.ts';
import { parseUrl } from '../url.ts';

it.each([
  ['domain://example.com', { url: 'domain://example.com' }],
  [' DOMAIN://Example.COM./ ', { url: 'domain://example.com' }],
  ['domain://shop.example.co.th', { url: 'domain://shop.example.co.th' }],
  ['domain://例子.台灣', { url: 'domain://xn--fsqu00a.xn--kpry57d' }],
  ['domain://', { problem: 'noHost' }],
  ['domain:example.com', { problem: 'slashes' }],
  ['domain://com', { problem: 'host' }],
  ['domain://192.0.2.1', { problem: 'host' }],
  ['domain://[2001:db8::1]', { problem: 'host' }],
  ['domain://example..com', { problem: 'host' }],
  ['domain://example.com:443', { problem: 'path' }],
  ['domain://example.com/path', { problem: 'path' }],
  ['domain://user@example.com', { problem: 'path' }],
  ['domain://exa mple.com', { problem: 'space' }],
])('%j is %j', (text, parsed) => {
  expect(parseUrl(text)).toEqual(parsed);
});

it('is checked by the server, wherever the monitor is checked from, and has no options', () => {
  expect(endpointLocations('domain://example.com', ['tw', 'th'])).toEqual(['server']);
  expect(checkOptionsInputSchema.parse({ type: 'domain' })).toBeNull();
  expect(checkOptionsInputSchema.safeParse({ type: 'domain', timeoutMs: 1000 }).success).toBe(false);
});
