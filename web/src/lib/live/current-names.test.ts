import { incidentSample, monitorEndpointSample, monitorSample } from '@farwatch/core/testing/samples';
import { expect, it } from 'vitest';
import { withCurrentNames } from './current-names.ts';

const incident = incidentSample({
  ...{ monitorId: 'm1', monitor: { name: 'Shop' } },
  ...{ endpointId: 'e1', endpoint: { name: 'Cart', url: 'https://cart.farwatch.test/' } },
});
const monitor = (name: string, endpointName: string) => {
  return { ...monitorSample({ name, endpoints: { e1: monitorEndpointSample({ name: endpointName }) } }), id: 'm1' };
};

it('names an incident as its monitor and endpoint are named now', () => {
  const { monitor: own, endpoint } = withCurrentNames(incident, [monitor('Web shop', 'Basket')]);
  expect([own.name, endpoint.name, endpoint.url]).toEqual(['Web shop', 'Basket', 'https://cart.farwatch.test/']);
});

it('keeps the names of its time where they are gone', () => {
  expect(withCurrentNames(incident, [])).toBe(incident);
  const { monitor: own, endpoint } = withCurrentNames(incident, [{ ...monitor('Web shop', ''), endpoints: {} }]);
  expect([own.name, endpoint.name]).toEqual(['Web shop', 'Cart']);
});

it('gives the same object where nothing was renamed', () => {
  expect(withCurrentNames(incident, [monitor('Shop', 'Cart')])).toBe(incident);
});
