import { connectFirestoreEmulator, initializeFirestore, memoryLocalCache } from 'firebase/firestore';
import { ENV } from '../env.ts';
import { firebaseApp } from './app.ts';

/** Firestore, for listeners. Imported only by pages after sign-in. */
export const firestore = initializeFirestore(firebaseApp, { localCache: memoryLocalCache() });

const [host = '', port = ''] = ENV.emulators.firestore.split(':');
if (host) connectFirestoreEmulator(firestore, host, Number(port));
