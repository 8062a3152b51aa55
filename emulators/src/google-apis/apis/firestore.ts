import { type Json, objectOf } from '../json.ts';
import { failure, notFound, type Route, route } from '../routes.ts';

const DATABASE = String.raw`\/v1\/projects\/[^/]+\/databases\/\(default\)`;
const on = (rest: string) => new RegExp(`^${DATABASE}${rest}$`);

/** Cloud Firestore's administration. Indexes are ready when they are listed for the second time. */
export const firestoreRoutes: Record<string, readonly Route[]> = {
  firestore: [
    route('GET', on(''), ({ database }) => database ?? notFound('Database (default)')),
    route('POST', /^\/v1\/projects\/[^/]+\/databases$/, (project, { body, query }) => {
      if (query.get('databaseId') !== '(default)') return failure(400, 'INVALID_ARGUMENT', 'Unexpected database');
      project.database = { ...objectOf(body), name: `projects/${project.id}/databases/(default)` };
      return { name: 'operations/database', done: true };
    }),
    route('PATCH', on(''), (project, { body }) => {
      project.database = { ...project.database, ...objectOf(body) };
      return { name: 'operations/database', done: true };
    }),
    route('GET', on(String.raw`\/documents\/(.+)`), ({ documents }, _request, path = '') => {
      const found = documents.get(path);
      return found ? { name: path, ...found } : notFound(`Document ${path}`);
    }),
    route('GET', on(String.raw`\/backupSchedules`), ({ backupSchedules }) => ({ backupSchedules })),
    route('POST', on(String.raw`\/backupSchedules`), (project, { body }) => {
      project.backupSchedules.push(objectOf(body));
      return objectOf(body);
    }),
    route('GET', on(String.raw`\/collectionGroups\/-\/indexes`), (project) => {
      const indexes = [...project.indexes.values()];
      for (const [name, index] of project.indexes) project.indexes.set(name, { ...index, state: 'READY' });
      return { indexes };
    }),
    route('POST', on(String.raw`\/collectionGroups\/([^/]+)\/indexes`), (project, { body }, group = '') => {
      const name = `projects/${project.id}/databases/(default)/collectionGroups/${group}/indexes/${project.indexes.size}`;
      project.indexes.set(name, {
        ...objectOf(body),
        name,
        fields: withName(objectOf(body).fields),
        state: 'CREATING',
      });
      return { name: 'operations/index' };
    }),
    route('GET', on(String.raw`\/collectionGroups\/-\/fields`), (project) => ({
      fields: [...project.fields.values()],
    })),
    route(
      'PATCH',
      on(String.raw`\/collectionGroups\/([^/]+)\/fields\/([^/]+)`),
      (project, { body }, group = '', field = '') => {
        const name = `projects/${project.id}/databases/(default)/collectionGroups/${group}/fields/${field}`;
        project.fields.set(name, { name, ...objectOf(body) });
        return { name: 'operations/field' };
      },
    ),
  ],
};

/** Firestore appends the document's name, in the order of the field before it, unless the index has it. */
function withName(fields: Json | undefined): Json[] {
  const given = Array.isArray(fields) ? fields : [];
  const last = objectOf(given.at(-1));
  if (last.fieldPath === '__name__') return given;
  return [...given, { fieldPath: '__name__', order: last.order ?? 'ASCENDING' }];
}
