import { initializeApp } from 'firebase/app';
import { ENV } from '../env.ts';

/** The one Firebase app. */
export const firebaseApp = initializeApp(ENV.firebase);
