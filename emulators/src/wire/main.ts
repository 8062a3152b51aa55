import { parseArgs } from 'node:util';
import { startWireProxy } from './proxy.ts';

/** `node emulators/src/wire/main.ts --target 127.0.0.1:8080 --port 8081 --control 8082` */
const { values } = parseArgs({
  options: { target: { type: 'string' }, port: { type: 'string' }, control: { type: 'string' } },
});
const { target = '127.0.0.1:8080', port = '0', control = '0' } = values;

const proxy = await startWireProxy({ target, port: Number(port), controlPort: Number(control) });
console.log(`Firestore at ${proxy.host}, control at ${proxy.control}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => proxy.stop());
