import { JSONPathNodeList, type JSONPathQuery, jsonpath, Nothing } from 'json-p3';
import type { Budget } from './budget.ts';
import { compareNumbers } from './compare-numbers.ts';
import { exactNumber, numberText } from './exact-json.ts';

const { FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, NumberLiteral, PrefixExpression } =
  jsonpath.expressions;
type FilterExpression = InstanceType<typeof jsonpath.expressions.FilterExpression>;
type Infix = InstanceType<typeof InfixExpression>;

/** The library's parser refuses 0.5 in a filter, but accepts 5e-1. */
const FRACTION = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(?<![\w.\u{80}-\u{10ffff}-])0\.(\d+)(?:[eE]([+-]?\d+))?/gsu;

/** Returns a JSONPath with its numbers below 1 as the library's parser accepts them. */
export function withReadableFractions(path: string): string {
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
export function compareExactly({ segments }: JSONPathQuery, budget: Budget): void {
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
