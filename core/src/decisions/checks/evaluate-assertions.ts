import { clip, clipStart } from '../../values/clip.ts';
import type { Assertion, FailedAssertion } from '../../values/http-check/assertion.ts';
import { type AssertedAnswer, type Compared, compared, headerValues, holds } from './assertion-values.ts';
import { Budget } from './budget.ts';
import { Expressions } from './expression.ts';
import { selectByPath } from './json-path.ts';

/** The budget of all assertions of a check, in equal parts. */
const UNITS = 20_000_000;
const RECEIVED_LENGTH = 200;
/** How many characters of a body are shown before the text that it should not contain. */
const LEAD_LENGTH = 50;

/**
 * Why an answer does not count as up, null if it does: an assertion does not hold, or, if all others hold, one has an
 * expression that is too complex. The API refuses such expressions, but documents may have them.
 */
type Evaluation = { error: 'assertion' | 'expression' | null; failed: FailedAssertion[] };

/**
 * Evaluates assertions (docs/agent.md, Assertions). `redact` changes what was received before it is shortened.
 * `expressions` keeps what it compiles for the next evaluation.
 */
export function evaluateAssertions(
  assertions: readonly Assertion[],
  answer: AssertedAnswer,
  expressions: Expressions = new Expressions(),
  redact: (text: string) => string = (text) => text,
): Evaluation {
  const context = { answer, readJson: parseOnce(answer.body), expressions };
  const failed: FailedAssertion[] = [];
  let isTooComplex = false;
  for (const assertion of assertions) {
    const evaluated = evaluate(assertion, { ...context, budget: new Budget(UNITS / assertions.length) });
    if (evaluated === 'tooComplex') isTooComplex = true;
    else if (!evaluated.doesHold) {
      const [value] = evaluated.values ?? [];
      failed.push({ assertion, received: value === undefined ? null : receivedFor(assertion, redact(value)) });
    }
  }
  return { error: failed.length > 0 ? 'assertion' : isTooComplex ? 'expression' : null, failed };
}

type Evaluated = { values: readonly string[] | null; doesHold: boolean };
type Context = {
  answer: AssertedAnswer;
  readJson: () => { document: unknown } | null;
  expressions: Expressions;
  budget: Budget;
};

function evaluate(assertion: Assertion, context: Context): Evaluated | 'tooComplex' {
  const { op, value = '' } = assertion;
  const { expressions, budget } = context;
  try {
    const expression = op === 'matches' ? expressions.compile(value, budget) : null;
    if (expression === 'tooComplex') return expression;
    const compared = valuesFor(assertion, context);
    if (!compared) return { values: null, doesHold: false };
    const isMatch = ({ text }: Compared) =>
      expression !== null && expression !== 'expression' && expression.isFoundIn(text, budget);
    return { values: compared.map(({ text }) => text), doesHold: holds(assertion, compared, isMatch) };
  } catch {
    return { values: null, doesHold: false }; // too much work, or nested too deeply
  }
}

/** Returns the values that the assertion compares; null if the body is not JSON. */
function valuesFor(
  { source, path = '', name = '' }: Assertion,
  { answer: { headers, body }, readJson, ...work }: Context,
): Compared[] | null {
  if (source === 'body') return [compared(body)];
  if (source === 'header') return headerValues(headers, name).map(compared);
  const json = readJson();
  return (json && selectByPath(path, json.document, work)?.map(compared)) ?? null;
}

function receivedFor({ source, name, op, value = '' }: Assertion, text: string): string {
  // A cookie may identify a person's session.
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
