import type { Managed } from '@farwatch/core/values/managed';
import { fieldError } from '../../platform/http/errors.ts';

type Stored = { id: string; managed?: Managed | null | undefined };

/** Throws ApiError conflict, with its id, if another thing of the same kind is managed as this one is to be. */
export function refuseManagedTwice({ id, managed }: Stored, others: readonly Stored[]): void {
  if (!managed) return;
  const { project, key } = managed;
  const other = others.find((each) => each.id !== id && each.managed?.project === project && each.managed.key === key);
  if (other) throw fieldError('managed', `${other.id} has this project and key`, 'conflict');
}
