/** Pages that differ little from another one, by name: `npm test` leaves them to `npm run test:all`. */
export const VARIANTS: ReadonlySet<string> = new Set([
  ...['checks', 'register-agent-no-code', 'shared-incident-invalid', 'endpoint-range-7', 'endpoint-range-custom'],
  ...['incidents-quarter', 'incidents-empty', 'maintenance-empty'],
  ...['reports-last-month', 'reports-days', 'reports-empty', 'settings-closing', 'settings-no-plan'],
  ...['pages-empty', 'page-gone', 'page-no-incidents'],
  ...['agents-empty', 'agents-no-match', 'agent-sick', 'agent-missing'],
  ...['slow-monitor', 'slow-endpoint', 'endpoint-range-90', 'endpoint-paused', 'monitor-many', 'settings-languages'],
  ...['page-sample', 'page-appearance', 'page-password', 'page-blocked', 'agent-fresh'],
  ...['agent-availability-empty', 'agent-endpoints-empty', 'checkout-cancelled', 'checkout-unknown'],
]);
