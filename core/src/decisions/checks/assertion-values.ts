import type { Assertion } from '../../values/http-check/assertion.ts';
import { containsText, isSameText } from '../../values/same-text.ts';
import { compareNumbers } from './compare-numbers.ts';

/** The final answer, which assertions are about, with its body decoded. `isBodyCut`: there may have been more of it. */
export type AssertedAnswer = {
  headers: readonly { name: string; value: string }[];
  body: string;
  isBodyCut?: boolean;
};

/** A value that an assertion reads, as text, and whether it is a number. The text of a number has all of its digits. */
export type Compared = { text: string; isNumber: boolean };

/** Returns the values of a header, whatever the case of its name. */
export function headerValues(headers: AssertedAnswer['headers'], name: string): string[] {
  return headers.flatMap((header) => (header.name.toLowerCase() === name.toLowerCase() ? header.value : []));
}

/** Whether all assertions only search or compare texts, which takes a time linear in the answer. */
export function areTextual(assertions: readonly Assertion[]): boolean {
  return assertions.every(({ source, op }) => source !== 'json' && op !== 'matches');
}

/** Whether all of these textual assertions hold. */
export function textsHold(assertions: readonly Assertion[], { headers, body }: AssertedAnswer): boolean {
  return assertions.every((assertion) => {
    const texts = assertion.source === 'body' ? [body] : headerValues(headers, assertion.name ?? '');
    return holds(assertion, texts.map(textual), () => false);
  });
}

/** Whether an assertion holds for the values that it reads. `isMatch`: whether its expression is found in one. */
export function holds(
  { op, value = '' }: Assertion,
  values: readonly Compared[],
  isMatch: (value: Compared) => boolean,
): boolean {
  switch (op) {
    case 'exists':
      return values.length > 0;
    case 'contains':
      return values.some(({ text }) => containsText(text, value));
    case 'notContains':
      return !values.some(({ text }) => containsText(text, value));
    case 'equals':
      return values.some((one) => isEqual(one, value));
    case 'notEquals':
      return !values.some((one) => isEqual(one, value));
    case 'lessThan':
      return values.some(({ text }) => compareNumbers(text, value) < 0);
    case 'greaterThan':
      return values.some(({ text }) => compareNumbers(text, value) > 0);
    case 'matches':
      return values.some(isMatch);
  }
}

export function textual(text: string): Compared {
  return { text, isNumber: false };
}

function isEqual({ text, isNumber }: Compared, value: string): boolean {
  return isNumber ? compareNumbers(text, value) === 0 : isSameText(text, value);
}
