import { startControl } from './control.ts';
import { Faults } from './faults.ts';
import { listen } from './front.ts';
import { Tally } from './tally.ts';

export interface WireProxyOptions {
  /** Firestore's host:port. */
  target: string;
  /** Where to listen; any free port when left out. */
  port?: number;
  controlPort?: number;
}

/** A running proxy: `host` is what FIRESTORE_EMULATOR_HOST is to be, `control` the URL by which it is driven (control.ts). */
export interface WireProxy {
  host: string;
  port: number;
  control: string;
  controlPort: number;
  stop(): Promise<void>;
}

/**
 * Stands between Firestore and its clients, counts the documents that go over the wire, and makes calls fail as a test
 * asks. Rejects when a port is taken.
 */
export async function startWireProxy({ target, port = 0, controlPort = 0 }: WireProxyOptions): Promise<WireProxy> {
  const [tally, faults] = [new Tally(), new Faults()];
  const front = await listen(target, port, tally, faults);
  const control = await startControl(controlPort, tally, faults);
  return {
    host: `127.0.0.1:${front.port}`,
    port: front.port,
    control: `http://127.0.0.1:${control.port}`,
    controlPort: control.port,
    stop: async () => {
      await front.close();
      await control.close();
    },
  };
}
