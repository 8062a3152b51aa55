/**
 * Loaded into firebase-tools before it runs. Its Auth emulator compiles a validator for each parameter of each call of
 * Google's API as it starts, which takes three quarters of the whole start; with this it compiles one when it is first
 * needed. That is an option of exegesis, which firebase-tools leaves at its default.
 */
import { createRequire } from 'node:module';

interface Exegesis {
  middleware(api: unknown, options: object): Promise<unknown>;
}

const ofFirebaseTools = createRequire(createRequire(import.meta.url).resolve('firebase-tools'));
const exegesis: Exegesis = ofFirebaseTools('exegesis-express');
const { middleware } = exegesis;
exegesis.middleware = (api, options) => middleware(api, { ...options, lazyCompileValidationSchemas: true });
