import { agentLocationSchema, type LocationCode } from '../../values/locations.ts';

/** An agent's id and 128 random bits, without characters that mean anything to a shell: it is shown inside commands. */
const CODE = /^[A-Za-z0-9]{1,64}-[\w-]{22,64}$/;

/** The length in code points. Names in links are untrusted, so it is limited. */
const NAME_LENGTH = 80;

/** The content of a registration link. `code` is null if it is missing or incomplete; `problem` is which. */
export type Invitation = {
  code: string | null;
  problem: 'missing' | 'malformed' | null;
  name: string | null;
  location: LocationCode | null;
};

/** Parses the query of a registration link. Invalid parts are null; it never throws. */
export function parseInvitation(query: URLSearchParams): Invitation {
  const code = query.get('code')?.trim() ?? '';
  const problem = code === '' ? 'missing' : CODE.test(code) ? null : 'malformed';
  const location = agentLocationSchema.safeParse(query.get('country')).data ?? null;
  return { code: problem === null ? code : null, problem, name: parseName(query.get('name') ?? ''), location };
}

/** Returns one line without invisible characters and those that change the text direction. */
function parseName(text: string): string | null {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  const points = [...line];
  if (points.length > NAME_LENGTH) return `${points.slice(0, NAME_LENGTH).join('')}…`;
  return line === '' ? null : line;
}
