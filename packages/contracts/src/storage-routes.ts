/** Calls about the store itself, its ledger, versions and receipts: rows of `ROUTES`. */
export const STORAGE_ROUTES = {
  getStorage: { method: 'GET', path: '/admin/storage', access: 'person', status: 200 },
  examineStorage: { method: 'POST', path: '/admin/storage/examination', access: 'person', status: 200 },
  planBrowserProbes: { method: 'POST', path: '/admin/storage/probes', access: 'person', status: 200 },
  startSurvey: {
    method: 'POST',
    path: '/admin/storage/surveys',
    access: 'person',
    status: 201,
    creates: true,
  },
  startRepair: {
    method: 'POST',
    path: '/admin/storage/surveys/{jobId}/repair',
    access: 'person',
    status: 201,
    creates: true,
  },
  getStorageJob: { method: 'GET', path: '/admin/storage/jobs/{jobId}', access: 'person', status: 200 },
  cancelStorageJob: {
    method: 'POST',
    path: '/admin/storage/jobs/{jobId}/cancel',
    access: 'person',
    status: 200,
  },
  listStorageFindings: {
    method: 'GET',
    path: '/admin/storage/jobs/{jobId}/findings',
    access: 'person',
    status: 200,
  },
  listAllDamage: { method: 'GET', path: '/admin/storage/damage', access: 'person', status: 200 },
  listDamage: { method: 'GET', path: '/spaces/{spaceId}/damage', access: 'person', status: 200 },
  listVersions: { method: 'GET', path: '/nodes/{nodeId}/versions', access: 'person', status: 200 },
  restoreVersion: {
    method: 'POST',
    path: '/nodes/{nodeId}/versions/{versionId}/restore',
    access: 'person',
    status: 200,
    replaces: true,
  },
  getReceipt: { method: 'GET', path: '/nodes/{nodeId}/receipt', access: 'person', status: 200 },
} as const;
