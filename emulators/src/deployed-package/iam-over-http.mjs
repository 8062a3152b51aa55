import http from 'node:http';
import https from 'node:https';

// Loaded into a deployed function (`--import`). firebase-admin knows Google's IAM API only by this address, and a
// stand-in has no certificate for it, so these requests go to the stand-in without TLS. No other host may be requested.
const IAM = 'iamcredentials.googleapis.com';
const { hostname, port } = new URL(process.env.IAM_STAND_IN);

https.request = (options, listener) => {
  const host = options.hostname ?? options.host;
  if (host !== IAM) throw new Error(`A request to ${host} is not expected.`);
  return http.request({ ...options, protocol: 'http:', host: hostname, hostname, port, agent: undefined }, listener);
};
