/** An event for programs that read the log: its name and its values. */
export type Fields = { event: string; [name: string]: unknown };

/** The agent's output, a line each. `warn` goes to standard error, `debug` is only shown with --verbose. */
export type Log = {
  info(text: string, fields?: Fields): void;
  warn(text: string, fields?: Fields): void;
  debug(text: string, fields?: Fields): void;
};

type Level = 'info' | 'warning' | 'debug';

/**
 * A log for a person at a terminal: local time, then the sentence. With `json` an object on each line, with the fields.
 */
export function createLog({ verbose, json }: { verbose: boolean; json: boolean }, now = () => new Date()): Log {
  const line = (level: Level, text: string, fields: Fields | undefined) =>
    json ? JSON.stringify({ at: now().toISOString(), level, text, ...fields }) : `${clockTime(now())}  ${text}`;
  return {
    info: (text, fields) => console.log(line('info', text, fields)),
    warn: (text, fields) => console.error(line('warning', text, fields)),
    debug: (text, fields) => {
      if (verbose) console.log(line('debug', text, fields));
    },
  };
}

function clockTime(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
}
