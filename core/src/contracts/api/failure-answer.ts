import { z } from 'zod';
import { failureLineSchema } from '../../values/failure-line.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { isoOf, isoSchema } from './parts.ts';

/** What each location received, as answers and webhooks have it: times in ISO 8601. */
export const failuresAnswerSchema = z.partialRecord(
  locationCodeSchema,
  failureLineSchema.omit({ alone: true }).extend({ at: isoSchema, lastGoodAt: isoSchema.optional() }),
);
type Lines = Readonly<Record<string, z.infer<typeof failureLineSchema>>>;

/** Returns stored failures as answers have them. */
export function failuresAnswer(failures: Lines): z.infer<typeof failuresAnswerSchema> {
  const answered = ({ at, lastGoodAt, alone, ...line }: Lines[string]) => ({
    ...line,
    at: isoOf(at),
    ...(lastGoodAt !== undefined && { lastGoodAt: isoOf(lastGoodAt) }),
  });
  return Object.fromEntries(Object.entries(failures).map(([location, line]) => [location, answered(line)]));
}
