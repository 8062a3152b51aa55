import { describe, expect, it } from 'vitest';
import { type Pressed, shortcutOf } from './shortcuts.ts';

const key = (name: string, held: Partial<Pressed> = {}): Pressed => {
  return { key: name, ctrl: false, meta: false, alt: false, ...held };
};

const PAGE = { isTyping: false, singleKeys: true };
const SINGLE_OFF = { isTyping: false, singleKeys: false };

describe('what keys do', () => {
  it.each([
    ['/', null, 'search'],
    ['?', null, 'help'],
    ['g', null, 'go'],
    ['d', 'go', 'monitors'],
    ['i', 'go', 'incidents'],
    ['s', 'go', 'settings'],
    ['a', 'go', 'agents'],
    ['D', 'go', 'monitors'],
    ['d', null, null],
    ['x', 'go', null],
    ['?', 'go', 'help'],
  ] as const)('%s after %s: %s', (name, before, expected) => {
    expect(shortcutOf(key(name), before, PAGE)).toBe(expected);
  });

  it.each([
    ['Ctrl', { ctrl: true }],
    ['Cmd', { meta: true }],
  ])('%s-K opens the palette, also where single keys are off', (_, held) => {
    expect(shortcutOf(key('k', held), null, PAGE)).toBe('palette');
    expect(shortcutOf(key('K', held), null, SINGLE_OFF)).toBe('palette');
  });

  it.each([{ ctrl: true }, { meta: true }, { alt: true }])('other keys with %j are the browser’s', (held) => {
    for (const name of ['/', '?', 'g', 'd']) expect(shortcutOf(key(name, held), 'go', PAGE)).toBeNull();
  });

  it('single keys can be off', () => {
    for (const name of ['/', '?', 'g']) expect(shortcutOf(key(name), null, SINGLE_OFF)).toBeNull();
  });

  it('in a text field only the palette opens', () => {
    const typing = { isTyping: true, singleKeys: true };
    for (const name of ['/', '?', 'g']) expect(shortcutOf(key(name), null, typing)).toBeNull();
    expect(shortcutOf(key('k', { ctrl: true }), null, typing)).toBe('palette');
  });
});
