/**
 * Loaded into firebase-tools before it runs. At its start the Auth emulator compiles a validator for each parameter of
 * Google's API, which takes three quarters of the time; this sets the option of exegesis that compiles them when
 * needed.
 */
import { createRequire } from 'node:module';

interface Exegesis {
  middleware(api: unknown, options: object): Promise<unknown>;
}

const ofFirebaseTools = createRequire(createRequire(import.meta.url).resolve('firebase-tools'));
const exegesis: Exegesis = ofFirebaseTools('exegesis-express');
const { middleware } = exegesis;
exegesis.middleware = (api, options) => middleware(api, { ...options, lazyCompileValidationSchemas: true });
