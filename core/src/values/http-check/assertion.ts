import { z } from 'zod';
import { freeTextSchema, textSchema } from '../fields.ts';

/** What an assertion reads: the decoded body as text, a value in it by a JSONPath (RFC 9535), or a response header. */
export const ASSERTION_SOURCES = ['body', 'json', 'header'] as const;

/** How an assertion compares. `matches`: a regular expression of RE2, without look-around and back references. */
export const ASSERTION_OPS = [
  'contains',
  'notContains',
  'matches',
  'equals',
  'notEquals',
  'lessThan',
  'greaterThan',
  'exists',
] as const;
export type AssertionOp = (typeof ASSERTION_OPS)[number];

/** The ops that each source has. */
export const OPS_BY_SOURCE = {
  body: ['contains', 'notContains', 'matches'],
  json: ASSERTION_OPS,
  header: ASSERTION_OPS,
} as const satisfies Record<(typeof ASSERTION_SOURCES)[number], readonly AssertionOp[]>;

/** A name of a header: a token of RFC 9110, 5.6.2. */
export const headerNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'not a header name');

const VALUE_LENGTH = 500;
const PATH_LENGTH = 200;

/**
 * What the answer must fulfil to count as up. `path`: a JSONPath, for `json` only. `name`: of the header, for `header`
 * only. `value`: compared with; none for `exists`. `findAssertionProblem` finds whether path and expression are valid: it
 * needs their parsers, and stored assertions must stay readable.
 */
export const assertionSchema = z
  .strictObject({
    source: z.enum(ASSERTION_SOURCES),
    path: textSchema.startsWith('$').max(PATH_LENGTH).optional(),
    name: headerNameSchema.optional(),
    op: z.enum(ASSERTION_OPS),
    value: freeTextSchema.max(VALUE_LENGTH).optional(),
  })
  .superRefine(({ source, path, name, op, value }, context) => {
    const reject = (field: string, message: string) => context.addIssue({ code: 'custom', message, path: [field] });
    const ops: readonly AssertionOp[] = OPS_BY_SOURCE[source];
    if (!ops.includes(op)) reject('op', `not an op of ${source}`);
    if ((source === 'json') !== (path !== undefined)) reject('path', 'only json has a path, and needs one');
    if ((source === 'header') !== (name !== undefined)) reject('name', 'only header has a name, and needs one');
    if ((op === 'exists') !== (value === undefined)) reject('value', 'all ops but exists need a value');
    if ((op === 'lessThan' || op === 'greaterThan') && !isNumeric(value)) reject('value', 'not a number');
    if ((op === 'contains' || op === 'notContains' || op === 'matches') && value === '') reject('value', 'empty');
  });
export type Assertion = z.infer<typeof assertionSchema>;

function isNumeric(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '' && Number.isFinite(Number(value));
}

/**
 * An assertion that did not hold: `received` is what the answer had there, shortened; null if there was nothing.
 * `problem`: the body is not JSON, or only its first MiB was read, which is all that is.
 */
export const failedAssertionSchema = z.object({
  assertion: assertionSchema,
  received: freeTextSchema.max(200).nullable(),
  problem: z.enum(['notJson', 'cut']).optional().catch(undefined),
});
export type FailedAssertion = z.infer<typeof failedAssertionSchema>;
