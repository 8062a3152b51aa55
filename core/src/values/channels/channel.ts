import type { z } from 'zod';

/** The settings that every channel has. `verified`: a test message has arrived. */
export type ChannelSettings = { enabled: boolean; verified: boolean };

/** Why a channel refused, in English for API responses. `isTemporary`: sending is retried. */
export type ChannelFailure = { status: 400 | 409 | 429 | 502; text: string; advice: string; isTemporary: boolean };

/**
 * A way to send alerts (docs/architecture.md, Extension points): its stored settings, secrets included, and how they
 * are shown and saved. Its failures become error codes of the API, so each starts with the channel's name.
 */
export type Channel<
  Stored extends z.ZodType<ChannelSettings> = z.ZodType<ChannelSettings>,
  Input extends z.ZodType = z.ZodType,
  TestInput extends z.ZodType = z.ZodType,
  Failure extends string = string,
> = {
  stored: Stored;
  /** The settings of an owner who never set it up. */
  defaults: z.output<Stored>;
  /** Its part of a request to save all settings; a secret may be its mask. */
  input: Input;
  /** The body of a request to test it. */
  testInput: TestInput;
  failures: Record<Failure, ChannelFailure>;
  /** The failure for the reason of a failed send. */
  failureOf(reason: string): Failure;
  /** The settings with secrets masked. */
  mask(stored: z.output<Stored>): z.output<Stored>;
  /** The settings after a save: a mask keeps its secret, and a changed target is no longer verified. */
  applySave(input: z.output<Input>, stored: z.output<Stored>): z.output<Stored>;
  /** The settings to test, stored if the test succeeds; null if a mask has no stored secret. */
  applyTest(input: z.output<TestInput>, stored: z.output<Stored>): z.output<Stored> | null;
  /** Whether the settings suffice to send a message. */
  isComplete(stored: z.output<Stored>): boolean;
};

/** Declares a channel with its types inferred. */
export function channel<
  Stored extends z.ZodType<ChannelSettings>,
  Input extends z.ZodType,
  TestInput extends z.ZodType,
  Failure extends string,
>(spec: Channel<Stored, Input, TestInput, Failure>): Channel<Stored, Input, TestInput, Failure> {
  return spec;
}
