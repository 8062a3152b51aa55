import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { rootDir } from '../platform/paths.ts';
import { globalsOfProcesses, SIMULATED_GLOBALS } from './process.ts';

/** A change that breaks one rule. */
export type Mutation = {
  name: string;
  /** The path from the top folder. */
  file: string;
  from: string;
  to: string;
  /** The first world that is played; 1 if left out. */
  firstSeed?: number;
  /** The step to the next world; 1 if left out. */
  seedStep?: number;
};

/** The exports of a bundled program. It is loaded once for all processes, so that its code is compiled once. */
export type Program = unknown;

const FUNCTIONS = `
export { checkIn } from './entry/callables/check-in.ts';
export { agentToken } from './entry/callables/agent-token.ts';
export { registerAgent } from './entry/callables/register-agent.ts';
export { answerAgentCall } from './entry/callables/callables.ts';
export { pingHandler } from './entry/ping/handle-ping.ts';
export { drain } from './entry/triggers/drain.ts';
export { notifyOwner } from './entry/tasks/notify-owner.ts';
export { JOBS } from './entry/jobs/job-work.ts';
export { rollAgentHour } from './entry/tasks/roll-agent-hour.ts';
export { buildHistory } from './entry/tasks/build-history.ts';
export { getEndpointHistory, getMonitorUptime } from './entry/api/history/history.ts';
export { removeMonitor } from './domain/monitors/remove-monitor.ts';
export { summarizeOwner } from './entry/tasks/summarize-owner.ts';
export { updatePages } from './entry/tasks/update-pages.ts';
export { refreshMaintenance } from './entry/tasks/refresh-maintenance.ts';
export { createMonitor, replaceMonitor, deleteMonitor, pauseMonitor } from './entry/api/monitors/monitors.ts';
export { pauseEndpoint } from './entry/api/endpoints/endpoints.ts';
export { putMonitorSettings } from './entry/api/users/users.ts';
export { changeNotifications } from './entry/api/notifications/settings.ts';
export { createWindow, endOccurrence } from './entry/api/maintenance/maintenance.ts';
export { createRotation, overrideRotation } from './entry/api/rotations.ts';
export { createAgent, deleteAgent, resetAgent } from './entry/api/agents/agents.ts';
export { acknowledgeIncidents, snoozeIncidents, unacknowledgeIncidents } from './entry/api/incidents/incident-actions.ts';
`;

const AGENT = `
export { Agent } from './run/agent.ts';
export { createRunCheck } from './probe/check.ts';
export { checkErrorOf } from './network/check-error.ts';
export { localFailureOf } from './network/local-failure.ts';
export { createClock } from './clock/clock.ts';
export { Spool } from './spool/spool.ts';
export { AssignmentsFile } from './state/assignments-file.ts';
export { queueLimits, PER_HOST } from './schedule/queue.ts';
`;

/** Modules that the world provides, or that programs share because they hold no logic of Farwatch's. */
const EXTERNAL = [
  'node:*',
  'firebase/*',
  'firebase-admin/*',
  'firebase-functions/*',
  'simulated-channel',
  'simulated-canary',
  'zod',
];

/** The world's channel receives the contents of a message, not only its text. */
const simulatedChannel: Plugin = {
  name: 'simulated-channel',
  setup(setup) {
    setup.onLoad({ filter: /\/channels\/senders\.ts$/ }, () => ({
      contents: `import { send } from 'simulated-channel';
        export const CHANNEL_SENDERS = { telegram: (settings, message) => send(settings, message) };`,
    }));
  },
};

/** Replaces the WebSockets of `ws` by those of the simulated network. */
const simulatedWebSocket: Plugin = {
  name: 'simulated-web-socket',
  setup(setup) {
    setup.onLoad({ filter: /\/network\/web-socket\.ts$/ }, () => ({
      contents: 'export const openWebSocket = (url, socket) => socket.openWebSocket();',
    }));
  },
};

/** The canary's request goes over the simulated network. */
const simulatedCanary: Plugin = {
  name: 'simulated-canary',
  setup(setup) {
    setup.onLoad({ filter: /\/heartbeats\/ping-canary\.ts$/ }, () => ({
      contents: `import { request } from 'simulated-canary'; export const pingCanary = () => request();`,
    }));
  },
};

/** The functions and the agent, perhaps with a mutation. Throws if the text that it replaces is not there. */
export async function bundlePrograms(mutation?: Mutation): Promise<{ functions: Program; agent: Program }> {
  const plugin = mutation && mutationPlugin(mutation);
  const [functions, agent] = await Promise.all([
    bundle('functions', FUNCTIONS, plugin?.plugin),
    bundle('agent', AGENT, plugin?.plugin),
  ]);
  if (plugin && !plugin.wasFound()) throw new Error(`${mutation?.file} is not part of the programs`);
  return { functions, agent };
}

async function bundle(workspace: 'functions' | 'agent', contents: string, plugin?: Plugin): Promise<Program> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(rootDir, workspace, 'src'), loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    external: EXTERNAL,
    logLevel: 'silent',
    plugins: [simulatedChannel, simulatedCanary, simulatedWebSocket, ...(plugin ? [plugin] : [])],
  });
  const [file] = outputFiles ?? [];
  if (!file) throw new Error(`${workspace} could not be bundled`);
  const body = `'use strict'; const module = { exports: {} };\n${file.text}\nreturn module.exports;`;
  const start = new Function(...SIMULATED_GLOBALS, `${body}\n//# sourceURL=${workspace}-in-a-world.js`);
  const globals = globalsOfProcesses();
  return start(...SIMULATED_GLOBALS.map((name) => globals[name]));
}

function mutationPlugin({ name, file, from, to }: Mutation): { plugin: Plugin; wasFound: () => boolean } {
  const path = join(rootDir, file);
  let wasFound = false;
  const plugin: Plugin = {
    name: 'mutation',
    setup(setup) {
      setup.onLoad({ filter: /\.ts$/ }, async (args) => {
        if (args.path !== path) return undefined;
        const source = await readFile(path, 'utf8');
        if (source.split(from).length !== 2) throw new Error(`${name}: ${file} does not have this text once: ${from}`);
        wasFound = true;
        return { contents: source.replace(from, () => to), loader: 'ts' };
      });
    },
  };
  return { plugin, wasFound: () => wasFound };
}
