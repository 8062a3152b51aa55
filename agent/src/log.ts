/** The agent's output, a line each. `trouble` goes to standard error, `detail` is only shown with --verbose. */
export type Log = { say(text: string): void; trouble(text: string): void; detail(text: string): void };

/** A log for a person at a terminal: local time, then the sentence. */
export function createLog(verbose: boolean, now = () => new Date()): Log {
  const line = (text: string) => `${clockTime(now())}  ${text}`;
  return {
    say: (text) => console.log(line(text)),
    trouble: (text) => console.error(line(text)),
    detail: (text) => {
      if (verbose) console.log(line(text));
    },
  };
}

function clockTime(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
}
