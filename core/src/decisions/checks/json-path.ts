import {
  type FilterFunction,
  FunctionExpressionType,
  JSONPathEnvironment,
  JSONPathNodeList,
  type JSONPathQuery,
  jsonpath,
  Nothing,
} from 'json-p3';
import type { Budget } from './budget.ts';
import { compareNumbers } from './compare-numbers.ts';
import { exactNumber, type JsonLocation, numberText } from './exact-json.ts';
import type { Expression, Expressions } from './expression.ts';
import { fromIRegexp } from './i-regexp.ts';

const { FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, NumberLiteral, PrefixExpression } =
  jsonpath.expressions;
type FilterExpression = InstanceType<typeof jsonpath.expressions.FilterExpression>;
type Infix = InstanceType<typeof InfixExpression>;

/** The library's parser refuses 0.5 in a filter, but accepts 5e-1. */
const FRACTION = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(?<![\w.\u{80}-\u{10ffff}-])0\.(\d+)(?:[eE]([+-]?\d+))?/gsu;

/**
 * The price of one access to the document, and of translating a character of an expression, which the document may
 * contain.
 */
const UNITS = { access: 100, translation: 20 } as const;

type Work = { budget: Budget; expressions: Expressions };

/** Whether a text is a JSONPath (RFC 9535). */
export function isJsonPath(path: string): boolean {
  return compilePath(path, null) !== null;
}

/**
 * Returns where the values are in an exact JSON document that a JSONPath selects; null for a malformed path. Throws
 * TooMuchWork, or an error for a document that is nested too deeply.
 */
export function locateByPath(path: string, document: unknown, work: Work): JsonLocation[] | null {
  const query = compilePath(path, work);
  if (!query) return null;
  // The other kind of query passes all nodes of an array as arguments, of which there may be too many.
  return Array.from(query.lazyQuery(asJson(metered(document, work.budget))), ({ location }) => location);
}

function compilePath(path: string, work: Work | null): JSONPathQuery | null {
  const environment = new JSONPathEnvironment();
  environment.functionRegister.set(
    'match',
    expressionFunction((source) => `^(?:${source})$`, work),
  );
  environment.functionRegister.set(
    'search',
    expressionFunction((source) => source, work),
  );
  environment.functionRegister.set('length', LENGTH);
  try {
    const query = environment.compile(withReadableFractions(path));
    if (work) compareExactly(query, work.budget);
    return query;
  } catch {
    return null; // a JSONPathError
  }
}

/**
 * Implements match() and search() with RE2, since the library's own implementations backtrack. An expression that is
 * refused matches nothing.
 */
function expressionFunction(wrap: (source: string) => string, work: Work | null): FilterFunction {
  const compiled = new Map<string, Expression | null>();
  const compile = (source: string, { budget, expressions }: Work) => {
    budget.spend(UNITS.translation * source.length);
    const translated = fromIRegexp(source);
    const expression = translated === null ? null : expressions.compile(wrap(translated), budget);
    return typeof expression === 'string' ? null : expression;
  };
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call(text, source) {
      if (typeof text !== 'string' || typeof source !== 'string' || !work || numberText(text) !== null) return false;
      const known = compiled.get(source);
      const expression = known === undefined ? compile(source, work) : known;
      compiled.set(source, expression);
      return expression?.isFoundIn(text, work.budget) ?? false;
    },
  };
}

/** Implements length() (RFC 9535, 2.4.4): the library counts the UTF-16 code units of a text. */
const LENGTH: FilterFunction = {
  argTypes: [FunctionExpressionType.ValueType],
  returnType: FunctionExpressionType.ValueType,
  call(value) {
    if (typeof value === 'string') return numberText(value) === null ? Array.from(value).length : Nothing;
    return typeof value === 'object' && value !== null ? Object.keys(value).length : Nothing;
  },
};

/** Returns a view of a document that spends the budget with each access: a path can visit it any number of times. */
function metered(value: unknown, budget: Budget): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      budget.spend(UNITS.access);
      return metered(Reflect.get(target, key), budget);
    },
    getOwnPropertyDescriptor(target, key) {
      budget.spend(UNITS.access);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  });
}

