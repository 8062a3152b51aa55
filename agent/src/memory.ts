import { setFlagsFromString } from 'node:v8';

/**
 * What checks leave behind is collected once the heap has grown by half: V8 by itself lets it more than double first,
 * to save time of which there is enough. Imported first.
 */
setFlagsFromString('--heap-growing-percent=50');
