import { SECOND_MS } from '@farwatch/core/time';
import { confirm, type Finding } from '../verdict/confirm.ts';
import type { Sight } from '../verdict/sight.ts';
import type { KnowledgeBook } from './knowledge.ts';

/** What a finding leads to: whether the verdict changed, and when a doubt wants its second check. Epoch ms. */
export type Outcome = { changed: boolean; recheckAt: number | null };

/** A finding on a URL. `isProof`: it proves by itself that the internet is there (see `Hop`). */
export type Found = Finding & { url: string; isProof: boolean };

const NOTHING: Outcome = { changed: false, recheckAt: null };
/** What cannot be judged now, though the agent does not abstain, is checked again after so long. */
const AGAIN_MS = 10 * SECOND_MS;

/** Takes findings in. What would change a verdict, to the good or the bad, is believed only while the agent sees the internet. */
export class Judge {
  private readonly knowledge: KnowledgeBook;
  private readonly sight: Sight;

  constructor(knowledge: KnowledgeBook, sight: Sight) {
    this.knowledge = knowledge;
    this.sight = sight;
  }

  /** `nowMs`: when the check ended, epoch ms. `isCurrent` is asked again after any wait: the endpoint may be gone by then. */
  async judge(key: string, found: Found, nowMs: number, isCurrent: () => boolean): Promise<Outcome> {
    const endedMs = performance.now();
    const { verdict } = this.knowledge.of(key);
    const { knowledge, recheckAt, became } = confirm(this.knowledge.of(key), found, nowMs);
    const isNews = became !== null || recheckAt !== null;
    if (isNews && this.sight.abstaining) return this.disbelieve(key);
    if (found.error !== null && !found.isProof && verdict?.up !== false) this.sight.noteFailure(found.url);
    const isSeen = became === null || found.isProof || (await this.sight.canJudge(endedMs));
    if (!isCurrent()) return NOTHING;
    if (!isSeen && this.sight.abstaining) return this.disbelieve(key);
    if (!isSeen) return { changed: false, recheckAt: nowMs + AGAIN_MS };
    if (isNews || !this.sight.abstaining) this.knowledge.learn(key, knowledge);
    return { changed: became !== null, recheckAt };
  }

  private disbelieve(key: string): Outcome {
    this.knowledge.disbelieve(key);
    return NOTHING;
  }
}
