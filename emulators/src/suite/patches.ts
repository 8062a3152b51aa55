/**
 * Loaded into firebase-tools before it runs. At its start the Auth emulator compiles a validator for each parameter of
 * Google's API, which takes three quarters of the time: an option of exegesis compiles them when needed. The Hosting
 * emulator throws at a path that is no URL, such as `//`, and all emulators end: it answers 400 instead.
 */

import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';

interface Exegesis {
  middleware(api: unknown, options: object): Promise<unknown>;
}
interface Hosting {
  initMiddleware(init: unknown): (...of: [...Parameters<RequestListener>, next: () => void]) => void;
}

const ofFirebaseTools = createRequire(createRequire(import.meta.url).resolve('firebase-tools'));

const exegesis: Exegesis = ofFirebaseTools('exegesis-express');
const { middleware } = exegesis;
exegesis.middleware = (api, options) => middleware(api, { ...options, lazyCompileValidationSchemas: true });

const hosting: Hosting = ofFirebaseTools('./hosting/initMiddleware');
const { initMiddleware } = hosting;
hosting.initMiddleware = (init) => {
  const serve = initMiddleware(init);
  return (request, response, next) => {
    if (URL.canParse(request.url ?? '', 'http://localhost')) serve(request, response, next);
    else response.writeHead(400).end();
  };
};
