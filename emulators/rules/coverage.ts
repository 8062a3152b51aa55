import { z } from 'zod';

type Expression = {
  sourcePosition: { line: number; column?: number | undefined };
  values?: { value: { boolValue?: boolean | undefined }; count: number }[] | undefined;
  children?: Expression[] | undefined;
};

const expressionSchema: z.ZodType<Expression> = z.lazy(() =>
  z.object({
    sourcePosition: z.object({ line: z.number(), column: z.number().optional() }),
    values: z.array(z.object({ value: z.object({ boolValue: z.boolean().optional() }), count: z.number() })).optional(),
    children: z.array(expressionSchema).optional(),
  }),
);
const reportSchema = z.object({ report: z.array(expressionSchema) });

/**
 * The number of expressions in the Firestore emulator's rule coverage, and where those are that no test has reached.
 */
export function readCoverage(answer: unknown): { total: number; unreached: string[] } {
  const all = reportSchema.parse(answer).report.flatMap(withChildren);
  return { total: all.length, unreached: all.flatMap(unreachedSide) };
}

function withChildren(expression: Expression): Expression[] {
  return [expression, ...(expression.children ?? []).flatMap(withChildren)];
}

/** A condition must have been true and false; only a literal, as in the final deny, has one value. */
function unreachedSide({ sourcePosition: { line, column }, values = [], children = [] }: Expression): string[] {
  const place = `line ${line}, column ${column ?? 0}`;
  const seen = new Set(values.map(({ value }) => value.boolValue).filter((value) => value !== undefined));
  if (values.length === 0) return [`${place}: never evaluated`];
  const isLiteral = children.length === 0 && seen.size === 1;
  return seen.size === 1 && !isLiteral ? [`${place}: always ${[...seen][0]}`] : [];
}
