const DECIMAL = /^\s*([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d+))?\s*$/i;

/** A decimal number: its sign, its digits without zeros at either end, and the power of ten of 0.digits. */
type Decimal = { sign: -1 | 0 | 1; digits: string; power: number };

/**
 * Compares two numbers as texts: below 0, 0 or above 0; NaN if one is no number. Decimal numbers are compared by their
 * digits, of which a floating-point number has only some 15, anything else as floating-point numbers.
 */
export function compareNumbers(one: string, other: string): number {
  const [left, right] = [parseDecimal(one), parseDecimal(other)];
  if (!left || !right) return toNumber(one) - toNumber(other);
  if (left.sign !== right.sign) return left.sign - right.sign;
  if (left.power !== right.power) return left.sign * (left.power < right.power ? -1 : 1);
  // Of digits that start alike the longer are more.
  return left.digits === right.digits ? 0 : left.sign * (left.digits < right.digits ? -1 : 1);
}

function parseDecimal(text: string): Decimal | null {
  const [whole, sign, integer = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return null;
  const all = integer + fraction;
  const from = all.search(/[1-9]/);
  if (from < 0) return { sign: 0, digits: '', power: 0 };
  return {
    sign: sign === '-' ? -1 : 1,
    digits: withoutFinalZeros(all.slice(from)),
    power: integer.length - from + Number(exponent),
  };
}

/** An expression for this would take a time quadratic in the zeros. */
function withoutFinalZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
