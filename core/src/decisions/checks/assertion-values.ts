import type { Assertion } from '../../values/http-check/assertion.ts';

/** The final answer, which assertions are about, with its body decoded. */
export type AssertedAnswer = { headers: readonly { name: string; value: string }[]; body: string };

/** A value that an assertion reads, as text, and as a number if it is a number. */
export type Compared = { text: string; number: number | null };

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
    return holds(assertion, texts.map(compared), () => false);
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
      return values.some(({ text }) => text.includes(value));
    case 'notContains':
      return !values.some(({ text }) => text.includes(value));
    case 'equals':
      return values.some((one) => isEqual(one, value));
    case 'notEquals':
      return !values.some((one) => isEqual(one, value));
    case 'lessThan':
      return values.some((one) => (numberOf(one) ?? Number.POSITIVE_INFINITY) < Number(value));
    case 'greaterThan':
      return values.some((one) => (numberOf(one) ?? Number.NEGATIVE_INFINITY) > Number(value));
    case 'matches':
      return values.some(isMatch);
  }
}

export function compared(value: unknown): Compared {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { text, number: typeof value === 'number' ? value : null };
}

function isEqual({ text, number }: Compared, value: string): boolean {
  return number === null ? text === value : value.trim() !== '' && number === Number(value);
}

/** Returns a number, or the number that a text contains. */
function numberOf({ text, number }: Compared): number | null {
  const parsed = number ?? (text.trim() === '' ? Number.NaN : Number(text));
  return Number.isNaN(parsed) ? null : parsed;
}
