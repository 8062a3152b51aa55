import { EVIDENCE } from '@farwatch/core/values/limits';
import type { Peer } from '../network/network.ts';
import { type Findings, nothingFound } from './probe.ts';

/** Returns the findings of a check that received a text, of which there was more if `isCut`. */
export function textFound(url: string, peer: Peer, text: string, isCut = false): Findings {
  const nothing = nothingFound(url, peer);
  return {
    ...nothing,
    received: () => {
      const body = firstBytes(text, EVIDENCE.bodyBytes);
      return { ...nothing.received(), body, isCut: isCut || body.length < text.length };
    },
  };
}

/**
 * Returns the start of a text that takes so many bytes in UTF-8, without a part of a character, as well-formed UTF-16.
 */
export function firstBytes(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read).toWellFormed();
}
