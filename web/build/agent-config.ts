import { type AgentConfig, agentConfigSchema } from '@farwatch/core/contracts/api/agents';
import type { Plugin } from 'vite';
import type { BuildEnv } from './env.ts';

/** The project's settings that an agent needs, from the environment that the app is built with. */
export function agentConfig(env: BuildEnv): AgentConfig {
  const { VITE_EMULATOR_AUTH: auth, VITE_EMULATOR_FIRESTORE: firestore, VITE_EMULATOR_FUNCTIONS: functions } = env;
  return agentConfigSchema.parse({
    projectId: env.VITE_FIREBASE_PROJECT_ID,
    apiKey: env.VITE_FIREBASE_API_KEY,
    authDomain: env.VITE_FIREBASE_AUTH_DOMAIN,
    appId: env.VITE_FIREBASE_APP_ID,
    region: env.VITE_FUNCTIONS_REGION,
    emulators: auth && firestore && functions ? { auth, firestore, functions } : null,
  });
}

/** Adds `agent/config.json` to the site, which agents load. */
export function agentConfigPlugin(env: BuildEnv): Plugin {
  return {
    name: 'farwatch-agent-config',
    apply: 'build',
    generateBundle() {
      const source = `${JSON.stringify(agentConfig(env), null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'agent/config.json', source });
    },
  };
}
