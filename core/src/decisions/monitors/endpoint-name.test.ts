import { describe, expect, it } from 'vitest';
import { monitorInputSchema } from '../../contracts/api/monitors.ts';
import { LIMITS } from '../../values/limits.ts';
import { editedName, endpointName } from './endpoint-name.ts';

describe('an endpoint’s name', () => {
  it.each([
    { name: 'Shop', description: 'the shop', index: 0, called: 'Shop' },
    { name: undefined, description: 'the shop', index: 0, called: 'the shop' },
    { name: '', description: 'the shop', index: 0, called: 'the shop' },
    { name: undefined, description: '', index: 0, called: 'Endpoint 1' },
    { name: '', description: ' \n ', index: 41, called: 'Endpoint 42' },
    { name: undefined, description: 'the\n\tshop\u0000 ', index: 0, called: 'the shop' },
  ])('$name with description $description at place $index is $called', ({ index, called, ...endpoint }) => {
    const { name, description } = endpoint;
    expect(endpointName({ description, ...(name === undefined ? {} : { name }) }, index)).toBe(called);
  });

  it.each([
    ['https://shop.example/', 'shop.example'],
    ['https://shop.example/cart/?id=7#top', 'shop.example/cart'],
    ['http://user:secret@shop.example:8080/', 'shop.example:8080'],
    ['https://xn--fsqu00a.xn--kpry57d/%E7%B6%B2', '例子.台灣/網'],
    ['tcp://mail.example:25', 'mail.example:25'],
    ['heartbeat://backup', 'backup'],
    ['domain://example.com', 'example.com'],
    ['https://[2001:db8::1]/a', '[2001:db8::1]/a'],
  ])('without a name or description is the host and path of %s', (url, called) => {
    expect(endpointName({ description: '', url }, 2)).toBe(called);
  });

  it.each([
    ['follows a URL that it was derived from', 'a.test', { url: 'https://b.test/x' }, 'b.test/x'],
    ['is sent back with another URL, as a form does', 'a.test', { name: 'a.test', url: 'https://b.test/' }, 'b.test'],
    ['is derived from the description now', 'a.test', { description: 'Shop', url: 'https://b.test/' }, 'Shop'],
    ['stays if a person chose it', 'Shop', { url: 'https://b.test/' }, 'Shop'],
    ['stays with its URL', 'a.test', { description: 'Shop' }, 'a.test'],
    ['is changed', 'a.test', { name: 'Shop', url: 'https://b.test/' }, 'Shop'],
  ])('of an edited endpoint %s', (_, name, after, called) => {
    const before = { name, url: 'https://a.test/' };
    expect(editedName(before, { description: '', url: before.url, ...after }, 0)).toBe(called);
  });

  it.each(['x', '🟢', '网'])('a description too long for a name is cut to what a name may be: %s', (letter) => {
    const name = endpointName({ description: `a${letter.repeat(400)}` }, 0);
    const endpoints = [{ url: 'farwatch.test', name }];
    expect(monitorInputSchema.safeParse({ name: 'Shops', locations: ['tw'], endpoints }).success).toBe(true);
    expect(name.isWellFormed()).toBe(true);
    expect(name.length).toBeGreaterThanOrEqual(LIMITS.nameLength - 1);
  });
});
