import type { Guess } from '../clock/clock.ts';

/**
 * What a segment's name says: the ten-minute window of its stamps; the guess that these stamps rest on, or null; and by
 * how many ms to move them, once known.
 */
export type SegmentName = { windowAt: number; unique: string; guess: Guess | null; byMs: number };

const FORM = /^(checks|guessed)-(\d+)-(\w+?)(?:-(\w+)@(-?\d+)|([+-]\d+))?\.log$/;

/** `checks-<window>-<unique>.log`, with `+<ms>` or `-<ms>` of stamps put right; `guessed-<window>-<unique>-<boot>@<offset>.log`. */
export function segmentFile({ windowAt, unique, guess, byMs }: SegmentName): string {
  if (guess) return `guessed-${windowAt}-${unique}-${guess.boot}@${guess.offsetMs}.log`;
  return `checks-${windowAt}-${unique}${byMs === 0 ? '' : `${byMs > 0 ? '+' : ''}${byMs}`}.log`;
}

/** Null for a file that is not a segment. */
export function readSegmentFile(file: string): SegmentName | null {
  const [, kind, windowAt, unique, boot, offsetMs, byMs = 0] = FORM.exec(file) ?? [];
  if (unique === undefined || (kind === 'guessed') !== (boot !== undefined)) return null;
  const guess = boot === undefined ? null : { boot, offsetMs: Number(offsetMs) };
  return { windowAt: Number(windowAt), unique, guess, byMs: Number(byMs) };
}
