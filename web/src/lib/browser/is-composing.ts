/**
 * Whether a key belongs to the input method, as when Enter accepts a Chinese word, and must be ignored. Safari reports
 * that Enter after composing has ended, with the key code that all browsers use for it (W3C UI Events).
 */
export function isComposing({
  isComposing: composing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return composing || keyCode === 229;
}
