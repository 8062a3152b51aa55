import { type FilterFunction, FunctionExpressionType, JSONPathEnvironment, type JSONPathQuery, Nothing } from 'json-p3';
import type { Budget } from './budget.ts';
import { type JsonLocation, numberText } from './exact-json.ts';
import type { Expression, Expressions } from './expression.ts';
import { compareExactly, withReadableFractions } from './filter-comparison.ts';
import { fromIRegexp } from './i-regexp.ts';

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
