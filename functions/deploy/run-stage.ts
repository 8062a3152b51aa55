import { setTimeout as sleep } from 'node:timers/promises';
import { diagnose } from './diagnose.ts';
import { DeployError } from './google.ts';
import { runFirebase } from './run-firebase.ts';

/** How often a stage is tried for each kind of failure; a first deployment can need several minutes. */
const ATTEMPTS = { temporary: 12, unknown: 2, permanent: 1 };

export interface Stage {
  /** What firebase-tools calls it. */
  only: 'firestore' | 'functions' | 'hosting';
  /** Whether firebase-tools may do what it would ask for. */
  force?: boolean;
  /** If not all functions, which. */
  functions?: readonly string[];
  /** What is left undone if it fails, for people. */
  consequence: string;
}

export interface StageOptions {
  root: string;
  projectId: string;
  /** Between two attempts. */
  waitMs: number;
  log(line: string): void;
}

/**
 * Runs one part of `firebase deploy` until it succeeds, as long as its failures are temporary. Of functions
 * only those that failed are repeated. Throws a DeployError that says what to do.
 */
export async function runStage(stage: Stage, { root, projectId, waitMs, log }: StageOptions): Promise<void> {
  let functions = stage.functions ?? [];
  for (let attempt = 1; ; attempt += 1) {
    const only = functions.length > 0 ? functions.map((name) => `functions:${name}`).join(',') : stage.only;
    const force = stage.force ? ['--force'] : [];
    const { isOk, output } = await runFirebase(root, ['deploy', '--only', only, ...force, '--project', projectId]);
    if (isOk) return;
    const found = diagnose(output);
    if (found.functions.length > 0) functions = found.functions;
    if (attempt >= ATTEMPTS[found.kind]) throw new DeployError(explain(stage, functions, found.reasons, projectId));
    const what = functions.length > 0 ? functions.join(', ') : stage.only;
    const why = found.reasons.join(' ') || 'The reason is not known.';
    log(`\n${what} failed. ${why} Trying again in ${Math.ceil(waitMs / 1000)} s (attempt ${attempt + 1}) …`);
    await sleep(waitMs);
  }
}

function explain(stage: Stage, functions: readonly string[], reasons: readonly string[], projectId: string): string {
  const what = functions.length > 0 ? `These functions could not be deployed: ${functions.join(', ')}` : 'It failed';
  return [
    `${what}. See the messages of firebase-tools above.`,
    ...reasons,
    stage.consequence,
    `Then run the same command again; what is done is not repeated:\n    npm run deploy -- --project ${projectId}`,
  ].join('\n');
}
