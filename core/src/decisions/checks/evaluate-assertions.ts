import { clip, clipStart } from '../../values/clip.ts';
import type { Assertion, FailedAssertion } from '../../values/http-check/assertion.ts';
import { Budget } from './budget.ts';
import { compileExpression } from './expression.ts';
import { selectByPath } from './json-path.ts';

/** For all assertions of a check, in equal parts. */
const UNITS = 20_000_000;
const RECEIVED_LENGTH = 200;
/** How much of a body precedes the text that it should not contain. */
const LEAD_LENGTH = 50;

/** What assertions are about: the final answer, its body decoded. */
export type AssertedAnswer = { headers: readonly { name: string; value: string }[]; body: string };

/**
 * Returns the assertions that do not hold (docs/agent.md, Assertions), with what was received, as `redact` leaves it
 * before it is shortened.
 */
export function evaluateAssertions(
  assertions: readonly Assertion[],
  answer: AssertedAnswer,
  redact: (text: string) => string = (text) => text,
): FailedAssertion[] {
  const readJson = parseOnce(answer.body);
  return assertions.flatMap((assertion) => {
    const budget = new Budget(UNITS / assertions.length);
    const { values, doesHold } = evaluate(assertion, answer, readJson, budget);
    if (doesHold) return [];
    const received = values?.[0] === undefined ? null : receivedFor(assertion, redact(values[0]));
    return [{ assertion, received }];
  });
}

/** A value that an assertion reads, as text, and as a number if it is one. */
type Compared = { text: string; number: number | null };
type Evaluated = { values: readonly string[] | null; doesHold: boolean };

function evaluate(
  assertion: Assertion,
  answer: AssertedAnswer,
  readJson: () => { document: unknown } | null,
  budget: Budget,
): Evaluated {
  try {
    const compared = valuesFor(assertion, answer, readJson, budget);
    if (!compared) return { values: null, doesHold: false };
    return { values: compared.map(({ text }) => text), doesHold: holds(assertion, compared, budget) };
  } catch {
    return { values: null, doesHold: false }; // too much work, or nested too deeply
  }
}

/** What the assertion compares; null if the body is not JSON. */
function valuesFor(
  { source, path = '', name = '' }: Assertion,
  { headers, body }: AssertedAnswer,
  readJson: () => { document: unknown } | null,
  budget: Budget,
): Compared[] | null {
  if (source === 'body') return [compared(body)];
  if (source === 'header') {
    const own = headers.filter((header) => header.name.toLowerCase() === name.toLowerCase());
    return own.map(({ value }) => compared(value));
  }
  const json = readJson();
  return (json && selectByPath(path, json.document, budget)?.map(compared)) ?? null;
}

function holds({ op, value = '' }: Assertion, values: readonly Compared[], budget: Budget): boolean {
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
    case 'matches': {
      const expression = compileExpression(value);
      return values.some(({ text }) => expression?.isFoundIn(text, budget));
    }
  }
}

function compared(value: unknown): Compared {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { text, number: typeof value === 'number' ? value : null };
}

function isEqual({ text, number }: Compared, value: string): boolean {
  return number === null ? text === value : value.trim() !== '' && number === Number(value);
}

/** A number, or a text that is one. */
function numberOf({ text, number }: Compared): number | null {
  const parsed = number ?? (text.trim() === '' ? Number.NaN : Number(text));
  return Number.isNaN(parsed) ? null : parsed;
}

function receivedFor({ source, name, op, value = '' }: Assertion, text: string): string {
  // A cookie may be somebody's session.
  if (source === 'header' && name?.toLowerCase() === 'set-cookie') return '••••';
  const at = op === 'notContains' ? text.indexOf(value) : 0;
  return clip(clipStart(text.slice(0, at), LEAD_LENGTH) + text.slice(at), RECEIVED_LENGTH);
}

/** Parses a body when it is first needed; null if it is not JSON. */
function parseOnce(body: string): () => { document: unknown } | null {
  let parsed: { document: unknown } | null | undefined;
  return () => {
    if (parsed === undefined) parsed = parse(body);
    return parsed;
  };
}

function parse(body: string): { document: unknown } | null {
  try {
    const document: unknown = JSON.parse(body);
    return { document };
  } catch {
    return null;
  }
}
