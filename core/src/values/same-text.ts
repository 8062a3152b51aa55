/** Whether a text contains another one, in any Unicode normal form: é is one character in some texts and two in others. */
export function containsText(text: string, part: string): boolean {
  if (text.includes(part)) return true;
  return !isAscii(part) && !isAscii(text) && text.normalize().includes(part.normalize());
}

/** Whether two texts are the same, in any Unicode normal form. */
export function isSameText(one: string, other: string): boolean {
  return one === other || (!isAscii(one) && one.normalize() === other.normalize());
}

function isAscii(text: string): boolean {
  return !/\P{ASCII}/u.test(text);
}
