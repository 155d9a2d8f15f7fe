import { z } from 'zod';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import type { Differences } from './operation.ts';

const status = (word: string) => z.object({ status: z.literal(word) });

/** Monitoring endpoints: outside `/api`, and without its envelope. */
export const WATCH_ENDPOINTS: readonly { endpoint: Endpoint; differences: Differences }[] = [
  {
    endpoint: endpoint({
      id: 'getLiveness',
      method: 'GET',
      path: '/healthz',
      access: 'public',
      summary: 'Whether the process is alive; asks nothing of the database',
      answer: status('ok'),
    }),
    differences: { plain: true, failures: new Map() },
  },
  {
    endpoint: endpoint({
      id: 'getReadiness',
      method: 'GET',
      path: '/readyz',
      access: 'public',
      summary: 'Whether the server should get requests: the database answers, migrations are done, it is not stopping',
      answer: status('ready'),
    }),
    differences: { plain: true, failures: new Map([[503, ['INTERNAL_ERROR']]]) },
  },
  {
    endpoint: endpoint({
      id: 'readMetrics',
      method: 'GET',
      path: '/metrics',
      access: 'public',
      summary: 'Measurements as Prometheus text, for requests from the machine itself or with the metrics token',
      answer: z.string().meta({ contentMediaType: 'text/plain' }),
    }),
    differences: { plain: true, failures: new Map([[404, ['NOT_FOUND']]]), security: [{}, { metricsToken: [] }] },
  },
];
