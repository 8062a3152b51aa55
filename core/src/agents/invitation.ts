import { type LocationCode, locationCodeSchema } from '../locations.ts';

/** An agent's id and 128 random bits. Nothing in it means anything to a shell: it is shown inside commands. */
const CODE = /^[A-Za-z0-9]{1,64}-[\w-]{22,64}$/;

/** In code points, of a name that anybody may have written into a link. */
const NAME_LENGTH = 80;

/** What a registration link says. `code` is null where it has none, or one that cannot be whole; `problem` says which. */
export type Invitation = {
  code: string | null;
  problem: 'missing' | 'malformed' | null;
  name: string | null;
  country: LocationCode | null;
};

/** Reads the query of a registration link; what in it is not as it should be is left out, never thrown at. */
export function invitationOf(query: URLSearchParams): Invitation {
  const code = query.get('code')?.trim() ?? '';
  const problem = code === '' ? 'missing' : CODE.test(code) ? null : 'malformed';
  const country = locationCodeSchema.safeParse(query.get('country')).data ?? null;
  return { code: problem === null ? code : null, problem, name: nameOf(query.get('name') ?? ''), country };
}

/** One line without what is invisible or turns the direction of writing. */
function nameOf(text: string): string | null {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  const points = [...line];
  if (points.length > NAME_LENGTH) return `${points.slice(0, NAME_LENGTH).join('')}…`;
  return line === '' ? null : line;
}
