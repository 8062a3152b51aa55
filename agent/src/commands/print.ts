/** Prints an answer: for programs as JSON on one line, else the lines for a person. */
export function print(json: boolean, answer: object, lines: readonly string[]): void {
  if (json) console.log(JSON.stringify(answer));
  else for (const line of lines) console.log(line);
}
