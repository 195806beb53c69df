export const JOB_ROUTES = {
  startJob: { method: 'POST', path: '/jobs', access: 'person', status: 200, creates: true },
  previewJob: { method: 'POST', path: '/jobs/preview', access: 'person', status: 200 },
  listTaken: { method: 'POST', path: '/jobs/taken', access: 'person', status: 200 },
  previewRestore: { method: 'POST', path: '/nodes/{nodeId}/past/preview', access: 'person', status: 200 },
  restoreFolder: {
    method: 'POST',
    path: '/nodes/{nodeId}/past/restore',
    access: 'person',
    status: 200,
    creates: true,
  },
  getJob: { method: 'GET', path: '/jobs/{jobId}', access: 'person', status: 200 },
  undoJob: { method: 'POST', path: '/jobs/{jobId}/undo', access: 'person', status: 200 },
  cancelJob: { method: 'POST', path: '/jobs/{jobId}/cancel', access: 'person', status: 200 },
} as const;
