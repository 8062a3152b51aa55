/**
 * The program's exit codes (agent/README.md). Service managers start it again after all but `gone`. A second signal to
 * stop ends it with 128 and the signal's number.
 */
export const EXIT = {
  /** Done; for `check` also: the site is up. */
  ok: 0,
  /** It could not be done; the message says why. */
  problem: 1,
  /** The agent was deleted or reset on the Agents page. */
  gone: 2,
  /** `check`: down. `status`: not running. `doctor`: something must be mended. */
  no: 3,
  /** `check`: cannot be judged. `status`: running, but has not reported lately. `register`: the answer was lost. */
  unsure: 4,
  /** `run`: another version is there, and waits to be started. */
  update: 5,
} as const;
