import { RE2JS } from 're2js';
import { z } from 'zod';

const programSchema = z.object({
  inst: z.array(z.object({ op: z.number(), out: z.number(), arg: z.number(), runes: z.instanceof(Int32Array) })),
});

/** The instructions that re2js compiles an expression to. Throws for a malformed one. */
export function compiledProgram(source: string) {
  const { inst } = programSchema.parse(RE2JS.compile(source).re2().prog);
  return inst.map(({ runes, ...instruction }) => ({ ...instruction, runes: [...runes] }));
}
