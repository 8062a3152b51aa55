import { fileJsonSchema } from '@farwatch/core/files/file-schema';
import type { Plugin } from 'vite';

/** Adds `/schema/farwatch.json`, by which editors complete and check a farwatch.yaml. */
export function fileSchemaPlugin(): Plugin {
  return {
    name: 'farwatch-file-schema',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'schema/farwatch.json', source: JSON.stringify(fileJsonSchema()) });
    },
  };
}
