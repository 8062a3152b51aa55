/**
 * Whether the input method handles the key, as when Enter accepts a Chinese word. Safari reports that Enter after
 * composition has ended, with key code 229 (W3C UI Events).
 */
export function isComposing({
  isComposing: composing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return composing || keyCode === 229;
}
