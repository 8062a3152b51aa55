import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { named } from '../../values/api-name.ts';
import { fromApiNames, toApiNames, toApiPath } from './names.ts';

const timeSchema = z.string().nullable();
const itemSchema = z.object({ lastCheckAt: named('last_check_at', timeSchema), plain: timeSchema });
const schema = z.object({
  agentId: named('id', z.string().default('none'), '_id'),
  items: z.array(itemSchema.extend({ own: z.number().optional() })),
  byId: named('by_id', z.record(z.string(), itemSchema).optional()),
  list: z.string().transform((text) => text.split(',')),
});

const CODE = {
  agentId: 'a',
  items: [{ lastCheckAt: '1', plain: null }],
  byId: { last_check_at: { lastCheckAt: null, plain: '2' } },
  list: 'x,y',
};
const API = {
  id: 'a',
  _id: 'a',
  items: [{ last_check_at: '1', plain: null }],
  by_id: { last_check_at: { last_check_at: null, plain: '2' } },
  list: 'x,y',
};

describe('the names of the API', () => {
  it('are given at every depth, but not to the keys of a record', () => {
    expect(toApiNames(schema, CODE)).toEqual(API);
    expect(fromApiNames(schema, API)).toEqual(CODE);
  });

  it('may be several: any of them in a request, all of them in an answer', () => {
    for (const name of ['id', '_id']) expect(fromApiNames(schema, { [name]: 'a' })).toEqual({ agentId: 'a' });
  });

  it('are those of the fields alone, so another name is no field', () => {
    expect(fromApiNames(schema, { ...CODE, agentId: 'b' })).toEqual({ items: [{ plain: null }], list: 'x,y' });
    expect(toApiNames(schema, { agentId: 'a', secret: 's' })).toEqual({ id: 'a', _id: 'a' });
  });

  it.each([null, undefined, 5, 'text', [1]])('leave %j as it is', (value) => {
    expect(fromApiNames(schema, value)).toBe(value);
    expect(fromApiNames(schema, { _id: value })).toEqual({ agentId: value });
  });

  it('are in the paths of issues', () => {
    const wrong = { ...CODE, agentId: 1, items: [{ lastCheckAt: 1, plain: 2 }], byId: { x: { lastCheckAt: 1 } } };
    const { error } = schema.safeParse(wrong);
    expect(error?.issues.map(({ path }) => toApiPath(schema, path).join('.'))).toEqual([
      'id',
      'items.0.last_check_at',
      'items.0.plain',
      'by_id.x.last_check_at',
      'by_id.x.plain',
    ]);
  });
});
