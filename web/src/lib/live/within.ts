import { ApiFailure } from '../api/failure.ts';
import { SILENT_MS } from './listen.ts';

/** What was read of Firestore, which would wait forever; throws ApiFailure if no answer comes within 10 s. */
export async function withinSilence<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiFailure('timeout')), SILENT_MS);
  });
  try {
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
  }
}
