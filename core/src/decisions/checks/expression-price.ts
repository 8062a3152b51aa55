import { countFoldedSingly, foldsOf, type Range } from './case-folds.ts';

/** Assertions have at most 500 characters, but the document of a JSONPath may contain longer expressions. */
const MOST_LENGTH = 1_000;
/** Some 5 ms: half of the budget of each of ten assertions. */
const MOST_PRICE = 1_000_000;

/** The most that reading an expression, compiling it and preparing the search can take, in the units of a budget. */
const UNITS = {
  expression: 4_000,
  character: 100,
  /** For each instruction of the program, in which repeated parts are repeated. */
  instruction: 300,
  /** For each range of the expression's classes. */
  range: 40,
  /** For each range of a class, for each instruction with the class. */
  programRange: 10,
  foldedCodePoint: 10,
} as const;

/** The most that it can take to find out that an expression must be refused. */
export const REFUSAL_PRICE = UNITS.expression + UNITS.character * MOST_LENGTH;

/** A class with this many code points that would be folded one by one is compiled with its folds instead. */
const MANY_FOLDED = 128;
/** The most ranges that a class such as \w, \W or [:alpha:] has. */
const GROUP_RANGES = 10;
/** The most ranges that a Unicode class has, by name. */
const UNICODE_RANGES = new Map([
  ...withMost(800, 'Alphabetic Assigned C Cn L Ll Lo Lowercase Lu Unknown Uppercase'),
  ...withMost(400, 'M Mn'),
  ...withMost(250, 'Common Emoji Extended_Pictographic LC Lc Math Mc N P Po S So Terminal_Punctuation'),
]);
const OTHER_UNICODE_RANGES = 90;
/** Building a class that ignores case also builds those of its folds. */
const FOLDED_CLASSES = 3;

const MOST_REPEATED = 1_000;
const LAST_CODE_POINT = 0x10ffff;
const CONTROLS: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

const COUNT = /(?:([*+?])|\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\})\??/y;
const GROUP_NAME = /\?P?<(\w+)>/y;
const FLAGS = /\?([imsU]*)(?:-([imsU]+))?([:)])/y;
const QUOTED = /\\Q(.*?)(?:\\E|$)/suy;
const WITHOUT_WIDTH_OR_DOT = /\\[AbBz]|[$^.]/y;
const PERL_CLASS = /\\[dDsSwW]/y;
const UNICODE_CLASS = /\\[pP](?:\{\^?([^}]*)\}|([^{]))/uy;
const POSIX_CLASS = /\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]/y;
const ESCAPE =
  /\\(?:(0[0-7]{0,2}|[1-7][0-7]{1,2})|x\{([\dA-Fa-f]+)\}|x([\dA-Fa-f]{2})|([afnrtv])|([^\dA-Za-z\u0080-\u{10ffff}]))/uy;

/** Why an expression is not compiled: it is malformed, or compiling it would take too long. */
export type ExpressionProblem = 'expression' | 'tooComplex';

/** The most that compiling an expression can take, in the units of a budget (budget.ts), or why it is refused. */
export type PricedExpression =
  | {
      problem: null;
      price: number;
      /** What to compile instead. It matches the same, and may still be malformed, as with an unknown class name. */
      source: string;
    }
  | { problem: ExpressionProblem; price: number };

/**
 * Prices an expression of RE2 without compiling it (docs/agent.md, Assertions). re2js repeats all that is repeated
 * before its instructions can be counted, and folds ranges one code point at a time: `source` has the folds of long
 * ranges instead.
 */
export function priceExpression(expression: string): PricedExpression {
  if (expression.length > MOST_LENGTH) return { problem: 'tooComplex', price: Number.POSITIVE_INFINITY };
  const reading = UNITS.expression + UNITS.character * expression.length;
  try {
    const { source, work } = new Reader(expression).read();
    const price = reading + work;
    return price > MOST_PRICE ? { problem: 'tooComplex', price } : { problem: null, price, source };
  } catch (error) {
    if (error instanceof Malformed) return { problem: 'expression', price: reading };
    throw error;
  }
}

class Malformed extends Error {}

/** A part of an expression. */
type Part = {
  instructions: number;
  /** The number of ranges of the classes in its instructions. */
  ranges: number;
  /** The product of its nested counts. */
  repeated: number;
  /** The number of ranges of classes that alternatives may merge, which takes as long as building them. */
  mergeable: number;
};
const NO_CHARACTER: Part = { instructions: 1, ranges: 0, repeated: 1, mergeable: 0 };
const CHARACTER: Part = { ...NO_CHARACTER, mergeable: 1 };

