export interface WebdavTables {
  dav_lock: DavLockTable;
  dav_property: DavPropertyTable;
}

interface DavLockTable {
  token: string;
  node_id: string;
  user_id: string;
  is_shared: boolean;
  is_deep: boolean;
  owner_xml: string;
  created_at: Date;
  expires_at: Date;
}

interface DavPropertyTable {
  node_id: string;
  name: string;
  xml: string;
}
