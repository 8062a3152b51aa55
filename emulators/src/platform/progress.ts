/** Prints progress. */
export type Log = (line: string) => void;

/** Runs a step and reports it when it is done: "Built the app (8.1 s)". One that throws is not reported. */
export async function timed<T>(log: Log, done: string | ((result: T) => string), step: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await step();
  log(`${typeof done === 'string' ? done : done(result)} (${seconds(performance.now() - start)})`);
  return result;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
