import { confirm, type Finding } from '../verdict/confirm.ts';
import type { Sight } from '../verdict/sight.ts';
import type { KnowledgeBook } from './knowledge.ts';

/** What a finding leads to: whether the verdict changed, and when a doubt wants its second check. Epoch ms. */
export type Outcome = { changed: boolean; recheckAt: number | null };

const NOTHING: Outcome = { changed: false, recheckAt: null };

/** Takes findings in, and believes a failure only while the agent sees anything at all (design 4). */
export class Judge {
  private readonly knowledge: KnowledgeBook;
  private readonly sight: Sight;

  constructor(knowledge: KnowledgeBook, sight: Sight) {
    this.knowledge = knowledge;
    this.sight = sight;
  }

  /** `beganMs` by performance.now(). `isCurrent` is asked again after any wait: the endpoint may be gone by then. */
  async judge(
    key: string,
    finding: Finding,
    times: { beganMs: number; nowMs: number },
    isCurrent: () => boolean,
  ): Promise<Outcome> {
    const { knowledge, recheckAt, became } = confirm(this.knowledge.of(key), finding, times.nowMs);
    const fails = finding.error !== null;
    const isBelieved =
      !(fails && this.sight.abstaining) &&
      (became !== 'down' || (await this.sight.canJudge(this.knowledge.doubtBeganMs(key) ?? times.beganMs)));
    if (!isCurrent()) return NOTHING;
    if (!isBelieved) {
      this.knowledge.disbelieve(key);
      return NOTHING;
    }
    this.knowledge.learn(key, knowledge, times.beganMs);
    if (recheckAt !== null && fails) this.lookAround(times.beganMs);
    return { changed: became !== null, recheckAt };
  }

  /** Finds out, before the second check, whether the agent sees anything at all. */
  private lookAround(beganMs: number): void {
    if (!this.sight.hasSeenSince(beganMs)) void this.sight.look();
  }
}
