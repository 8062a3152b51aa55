import { agentConfigSchema } from '@farwatch/core/api/agents';
import { sendJson } from '../platform/http-body.ts';
import { type LocalServer, listenLocally } from '../platform/local-server.ts';

/** The app's origin as an agent sees it whose way to the functions is a relay's: it names them by that address. */
export function startRelayedOrigin(origin: string, functionsHost: string): Promise<LocalServer> {
  return listenLocally(async (request, response) => {
    const config = agentConfigSchema.parse(await (await fetch(`${origin}${request.url}`)).json());
    const emulators = config.emulators && { ...config.emulators, functions: functionsHost };
    sendJson(response, 200, { ...config, emulators });
  }, 0);
}
