import type { Certificate } from '@farwatch/core/values/certificate';
import { LIMITS } from '@farwatch/core/values/limits';
import { splitIntoChunks } from '../../platform/db/attempt-each.ts';
import { endpoints } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';

const certificateField = endpoints.pick('ownerId', 'certificate');

/** Stores the owner's certificates at their endpoints, by id, if they have another one; one write for each that has. */
export async function storeCertificates(
  run: Run,
  ownerId: string,
  certificates: ReadonlyMap<string, Certificate>,
): Promise<void> {
  for (const chunk of splitIntoChunks([...certificates], LIMITS.endpointsPerTransaction)) {
    const refs = chunk.map(([id]) => endpoints.ref(run.db, id));
    await run.db.runTransaction(async (tx) => {
      const known = await certificateField.getAll(tx, ...refs);
      for (const [index, [, certificate]] of chunk.entries()) {
        const endpoint = known[index];
        const ref = refs[index];
        if (!ref || endpoint?.ownerId !== ownerId || endpoint.certificate?.sha256 === certificate.sha256) continue;
        tx.update(ref, endpoints.toUpdate({ certificate }));
      }
    });
  }
}
