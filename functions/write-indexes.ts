import { writeFileSync } from 'node:fs';
import { allCollections } from '@farwatch/core/documents/collections';
import { indexesFile } from '@farwatch/core/documents/indexes-file';

/** `npm run indexes`: writes `firestore.indexes.json` from the declarations in `core/src/documents/`. */
const path = new URL('../firestore.indexes.json', import.meta.url);
writeFileSync(path, JSON.stringify(indexesFile(allCollections())));
