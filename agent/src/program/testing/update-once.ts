import { reportSample } from '@farwatch/core/testing/samples';
import { createLog } from '../../log.ts';
import { Updater } from '../updater.ts';

/** Takes a release as a running agent does, and ends with 5 once it is there. */
const [folder = '', origin = '', version = '', release = ''] = process.argv.slice(2);
const updater = new Updater({
  folder,
  agentId: 'a1',
  origin,
  version,
  now: Date.now,
  log: createLog({ verbose: false, json: false }),
  signal: new AbortController().signal,
});
updater.arrived(reportSample(), JSON.parse(release));
await updater.ready;
process.exit(5);
