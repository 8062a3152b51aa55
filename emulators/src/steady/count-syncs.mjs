import { open } from 'node:fs/promises';

// Loaded into the agent before its program (`--import`): tells the parent of each time it asks the disk to keep what was
// written. A count in this process would have to be asked for, which wakes it. No TypeScript, whose reader would count.
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
