/** What an agent said of its checks in one life, with --verbose. */
export type Said = {
  /** The statuses of the checks that it said were done, and so were on the disk, by endpoint. */
  kept: ReadonlyMap<string, readonly number[]>;
  /** How often it reported no status, or a fault of its own, by endpoint. */
  unanswered: ReadonlyMap<string, number>;
  /** For a while it did not see the internet: what it finds then it does not keep, and what it asks then is no check. */
  isBlind: boolean;
};

const OF_CHECK = /^\S+ \S+ {2}(?: {6}|NONE {2})\S+\/(\w+) {2}(.*)$/;
const STATUS = /\bstatus (\d{3}), /;
const BLIND = /The internet cannot be seen|no reference site answers/;

/** Reads what an agent wrote out; `trouble` is its standard error. A last line that is cut off counts for nothing. */
export function readSaid(out: string, trouble: string): Said {
  const kept = new Map<string, number[]>();
  const unanswered = new Map<string, number>();
  for (const line of out.split('\n').slice(0, -1)) {
    const [, endpoint, text = ''] = OF_CHECK.exec(line) ?? [];
    if (endpoint === undefined) continue;
    const status = STATUS.exec(text)?.[1];
    if (status === undefined) unanswered.set(endpoint, (unanswered.get(endpoint) ?? 0) + 1);
    else kept.set(endpoint, [...(kept.get(endpoint) ?? []), Number(status)]);
  }
  return { kept, unanswered, isBlind: BLIND.test(trouble) };
}
