import { open } from 'node:fs/promises';

// Loaded into the agent before its program (`--import`): sends the parent a message for each sync of a file. Counting
// in this process would need requests, which wake it. Not TypeScript, since its loader would use resources.
const handle = await open(process.execPath);
const files = Object.getPrototypeOf(handle);
await handle.close();
for (const name of ['sync', 'datasync']) {
  const original = files[name];
  files[name] = function counted() {
    process.send?.('sync');
    return original.call(this);
  };
}
process.channel?.unref();
