/** Screens that differ little from another one, by name: `npm test` leaves them to `npm run test:all`. */
export const VARIANTS: ReadonlySet<string> = new Set([
  ...['checks', 'landing-menu', 'register-agent-no-code', 'shared-incident-invalid'],
  ...['dashboard-columns', 'dashboard-failing', 'monitor-delete-endpoints', 'limit-reached', 'unsaved'],
  ...['monitor-edit-url', 'monitor-check-errors', 'monitor-check-applied'],
  ...['endpoint-range-7', 'endpoint-range-custom', 'endpoint-range-failures', 'endpoint-check-failed'],
  ...['incidents-quarter', 'incidents-custom', 'incidents-empty', 'maintenance-empty', 'maintenance-preview'],
  ...['reports-last-month', 'reports-days', 'reports-empty'],
  ...['settings-closing', 'settings-no-plan', 'channel-new-line', 'escalation-preview', 'summary-preview'],
  ...['pages-empty', 'pages-failing', 'page-errors', 'page-removed', 'page-add', 'page-gone', 'page-no-incidents'],
  ...['page-update', 'page-edit-incident', 'page-delete-incident', 'page-block'],
  ...['registration-guide', 'agents-empty', 'agents-no-match', 'agents-stopped', 'agents-country', 'agents-hour'],
  ...['agents-reasons', 'agent-sick', 'agent-missing', 'agent-synced', 'agent-failing', 'agent-availability-sick'],
  ...['agent-availability-empty', 'agent-endpoints-empty'],
  ...['checkout-cancelled', 'checkout-unknown', 'payment-unclaimed', 'payment-confirming', 'payment-partially-paid'],
  ...['payment-failed', 'payment-refunded'],
]);
