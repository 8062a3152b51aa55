import type { AgentConfig } from '@farwatch/core/contracts/api/agents';
import { deleteApp, type FirebaseApp, initializeApp, setLogLevel } from 'firebase/app';
import { type Auth, connectAuthEmulator, initializeAuth, inMemoryPersistence } from 'firebase/auth';
import { connectFirestoreEmulator, type Firestore, getFirestore, terminate } from 'firebase/firestore';
import * as rest from 'firebase/firestore/lite';
import { connectFunctionsEmulator, type Functions, getFunctions } from 'firebase/functions';

/**
 * The project as the agent reaches it: production, or the emulators its configuration names. `db` listens over gRPC,
 * the only way that the SDK has in Node; `restDb` reads over HTTPS where gRPC does not pass.
 */
export type Firebase = {
  app: FirebaseApp;
  auth: Auth;
  db: Firestore;
  restDb: rest.Firestore;
  functions: Functions;
};

export function openFirebase(config: AgentConfig): Firebase {
  setLogLevel('silent'); // the agent logs errors itself
  const { projectId, apiKey, authDomain, appId, region, emulators } = config;
  const app = initializeApp({ projectId, apiKey, authDomain, appId });
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  const db = getFirestore(app);
  const restDb = rest.getFirestore(app);
  const functions = getFunctions(app, region);
  if (emulators) {
    const [firestore, callables] = [emulatorAddress(emulators.firestore), emulatorAddress(emulators.functions)];
    connectAuthEmulator(auth, emulatorAddress(emulators.auth).url, { disableWarnings: true });
    connectFirestoreEmulator(db, firestore.host, firestore.port);
    rest.connectFirestoreEmulator(restDb, firestore.host, firestore.port);
    connectFunctionsEmulator(functions, callables.host, callables.port);
  }
  return { app, auth, db, restDb, functions };
}

export async function closeFirebase({ app, db }: Firebase): Promise<void> {
  await terminate(db);
  await deleteApp(app);
}

/** Host and port of an emulator, from `localhost:8080` or `http://localhost:8080`. */
function emulatorAddress(text: string): { host: string; port: number; url: string } {
  const { hostname, port } = new URL(text.includes('://') ? text : `http://${text}`);
  return { host: hostname, port: Number(port), url: `http://${hostname}:${port}` };
}