/** What JSON.parse returned is JSON, which its type does not express. */
function asJson(value: unknown): Parameters<JSONPathQuery['lazyQuery']>[0] {
  return value as Parameters<JSONPathQuery['lazyQuery']>[0];
}

/** Returns a JSONPath with its numbers below 1 as the library's parser accepts them. */
function withReadableFractions(path: string): string {
  return path.replace(FRACTION, (token: string, fraction?: string, exponent = '0') => {
    if (fraction === undefined) return token;
    const digits = fraction.replace(/^0+/, '');
    return digits === '' ? '0' : `${digits}e${Number(exponent) - fraction.length}`;
  });
}

/**
 * Makes the filters of a query compare numbers by all of their digits, as assertions do, where the library compares them
 * as floating-point numbers. The query is then for exact documents.
 */
function compareExactly({ segments }: JSONPathQuery, budget: Budget): void {
  for (const { selectors } of segments) {
    for (const selector of selectors) {
      if (selector instanceof jsonpath.selectors.FilterSelector) changeExpression(selector.expression, budget);
    }
  }
}

function changeExpression(expression: FilterExpression, budget: Budget): void {
  if (expression instanceof NumberLiteral) {
    const value = exactNumber(expression.token.value);
    Object.defineProperty(expression, 'evaluate', { value: () => value });
  } else if (expression instanceof InfixExpression) {
    changeExpression(expression.left, budget);
    changeExpression(expression.right, budget);
    if (!expression.logical) expression.evaluate = (context) => doesHold(expression, context, budget);
  } else if (expression instanceof FilterQuery) compareExactly(expression.path, budget);
  else if (expression instanceof LogicalExpression) changeExpression(expression.expression, budget);
  else if (expression instanceof PrefixExpression) changeExpression(expression.right, budget);
  else if (expression instanceof FunctionExtension) for (const each of expression.args) changeExpression(each, budget);
}

/** Whether a comparison holds (RFC 9535, 2.3.5.2.2). */
function doesHold({ left, operator, right }: Infix, context: Parameters<Infix['evaluate']>[0], budget: Budget) {
  const [one, other] = [operandOf(left.evaluate(context)), operandOf(right.evaluate(context))];
  switch (operator) {
    case '==':
      return isEqual(one, other, budget);
    case '!=':
      return !isEqual(one, other, budget);
    case '<':
      return isLess(one, other, budget);
    case '>':
      return isLess(other, one, budget);
    case '<=':
      return isLess(one, other, budget) || isEqual(one, other, budget);
    case '>=':
      return isLess(other, one, budget) || isEqual(one, other, budget);
    default:
      return false;
  }
}

/** Returns what an operand compares: of a query the value that it selects, of which there is one or none. */
function operandOf(evaluated: unknown): unknown {
  if (!(evaluated instanceof JSONPathNodeList)) return evaluated;
  const [node] = evaluated.nodes;
  return node ? node.value : Nothing;
}

function isLess(one: unknown, other: unknown, budget: Budget): boolean {
  const order = compareAsNumbers(one, other, budget);
  if (order !== null) return order < 0;
  const areTexts = typeof one === 'string' && typeof other === 'string';
  return areTexts && numberText(one) === null && numberText(other) === null && one < other;
}

function isEqual(one: unknown, other: unknown, budget: Budget): boolean {
  if (one === other) return true;
  const order = compareAsNumbers(one, other, budget);
  if (order !== null) return order === 0;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isEqual(Reflect.get(one, name), Reflect.get(other, name), budget),
    )
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns how two numbers of an exact document compare; null if one of the values is no number. */
function compareAsNumbers(one: unknown, other: unknown, budget: Budget): number | null {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [text, otherText] = [numberText(one), numberText(other)];
  if (text === null || otherText === null) return null;
  budget.spend(text.length + otherText.length);
  return compareNumbers(text, otherText);
}
