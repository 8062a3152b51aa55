import type { AgentFolder } from '../state/folder.ts';
import { Problem } from './problem.ts';

export function notRegistered({ path }: AgentFolder): Problem {
  return new Problem(`No agent is registered in ${path}. Register one first: farwatch-agent register <link>`);
}
