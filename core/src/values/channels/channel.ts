import type { z } from 'zod';

/** What every channel's settings hold. `verified`: a test message has arrived at what they name. */
export type ChannelSettings = { enabled: boolean; verified: boolean };

/** Why a channel refused, in English for API answers. `passes`: by itself, so that sending is tried again. */
export type ChannelFailure = { status: 400 | 409 | 429 | 502; text: string; advice: string; passes: boolean };

/**
 * A way to send alerts (docs/architecture.md, Seams): what is stored of it for an owner, secrets included, and how that
 * is read, shown and saved. Its failures become codes of the API, so each begins with the channel's name.
 */
export type Channel<
  Stored extends z.ZodType<ChannelSettings> = z.ZodType<ChannelSettings>,
  Input extends z.ZodType = z.ZodType,
  TestInput extends z.ZodType = z.ZodType,
  Failure extends string = string,
> = {
  stored: Stored;
  /** Of an owner who never set it up. */
  none: z.output<Stored>;
  /** What a save of all settings says of it; a secret may be its mask. */
  input: Input;
  /** What a test is asked for with. */
  testInput: TestInput;
  failures: Record<Failure, ChannelFailure>;
  /** Reads the reason of a send that failed. */
  failureOf(reason: string): Failure;
  /** With its secrets masked. */
  masked(stored: z.output<Stored>): z.output<Stored>;
  /** What a save makes of it: a mask keeps its secret, and another target is no longer verified. */
  saved(input: z.output<Input>, stored: z.output<Stored>): z.output<Stored>;
  /** What a test tries, and stores where it succeeds; null if a mask stands for a secret that is not there. */
  tested(input: z.output<TestInput>, stored: z.output<Stored>): z.output<Stored> | null;
  /** Whether there is all that a message needs. */
  isComplete(stored: z.output<Stored>): boolean;
};

/** Declares a channel, its types as narrow as they are written. */
export function channel<
  Stored extends z.ZodType<ChannelSettings>,
  Input extends z.ZodType,
  TestInput extends z.ZodType,
  Failure extends string,
>(spec: Channel<Stored, Input, TestInput, Failure>): Channel<Stored, Input, TestInput, Failure> {
  return spec;
}
