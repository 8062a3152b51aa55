import { type LocationCode, locationCodeSchema } from '../../values/locations.ts';

/** An agent's id and 128 random bits, without characters that mean anything to a shell: it is shown inside commands. */
const CODE = /^[A-Za-z0-9]{1,64}-[\w-]{22,64}$/;

/** In code points. Names in links are not trusted, so their length is limited. */
const NAME_LENGTH = 80;

/** What a registration link says. `code` is null if there is none or it is incomplete; `problem` says which. */
export type Invitation = {
  code: string | null;
  problem: 'missing' | 'malformed' | null;
  name: string | null;
  location: LocationCode | null;
};

/** Reads the query of a registration link. Parts that are not valid are left out; it never throws. */
export function parseInvitation(query: URLSearchParams): Invitation {
  const code = query.get('code')?.trim() ?? '';
  const problem = code === '' ? 'missing' : CODE.test(code) ? null : 'malformed';
  const location = locationCodeSchema.safeParse(query.get('country')).data ?? null;
  return { code: problem === null ? code : null, problem, name: nameOf(query.get('name') ?? ''), location };
}

/** One line without invisible characters and those that change the direction of writing. */
function nameOf(text: string): string | null {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  const points = [...line];
  if (points.length > NAME_LENGTH) return `${points.slice(0, NAME_LENGTH).join('')}…`;
  return line === '' ? null : line;
}
