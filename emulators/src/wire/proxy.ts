import { startControl } from './control.ts';
import { Faults } from './faults.ts';
import { listen } from './front.ts';
import { Tally } from './tally.ts';

/** A running proxy: `host` is for FIRESTORE_EMULATOR_HOST, `control` is the host of its control API (control.ts). */
export interface WireProxy {
  host: string;
  control: string;
  stop(): Promise<void>;
}

/**
 * Runs between Firestore and its clients, counts the documents on the wire, and makes calls fail as tests request.
 * `target` is Firestore's host:port.
 */
export async function startWireProxy(target: string): Promise<WireProxy> {
  const [tally, faults] = [new Tally(), new Faults()];
  const front = await listen(target, tally, faults);
  const control = await startControl(tally, faults);
  return {
    host: `127.0.0.1:${front.port}`,
    control: `127.0.0.1:${control.port}`,
    stop: async () => {
      await front.close();
      await control.close();
    },
  };
}
