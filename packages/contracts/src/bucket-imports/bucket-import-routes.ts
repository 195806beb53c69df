/** No `Idempotency-Key`, because the request contains a secret. A person has one running import, so a repeated start is refused. */
export const BUCKET_IMPORT_ROUTES = {
  surveyBucket: {
    method: 'POST',
    path: '/nodes/{nodeId}/bucket-imports/survey',
    access: 'person',
    status: 200,
  },
  importBucket: { method: 'POST', path: '/nodes/{nodeId}/bucket-imports', access: 'person', status: 200 },
} as const;
