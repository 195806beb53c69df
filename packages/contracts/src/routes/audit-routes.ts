export const AUDIT_ROUTES = {
  listAudit: { method: 'GET', path: '/admin/audit', access: 'person', status: 200 },
  verifyAudit: { method: 'POST', path: '/admin/audit/verify', access: 'person', status: 200 },
  exportAudit: {
    method: 'GET',
    path: '/admin/audit/export',
    access: 'person',
    status: 200,
    downloads: true,
  },
} as const;
