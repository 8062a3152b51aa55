import type { CheckError } from '@farwatch/core/checks/check';

/** The head of a final answer; text is one character a byte, as it came. */
export type Head = { statusCode: number; location: string | null; setCookies: readonly string[] };

/** Receives an answer as it comes: its head once, parts of its body, and finally how it ended. */
export type Listener = {
  head(head: Head): void;
  body(part: Buffer): void;
  end(failure: CheckError | Error | null): void;
};