/** How often a part is repeated; `max` is null without a limit. */
type Count = { min: number; max: number | null };

/** A group that is being read. `ignoresCase`: whether what comes after it does. */
type Group = { isCapture: boolean; ignoresCase: boolean; alternatives: Part[]; parts: Part[] };

/** Reads an expression as the parser of re2js does by default. Its methods throw Malformed. */
class Reader {
  readonly #expression: string;
  #at = 0;
  /** What is compiled instead of the expression up to `#writtenTo`; the rest is compiled as it is. */
  #written = '';
  #writtenTo = 0;
  /** The work in addition to that for the program. */
  #work = 0;
  #ignoresCase = false;
  readonly #names = new Set<string>();
  readonly #outer: Group[] = [];
  #group: Group = { isCapture: false, ignoresCase: false, alternatives: [], parts: [] };

  constructor(expression: string) {
    this.#expression = expression;
  }

  read(): { source: string; work: number } {
    let isRepeated = false;
    while (this.#at < this.#expression.length) {
      const count = this.#readCount();
      if (count) {
        const part = this.#group.parts.pop();
        if (!part || isRepeated) throw new Malformed();
        this.#group.parts.push(repeat(part, count));
      } else if (this.#skip('|')) this.#endAlternative();
      else if (this.#skip('(')) this.#startGroup();
      else if (this.#skip(')')) this.#endGroup();
      else this.#group.parts.push(...this.#readParts());
      isRepeated = count !== null;
    }
    if (this.#outer.length > 0) throw new Malformed();
    const { instructions, ranges } = this.#wholeGroup();
    const program = instructions * UNITS.instruction + ranges * UNITS.programRange;
    return { source: this.#written + this.#expression.slice(this.#writtenTo), work: this.#work + program };
  }

  #readCount(): Count | null {
    const match = this.#match(COUNT);
    if (!match) return null;
    const [, operator, least = '', comma, most] = match;
    if (operator !== undefined) return { min: operator === '+' ? 1 : 0, max: operator === '?' ? 1 : null };
    const min = Number(least);
    const max = comma === undefined ? min : most === undefined ? null : Number(most);
    if (min > (max ?? MOST_REPEATED) || (max ?? 0) > MOST_REPEATED) throw new Malformed();
    return { min, max };
  }

  #startGroup(): void {
    const isPlain = !this.#sees('?');
    const [, name] = this.#match(GROUP_NAME) ?? [];
    const ignoresCase = this.#ignoresCase;
    const isCapture = isPlain || name !== undefined;
    if (name !== undefined && this.#names.has(name)) throw new Malformed();
    if (name !== undefined) this.#names.add(name);
    const [, on = '', off = '', end = ':'] = isCapture ? [] : this.#expect(FLAGS);
    this.#ignoresCase = (ignoresCase || on.includes('i')) && !off.includes('i');
    if (end === ')') return;
    this.#outer.push(this.#group);
    this.#group = { isCapture, ignoresCase, alternatives: [], parts: [] };
  }

  #endGroup(): void {
    const { isCapture, ignoresCase } = this.#group;
    const whole = this.#wholeGroup();
    const outer = this.#outer.pop();
    if (!outer) throw new Malformed();
    outer.parts.push(isCapture ? { ...whole, instructions: whole.instructions + 2, mergeable: 0 } : whole);
    this.#group = outer;
    this.#ignoresCase = ignoresCase;
  }

  #endAlternative(): void {
    const { alternatives, parts } = this.#group;
    alternatives.push(parts.length === 0 ? NO_CHARACTER : sum(parts));
    this.#group.parts = [];
  }

  #wholeGroup(): Part {
    this.#endAlternative();
    const { alternatives } = this.#group;
    const whole = sum(alternatives);
    this.#work += whole.mergeable * UNITS.range;
    return { ...whole, instructions: whole.instructions + alternatives.length - 1 };
  }

  /** Reads the parts of a token: one, or any number if it is quoted. */
  #readParts(): Part[] {
    const quoted = this.#match(QUOTED);
    if (quoted) return [...(quoted[1] ?? '')].map(() => CHARACTER);
    if (this.#match(WITHOUT_WIDTH_OR_DOT)) return [NO_CHARACTER];
    if (this.#sees('[')) return [this.#readClass()];
    const named = this.#readNamedClass();
    if (named !== null) return [this.#classPart([], named)];
    this.#readCharacter();
    return [CHARACTER];
  }

  /** Reads a character or its escape, and returns its code point. */
  #readCharacter(): number {
    if (!this.#sees('\\')) {
      const codePoint = this.#expression.codePointAt(this.#at);
      if (codePoint === undefined) throw new Malformed();
      this.#at += codePoint > 0xffff ? 2 : 1;
      return codePoint;
    }
    const [, octal, braced, hex = braced, control, literal = ''] = this.#expect(ESCAPE);
    if (octal !== undefined) return Number.parseInt(octal, 8);
    if (control !== undefined) return CONTROLS[control] ?? 0;
    const codePoint = hex === undefined ? literal.charCodeAt(0) : Number.parseInt(hex, 16);
    if (codePoint > LAST_CODE_POINT) throw new Malformed();
    return codePoint;
  }

  /** Reads a class such as \d or \p{L}, and returns the most ranges that it can have; null if no such class is here. */
  #readNamedClass(): number | null {
    if (this.#match(PERL_CLASS)) return GROUP_RANGES;
    if (!this.#sees('\\p') && !this.#sees('\\P')) return null;
    const [, braced = '', name = braced] = this.#expect(UNICODE_CLASS);
    return UNICODE_RANGES.get(name) ?? OTHER_UNICODE_RANGES;
  }

  #readClass(): Part {
    const start = this.#at;
    this.#skip('[');
    const isNegated = this.#skip('^');
    const ranges: Range[] = [];
    let named = 0;
    for (let isFirst = true; isFirst || !this.#skip(']'); isFirst = false) {
      const found = this.#readPosixClass() ?? this.#readNamedClass();
      if (found === null) ranges.push(this.#readRange());
      else named += found;
    }
    if (!this.#ignoresCase) return this.#classPart(ranges, named);
    const all = [...ranges, ...ranges.flatMap(foldsOf)];
    const folded = ranges.reduce((total, range) => total + countFoldedSingly(range), 0);
    if (folded < MANY_FOLDED || named > 0) this.#work += folded * UNITS.foldedCodePoint;
    else this.#write(start, `(?-i:[${isNegated ? '^' : ''}${all.map(written).join('')}])`);
    return this.#classPart(all, named);
  }

  #readPosixClass(): number | null {
    if (!this.#sees('[:') || !this.#expression.includes(':]', this.#at)) return null;
    this.#expect(POSIX_CLASS);
    return GROUP_RANGES;
  }

  #readRange(): Range {
    const first = this.#readCharacter();
    if (this.#sees('-]') || !this.#skip('-')) return [first, first];
    const last = this.#readCharacter();
    if (last < first) throw new Malformed();
    return [first, last];
  }

  /** Returns the part of a class, or of its complement, which has one more range. */
  #classPart({ length }: readonly Range[], named: number): Part {
    this.#work += (length + named * (this.#ignoresCase ? FOLDED_CLASSES : 1)) * UNITS.range;
    const ranges = length + named + 1;
    return { ...CHARACTER, ranges, mergeable: ranges };
  }

  /** Replaces the source that was read from a position on with something else to compile. */
  #write(from: number, replacement: string): void {
    this.#written += this.#expression.slice(this.#writtenTo, from) + replacement;
    this.#writtenTo = this.#at;
  }

  #sees(text: string): boolean {
    return this.#expression.startsWith(text, this.#at);
  }

  #skip(text: string): boolean {
    const isThere = this.#sees(text);
    if (isThere) this.#at += text.length;
    return isThere;
  }

