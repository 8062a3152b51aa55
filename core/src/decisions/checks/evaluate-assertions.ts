import { clip, clipStart } from '../../values/clip.ts';
import type { Assertion, FailedAssertion } from '../../values/http-check/assertion.ts';
import { type AssertedAnswer, type Compared, headerValues, holds, textual } from './assertion-values.ts';
import { Budget, TooMuchWork } from './budget.ts';
import { type JsonDocument, parseExactly, valueAt } from './exact-json.ts';
import { Expressions } from './expression.ts';
import { locateByPath } from './json-path.ts';

/**
 * The budget of all assertions of a check: half a second, or several times that on an old phone. Ten usual expressions
 * in 1 MiB, or a JSONPath to each of 50,000 objects, take less.
 */
const UNITS = 100_000_000;
const OVER_BUDGET = `not evaluated: all assertions together may take ${UNITS.toLocaleString('en')} units of work`;
const RECEIVED_LENGTH = 200;
/** How many characters of a body are shown before the text that it should not contain. */
const LEAD_LENGTH = 50;

/** Why an assertion could not be evaluated. The API refuses expressions that are too complex, but documents may have them. */
type Unevaluated = 'expression' | 'assertionBudget';

/**
 * Why an answer does not count as up, null if it does: an assertion does not hold, or, if all others hold, one could not
 * be evaluated. `failed` also has those for which the budget did not suffice.
 */
type Evaluation = { error: 'assertion' | Unevaluated | null; failed: FailedAssertion[] };

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
  const context = { answer, readJson: parseOnce(answer.body), expressions, budget: new Budget(UNITS) };
  const failed: FailedAssertion[] = [];
  let unevaluated: Unevaluated | null = null;
  let doAllHold = true;
  for (const assertion of assertions) {
    const evaluated = evaluate(assertion, context);
    if (typeof evaluated === 'string') {
      unevaluated ??= evaluated;
      if (evaluated === 'assertionBudget') failed.push({ assertion, received: OVER_BUDGET });
    } else if (!evaluated.doesHold) {
      doAllHold = false;
      const [value] = evaluated.values ?? [];
      const received = value === undefined ? null : receivedFor(assertion, redact(value));
      const problem = findProblem(assertion, context);
      failed.push({ assertion, received, ...(problem && { problem }) });
    }
  }
  return { error: doAllHold ? unevaluated : 'assertion', failed };
}

type Evaluated = { values: readonly string[] | null; doesHold: boolean };
type Context = {
  answer: AssertedAnswer;
  readJson: () => JsonDocument | null;
  expressions: Expressions;
  budget: Budget;
};

function evaluate(assertion: Assertion, context: Context): Evaluated | Unevaluated {
  const { op, value = '' } = assertion;
  const { expressions, budget } = context;
  try {
    const expression = op === 'matches' ? expressions.compile(value, budget) : null;
    if (expression === 'tooComplex') return 'expression';
    const compared = valuesFor(assertion, context);
    if (!compared) return { values: null, doesHold: false };
    const isMatch = ({ text }: Compared) =>
      expression !== null && expression !== 'expression' && expression.isFoundIn(text, budget);
    return { values: compared.map(({ text }) => text), doesHold: holds(assertion, compared, isMatch) };
  } catch (error) {
    if (error instanceof TooMuchWork) return 'assertionBudget';
    return { values: null, doesHold: false }; // nested too deeply
  }
}

/** Returns what is wrong with the body for an assertion that does not hold; null if nothing is, or it is about a header. */
function findProblem({ source, op }: Assertion, { answer, readJson }: Context): FailedAssertion['problem'] | null {
  const isNotJson = source === 'json' && readJson() === null;
  const isSearchedInVain = isNotJson || (source === 'body' && op !== 'notContains');
  if (answer.isBodyCut && isSearchedInVain) return 'cut';
  return isNotJson ? 'notJson' : null;
}

/** Returns the values that the assertion compares; null if the body is not JSON. */
function valuesFor(
  { source, path = '', name = '' }: Assertion,
  { answer: { headers, body }, readJson, ...work }: Context,
): Compared[] | null {
  if (source === 'body') return [textual(body)];
  if (source === 'header') return headerValues(headers, name).map(textual);
  const json = readJson();
  if (!json) return null;
  const locations = locateByPath(path, json.exact, work);
  if (!locations) return null;
  return locations.map((location) => {
    const text = json.textAt(location);
    work.budget.spend(text.length);
    return { text, isNumber: typeof valueAt(json.document, location) === 'number' };
  });
}

function receivedFor({ source, name, op, value = '' }: Assertion, text: string): string {
  // A cookie may identify a person's session.
  if (source === 'header' && name?.toLowerCase() === 'set-cookie') return '••••';
  const at = op === 'notContains' ? Math.max(0, text.indexOf(value)) : 0;
  return clip(clipStart(text.slice(0, at), LEAD_LENGTH) + text.slice(at), RECEIVED_LENGTH);
}

/** Parses a body when it is first needed; null if it is not JSON. */
function parseOnce(body: string): () => JsonDocument | null {
  let parsed: JsonDocument | null | undefined;
  return () => {
    if (parsed === undefined) parsed = parseExactly(body);
    return parsed;
  };
}
