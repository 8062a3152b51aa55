import { SECOND_MS } from '@farwatch/core/time';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isComposing } from '../../lib/is-composing.ts';
import { singleKeysOn } from '../../lib/single-keys.ts';
import { type Shortcut, shortcutOf } from './shortcuts.ts';

/** How long after the first of two keys the second still belongs to it. */
const TOGETHER_MS = 2 * SECOND_MS;

/** What is typed in; a box that is ticked is not. */
const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';
const DIALOGS = ':is([role=dialog], [role=alertdialog]):not([data-state=closed])';

/** Listens for shortcuts anywhere on the page, but not while something is typed or a dialog is open. */
export function useShortcuts(act: (shortcut: Shortcut) => void) {
  const before = useRef<{ shortcut: Shortcut; atMs: number } | null>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, timeStamp, target } = event;
    const isTyping = target instanceof Element && target.closest(FIELDS) !== null;
    if (event.defaultPrevented || isComposing(event) || isTyping || document.querySelector(DIALOGS)) return;
    const last = before.current && timeStamp - before.current.atMs < TOGETHER_MS ? before.current.shortcut : null;
    const pressed = { key, ctrl: ctrlKey, meta: metaKey, alt: altKey };
    const shortcut = shortcutOf(pressed, last, singleKeysOn());
    before.current = shortcut && { shortcut, atMs: timeStamp };
    if (!shortcut) return;
    event.preventDefault();
    act(shortcut);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
