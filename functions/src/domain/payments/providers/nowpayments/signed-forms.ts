type Json = null | boolean | string | NumberText | Json[] | { [key: string]: Json };

/** Notifications have one or two levels. */
const MAX_DEPTH = 10;

/** A number's source text: parsing would turn 10.0 into 10 and round a long id. */
class NumberText {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** The keys of an object at a depth, in the order in which they are signed. `top`: those of the notification, sorted. */
type OrderKeys = (keys: string[], depth: number, top: readonly string[]) => string[];

/** The provider's formulas, which differ for an object within the notification, such as `fee`. */
const ORDERS: readonly OrderKeys[] = [
  // Its present one.
  (keys) => keys.sort(),
  // Its older one in PHP, `ksort`: inner keys stay as they are.
  (keys, depth) => (depth === 0 ? keys.sort() : keys),
  // Its older one in JavaScript, `JSON.stringify(params, Object.keys(params).sort())`, which drops inner keys that are
  // not also keys of the notification.
  (keys, _, top) => top.filter((key) => keys.includes(key)),
];

const WRITE_NUMBER = [(source: string) => source, asJavaScript];

/**
 * The texts that the provider may have signed for this JSON: by each of its formulas, numbers as written or as
 * JavaScript prints them. What a formula drops is not signed, so only the returned texts may be trusted. Empty for
 * malformed JSON.
 */
export function signedForms(text: string): string[] {
  try {
    const value = parsed(text);
    const top = isObject(value) ? Object.keys(value).sort() : [];
    const forms = ORDERS.flatMap((order) => WRITE_NUMBER.map((number) => write(value, { order, number, top })));
    return [...new Set(forms)];
  } catch {
    return [];
  }
}

/** A reviver also gets a number's source text, which the types do not declare yet. */
function parsed(text: string): Json {
  const keepText = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
  return JSON.parse(text, keepText) as Json;
}

/** Keeps numbers that JavaScript would change. */
function asJavaScript(source: string): string {
  const value = Number(source);
  const isSame = Number.isInteger(value) ? Number.isSafeInteger(value) : digitsOf(String(value)) === digitsOf(source);
  return isSame ? String(value) : source;
}

/** A decimal without trailing zeros; a number with an exponent equals only itself. */
function digitsOf(number: string): string {
  return /e/i.test(number) ? number : number.replace(/0+$/, '');
}

type Form = { order: OrderKeys; number: (source: string) => string; top: readonly string[] };

function write(value: Json, form: Form, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError('deeper than any notification');
  if (value instanceof NumberText) return form.number(value.source);
  if (Array.isArray(value)) return `[${value.map((each) => write(each, form, depth + 1)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = form.order(Object.keys(value), depth, form.top);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${write(value[key] ?? null, form, depth + 1)}`).join()}}`;
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText);
}
