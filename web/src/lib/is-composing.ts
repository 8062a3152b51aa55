/**
 * Whether a key is for the input method, as Enter that takes a Chinese word: not to be acted on. Safari tells of that Enter once
 * composing has ended already, by the key code that all browsers give such keys (W3C UI Events, legacy key attributes).
 */
export function isComposing({
  isComposing: composing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return composing || keyCode === 229;
}
