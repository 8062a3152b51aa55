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

/** How many expressions the Firestore emulator's rule coverage names, and where those are that a test has yet to reach. */
export function readCoverage(answer: unknown): { total: number; unreached: string[] } {
  const all = reportSchema.parse(answer).report.flatMap(withChildren);
  return { total: all.length, unreached: all.flatMap(unreachedSide) };
}

function withChildren(expression: Expression): Expression[] {
  return [expression, ...(expression.children ?? []).flatMap(withChildren)];
}

/** A condition must have been true once and false once; the closing deny alone is always false. */
function unreachedSide({ sourcePosition: { line, column }, values = [], children = [] }: Expression): string[] {
  const place = `line ${line}, column ${column ?? 0}`;
  const seen = new Set(values.map(({ value }) => value.boolValue).filter((value) => value !== undefined));
  if (values.length === 0) return [`${place}: never evaluated`];
  const isLiteral = children.length === 0 && seen.size === 1;
  return seen.size === 1 && !isLiteral ? [`${place}: always ${[...seen][0]}`] : [];
}