  /** Matches a sticky pattern here. */
  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#expression);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #expect(pattern: RegExp): RegExpExecArray {
    const match = this.#match(pattern);
    if (!match) throw new Malformed();
    return match;
  }
}

/** Repeats a part as re2js writes it out: x{2,4} is xx(?:x(?:x)?)?. */
function repeat({ instructions, ranges, repeated }: Part, { min, max }: Count): Part {
  if (max === 0) return NO_CHARACTER;
  const times = max ?? min;
  const product = repeated * Math.max(1, times);
  if (times > 1 && product > MOST_REPEATED) throw new Malformed();
  const copies = Math.max(1, times);
  // Each copy that may be missing takes an instruction. So does a loop, or two if it may be left out.
  const branches = max === null ? 2 : max - min;
  return { instructions: copies * instructions + branches, ranges: copies * ranges, repeated: product, mergeable: 0 };
}

function sum(parts: readonly Part[]): Part {
  return parts.reduce((total, part) => ({
    instructions: total.instructions + part.instructions,
    ranges: total.ranges + part.ranges,
    repeated: Math.max(total.repeated, part.repeated),
    mergeable: total.mergeable + part.mergeable,
  }));
}

function written([first, last]: Range): string {
  return `\\x{${first.toString(16)}}-\\x{${last.toString(16)}}`;
}

function withMost(most: number, names: string): [string, number][] {
  return names.split(' ').map((name) => [name, most]);
}
