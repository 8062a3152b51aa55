import { startControl } from './control.ts';
import { Faults } from './faults.ts';
import { listen } from './front.ts';
import { Tally } from './tally.ts';

/** A running proxy: `host` is what FIRESTORE_EMULATOR_HOST is to be, `control` the host that drives it (control.ts). */
export interface WireProxy {
  host: string;
  control: string;
  stop(): Promise<void>;
}

/**
 * Stands between Firestore and its clients, counts the documents that go over the wire, and makes calls fail as a test
 * asks. `target`: Firestore's host:port.
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
