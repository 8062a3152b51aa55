import { SECOND_MS } from '@farwatch/core/time';
import { confirm, type Finding } from '../verdict/confirm.ts';
import type { Sight } from '../verdict/sight.ts';
import type { KnowledgeBook } from './knowledge.ts';

/** The result of a finding: whether the verdict changed, and when a doubt needs its second check. Epoch ms. */
export type Outcome = { changed: boolean; recheckAt: number | null };

/**
 * A finding for a URL that ended at `endedAtMs` (epoch ms). `isProof`: only the internet can have answered so (see
 * `Hop`).
 */
export type Found = Finding & { url: string; isProof: boolean; endedAtMs: number };

const NOTHING: Outcome = { changed: false, recheckAt: null };
/** When to check again what cannot be judged now, though the agent does not abstain. */
const AGAIN_MS = 10 * SECOND_MS;

/** Takes in findings. A change of a verdict, to up or down, is believed only while the agent sees the internet. */
export class Judge {
  private readonly knowledge: KnowledgeBook;
  private readonly sight: Sight;

  constructor(knowledge: KnowledgeBook, sight: Sight) {
    this.knowledge = knowledge;
    this.sight = sight;
  }

  /**
   * `read` returns the finding with its times as known then. It and `isCurrent` are called again after any wait:
   * meanwhile the clock may have been corrected, the doubt may be settled, or the endpoint may be gone.
   */
  async judge(key: string, read: () => Found, isCurrent: () => boolean): Promise<Outcome> {
    const endedMs = performance.now();
    const before = this.knowledge.of(key);
    const found = read();
    const first = confirm(before, found, found.endedAtMs);
    if ((first.became !== null || first.recheckAt !== null) && this.sight.abstaining) return this.disbelieve(key);
    const isProven = this.sight.proves(found);
    const begins = found.error !== null && before.verdict?.up !== false && before.doubtSince === null;
    if (begins && !isProven) this.sight.noteFailure(found.url);
    const isSeen = first.became === null || isProven || (await this.sight.canJudge(endedMs));
    if (!isCurrent()) return NOTHING;
    if (!isSeen && this.sight.abstaining) return this.disbelieve(key);
    const again = read();
    if (!isSeen) return { changed: false, recheckAt: again.endedAtMs + AGAIN_MS };
    const { knowledge, recheckAt, became } = confirm(this.knowledge.of(key), again, again.endedAtMs);
    const isNews = became !== null || recheckAt !== null;
    if (isNews || !this.sight.abstaining) this.knowledge.learn(key, knowledge);
    return { changed: became !== null, recheckAt };
  }

  private disbelieve(key: string): Outcome {
    this.knowledge.disbelieve(key);
    return NOTHING;
  }
}
