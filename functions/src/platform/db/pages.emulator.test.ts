import { afterEach, beforeEach, expect, it } from 'vitest';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { readPages } from './pages.ts';

let project: TestProject;
beforeEach(async () => {
  project = newTestProject();
  const { db } = project.run(T0);
  const batch = db.batch();
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) batch.create(db.doc(`things/${id}`), { n: id < 'c' ? 1 : 2 });
  await batch.commit();
});
afterEach(() => project.close());

async function pages(size: number): Promise<string[]> {
  const query = project.run(T0).db.collection('things').select('n').orderBy('n', 'desc');
  const found: string[] = [];
  for await (const docs of readPages(query, size)) found.push(docs.map(({ id }) => id).join(''));
  return found;
}

it.each([
  [1, ['f', 'e', 'd', 'c', 'b', 'a']],
  [4, ['fedc', 'ba']],
  [6, ['fedcba']],
  [9, ['fedcba']],
])(
  'pages of %i documents contain each document once, in the query’s order, even if many are equal',
  async (size, expected) => {
    expect(await pages(size)).toEqual(expected);
  },
);
