import { treeOf } from '../platform/processes.ts';
import { type Described, describe, isWorker } from '../suite/workers.ts';

/** Megabytes in memory, by the part of the product. */
export type Memory = {
  firestore: number;
  tools: number;
  functions: number;
  workers: number;
  /** Each agent's, by its name; 0 for one that does not run. */
  agents: Record<string, number>;
  soak: number;
};

/** What the product takes now. `suitePid`: of the emulators; `agentPids`: by name, null for one that does not run. */
export function measureMemory(suitePid: number, agentPids: Readonly<Record<string, number | null>>): Memory {
  const suite = describe(treeOf(suitePid));
  const workers = suite.filter(isWorker);
  const java = suite.filter(({ command }) => /\bjava\b/.test(command));
  const tools = suite.filter((each) => !workers.includes(each) && !java.includes(each));
  const agents = Object.fromEntries(
    Object.entries(agentPids).map(([name, pid]) => [name, pid === null ? 0 : sum(describe(treeOf(pid)))]),
  );
  return {
    firestore: sum(java),
    tools: sum(tools),
    functions: sum(workers),
    workers: workers.length,
    agents,
    soak: Math.round(process.memoryUsage.rss() / 2 ** 20),
  };
}

function sum(described: readonly Described[]): number {
  return described.reduce((total, { residentMb }) => total + residentMb, 0);
}
