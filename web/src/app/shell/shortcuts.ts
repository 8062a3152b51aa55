/** A key press with its modifier keys. */
export type Pressed = { key: string; ctrl: boolean; meta: boolean; alt: boolean };

/** The page that each second key after `g` opens. */
const GO_TO = { d: 'monitors', i: 'incidents', s: 'settings', a: 'agents' } as const;
type Goal = (typeof GO_TO)[keyof typeof GO_TO];

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys that open the palette, labelled as on this device's keyboard. */
export const PALETTE_KEYS = [isApple ? '⌘' : 'Ctrl', 'K'] as const;

/** The effect of a shortcut; `go` waits for a second key. */
export type Shortcut = 'search' | 'help' | 'palette' | 'go' | Goal;

const isGoKey = (key: string): key is keyof typeof GO_TO => Object.hasOwn(GO_TO, key);

type Situation = {
  /** Whether the focus is in a text field. */
  isTyping: boolean;
  /** Whether keys without Ctrl or Cmd work outside text fields. */
  singleKeys: boolean;
};

/**
 * Finds the shortcut of a key pressed after `before`; null if the key has no shortcut. In text fields only the
 * palette's works, and on Apple devices only with Cmd, because Ctrl+K deletes to the end of the line there.
 */
export function shortcutOf(
  { key, ctrl, meta, alt }: Pressed,
  before: Shortcut | null,
  { isTyping, singleKeys }: Situation,
): Shortcut | null {
  const lower = key.toLowerCase();
  const isCommand = meta || (ctrl && !(isTyping && isApple));
  if (isCommand && !alt && lower === 'k') return 'palette';
  if (ctrl || meta || alt || isTyping || !singleKeys) return null;
  if (before === 'go' && isGoKey(lower)) return GO_TO[lower];
  if (key === '/') return 'search';
  if (key === '?') return 'help';
  return lower === 'g' ? 'go' : null;
}
